import {
  type ComparableTitle,
  comparableTitle,
  editsAllowed,
  similarTitles,
} from './title-similarity.js';

/**
 * Titles compared letter by letter in one reading at most. A feed that goes beyond it replaced
 * hundreds of entries at once by others of the same length; the rest of them is new.
 */
const MOST_COMPARISONS = 5_000;

/** The two sides of a comparison, and those entries on each that a pair is wanted for. */
interface TitleSearch<Stored, Incoming> {
  stored: readonly Stored[];
  incoming: readonly Incoming[];
  among: { stored: ReadonlySet<Stored>; incoming: ReadonlySet<Incoming> };
}

/**
 * Pairs of entries with similar titles, where no third entry of the feed has one that is similar to
 * either: "Part II" and "Part III", "Monday thread" and "Sunday thread" are more than 90 % alike, but
 * a feed with such a series shows it by the other parts.
 */
export function onlySimilarTitles<
  Stored extends { title: string },
  Incoming extends { title: string },
>(search: TitleSearch<Stored, Incoming>): (readonly [Stored, Incoming])[] {
  const comparison = new TitleComparison([...search.stored, ...search.incoming]);
  const pairs: (readonly [Stored, Incoming])[] = [];
  for (const entry of search.among.incoming) {
    const old = comparison.onlyOneLike(entry, search.stored);
    const unique =
      old !== undefined &&
      search.among.stored.has(old) &&
      comparison.onlyOneLike(old, search.stored) === old &&
      comparison.onlyOneLike(old, search.incoming) === entry &&
      comparison.onlyOneLike(entry, search.incoming) === entry;
    // A comparison that was cut short has not seen every rival.
    if (comparison.exhausted) break;
    if (unique) pairs.push([old, entry]);
  }
  return pairs;
}

class TitleComparison {
  private readonly titles: Map<{ title: string }, ComparableTitle | null>;
  private left = MOST_COMPARISONS;

  constructor(entries: readonly { title: string }[]) {
    this.titles = new Map(entries.map((entry) => [entry, comparableTitle(entry.title)]));
  }

  get exhausted(): boolean {
    return this.left < 0;
  }

  /** The only entry of the list whose title is like the given one's; undefined when there are more. */
  onlyOneLike<Entry extends { title: string }>(
    entry: { title: string },
    list: readonly Entry[],
  ): Entry | undefined {
    let only: Entry | undefined;
    for (const other of list) {
      if (!this.alike(entry, other)) continue;
      if (only !== undefined) return undefined;
      only = other;
    }
    return only;
  }

  private alike(one: { title: string }, other: { title: string }): boolean {
    const a = this.titles.get(one) ?? null;
    const b = this.titles.get(other) ?? null;
    if (a === null || b === null || a.numbers !== b.numbers) return false;
    if (a.text === b.text) return true;
    if (Math.abs(a.text.length - b.text.length) > editsAllowed(a, b)) return false;
    this.left -= 1;
    return !this.exhausted && similarTitles(a, b);
  }
}
