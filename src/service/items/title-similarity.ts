import { collapsedSpace, normalisedText, withoutNoise } from '../../base/noise.js';
import { SAME } from '../../base/same/thresholds.js';
import { titleMark } from '../../base/same/title.js';

/** A title prepared for the comparison with many others. */
interface ComparableTitle {
  text: string;
  /** The numbers in the title, in order. */
  numbers: string;
}

/** Prepares a title; null if it contains nothing to compare. */
export function comparableTitle(title: string): ComparableTitle | null {
  const text = titleMark(title);
  return text === '' ? null : { text, numbers: (text.match(/\p{N}+/gu) ?? []).join(' ') };
}

/**
 * The words of a title without punctuation at their ends, counters and times, which readers ignore.
 */
export function titleWords(title: string): string {
  const words = collapsedSpace(withoutNoise(title).replace(ENDS, ''));
  return words === '' ? normalisedText(title) : words;
}

const ENDS = /^[\p{P}\p{S}\s]+|[\p{P}\p{S}\s]+$/gu;

/** True if one title equals the other with a kicker before it or an author after it. */
export function isTitleWithin(one: string, other: string): boolean {
  const [part, whole] = one.length < other.length ? [one, other] : [other, one];
  return part.length >= SAME.title && (whole.startsWith(`${part} `) || whole.endsWith(` ${part}`));
}

/**
 * True if one title is an edited form of the other: at least 90 % similar, with the same digits in
 * the same order, because "Daily thread Nov 20" and "Daily thread Nov 21" are two items.
 */
export function similarTitles(a: ComparableTitle, b: ComparableTitle): boolean {
  if (a.numbers !== b.numbers) return false;
  return withinEdits(a.text, b.text, editsAllowed(Math.max(a.text.length, b.text.length)));
}

/**
 * Maximum number of edits between two similar titles.
 * @param longer length of the longer title
 */
function editsAllowed(longer: number): number {
  // The small addend corrects 0.1 × 10, which is slightly less than 1 in binary.
  return Math.floor(longer * (1 - SAME.similarTitle) + 1e-9);
}

/** True if the texts differ by at most `most` insertions, deletions and replacements. */
function withinEdits(one: string, other: string, most: number): boolean {
  if (Math.abs(one.length - other.length) > most) return false;
  const [a, b] = withoutCommonEnds(one, other);
  // The Levenshtein table is computed row by row; only a band around the diagonal can be within
  // `most`.
  const beyond = most + 1;
  let previous = Uint16Array.from({ length: b.length + 1 }, (_, column) => column);
  let current = new Uint16Array(b.length + 1);
  for (let row = 1; row <= a.length; row++) {
    const first = Math.max(1, row - most);
    const last = Math.min(b.length, row + most);
    current[first - 1] = first === 1 ? row : beyond;
    let least = current[first - 1] ?? beyond;
    for (let column = first; column <= last; column++) {
      const same = a.charCodeAt(row - 1) === b.charCodeAt(column - 1);
      const replaced = (previous[column - 1] ?? beyond) + (same ? 0 : 1);
      const shifted = Math.min(previous[column] ?? beyond, current[column - 1] ?? beyond) + 1;
      const edits = Math.min(replaced, shifted);
      current[column] = edits;
      least = Math.min(least, edits);
    }
    if (last < b.length) current[last + 1] = beyond;
    if (least > most) return false;
    [previous, current] = [current, previous];
  }
  return (previous[b.length] ?? beyond) <= most;
}

function withoutCommonEnds(a: string, b: string): [string, string] {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let end = 0;
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  return [a.slice(start, a.length - end), b.slice(start, b.length - end)];
}

/**
 * Maximum number of comparisons letter by letter per document. A feed that needs more of them
 * replaced hundreds of entries at once by others of the same length; the remaining entries count as
 * new.
 */
const MAX_COMPARISONS = 5_000;

/** The two sides of a comparison, and the entries of each side that need a pair. */
interface TitleSearch<Stored, Incoming> {
  stored: readonly Stored[];
  incoming: readonly Incoming[];
  among: { stored: ReadonlySet<Stored>; incoming: ReadonlySet<Incoming> };
}

/**
 * Pairs of entries with similar titles that are not similar to the title of any third entry: "Part II"
 * and "Part III", "Monday thread" and "Sunday thread" are more than 90 % similar, but a feed with such
 * a series also has other parts.
 */
export function onlySimilarTitles<
  Stored extends { title: string },
  Incoming extends { title: string },
>(search: TitleSearch<Stored, Incoming>): (readonly [Stored, Incoming])[] {
  const budget = { left: MAX_COMPARISONS };
  const stored = new TitleIndex(search.stored, budget);
  const incoming = new TitleIndex(search.incoming, budget);
  const pairs: (readonly [Stored, Incoming])[] = [];
  for (const entry of search.among.incoming) {
    const title = incoming.titleOf(entry);
    const old = stored.onlyOneLike(title);
    if (old === undefined || !search.among.stored.has(old)) continue;
    const oldTitle = stored.titleOf(old);
    const unique =
      stored.onlyOneLike(oldTitle) === old &&
      incoming.onlyOneLike(oldTitle) === entry &&
      incoming.onlyOneLike(title) === entry;
    // A comparison that was stopped early did not check all other entries.
    if (budget.left < 0) break;
    if (unique) pairs.push([old, entry]);
  }
  return pairs;
}

/**
 * Index of entries by the numbers and the length of their titles: only titles that agree in both
 * can be similar. A document of 2,000 numbered titles took 0.4 s when each title was compared with
 * all others.
 */
class TitleIndex<Entry extends { title: string }> {
  readonly #titles = new Map<Entry, ComparableTitle | null>();
  readonly #byNumbers = new Map<string, Map<number, Entry[]>>();
  readonly #budget: { left: number };

  constructor(entries: readonly Entry[], budget: { left: number }) {
    this.#budget = budget;
    for (const entry of entries) {
      const title = comparableTitle(entry.title);
      this.#titles.set(entry, title);
      if (title === null) continue;
      const byLength = this.#byNumbers.get(title.numbers) ?? new Map<number, Entry[]>();
      this.#byNumbers.set(title.numbers, byLength);
      const alike = byLength.get(title.text.length) ?? [];
      byLength.set(title.text.length, alike);
      alike.push(entry);
    }
  }

  titleOf(entry: Entry): ComparableTitle | null {
    return this.#titles.get(entry) ?? null;
  }

  /** The only entry with a similar title; undefined if there are none or several. */
  onlyOneLike(title: ComparableTitle | null): Entry | undefined {
    let only: Entry | undefined;
    for (const other of this.#near(title)) {
      if (!this.#isLike(title, this.titleOf(other))) continue;
      if (only !== undefined) return undefined;
      only = other;
    }
    return only;
  }

  /** The entries whose titles have the same numbers and a length that allows similarity. */
  *#near(title: ComparableTitle | null): Generator<Entry> {
    const byLength = title === null ? undefined : this.#byNumbers.get(title.numbers);
    if (title === null || byLength === undefined) return;
    for (const [length, entries] of byLength) {
      const longer = Math.max(length, title.text.length);
      if (Math.abs(length - title.text.length) <= editsAllowed(longer)) yield* entries;
    }
  }

  #isLike(a: ComparableTitle | null, b: ComparableTitle | null): boolean {
    if (a === null || b === null) return false;
    if (a.text === b.text) return true;
    this.#budget.left -= 1;
    return this.#budget.left >= 0 && similarTitles(a, b);
  }
}
