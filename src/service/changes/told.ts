import { MONEY } from '../../base/noise.js';
import { DAY } from '../core/durations.js';
import type { FollowedText } from '../core/source-document.js';
import { type Comparison, type Hunk, hunksOf, onlyLines, VALUE_WORDS } from './compare.js';
import { isCountdown, isDateOfToday, isPlainNumber, withoutNumbers } from './line-numbers.js';
import { type Line, labelled, lineHash, packLines } from './lines.js';

/** Times that a number changed, or a line differed between two answers, until that is known of it. */
const RESTLESS = 3;
/** A number that changes more seldom is news, such as the cases of a day. */
const SOON = DAY / 2;
/** What is restless is told when it stays for so long, and for so many fetches. */
const STAY = DAY;
const STAY_FETCHES = 6;
/** Fetches in a row, each on another day, at which a sentence differed: from then on it is one of the day. */
const DAILY = 4;
/** A place that was quiet for longer is forgotten. */
const LIFE = 2 * DAY;
/** Places that are remembered: enough for a page that says something else each time. */
const MAX_PLACES = 1_000;

interface Moment {
  /** Milliseconds. */
  now: number;
  /** Number of the fetch. */
  fetches: number;
}

/** How a text is compared. */
interface Manner extends Moment {
  /** All of its changes are news: it was selected. */
  isExact: boolean;
  /** A number in a sentence must stay for a fetch: on a page it may count its readers. */
  isPage: boolean;
}

/** What of a text that differs from the one that was told is told now. */
export interface News {
  hunks: Hunk[];
  relinked: Line[];
}

/**
 * The text as items told it, and what of the page was held back: that stays a difference at each fetch,
 * until the page takes it back or it is told.
 */
export class Told {
  readonly #manner: Manner;
  /** By the hash of a place: how often it changed, when last, at which fetch. */
  readonly #places: Map<string, [times: number, at: number, fetch: number]>;
  /** Since when a line that is held back has been as it is, by its hash. */
  readonly #heldBefore: Readonly<Record<string, readonly [at: number, fetch: number]>>;
  readonly #held = new Map<string, readonly [at: number, fetch: number]>();
  readonly #since: number;

  constructor(stored: FollowedText | null, manner: Manner) {
    this.#manner = manner;
    this.#places = new Map(
      Object.entries(stored?.places ?? {}).filter(
        ([, [, at, fetch]]) => manner.now - at < LIFE || manner.fetches - fetch < STAY_FETCHES,
      ),
    );
    this.#heldBefore = stored?.held ?? {};
    this.#since = stored?.at ?? 0;
  }

  /**
   * Decides what is told.
   * @param other how a second answer of the page differs: what it does not say as well is held back
   */
  decide(compared: Comparison, other: Comparison | null): { news: News; lines: Line[] } {
    const held = new Set<Line>();
    const absorbed = new Set(compared.quiet);
    const { isExact, now: time } = this.#manner;
    const also = other === null ? null : differences(other);
    const slots = isExact ? new Map<Line, string>() : slotsOf(compared);
    for (const hunk of onlyLines(hunksOf(compared.parts), (line) => !absorbed.has(line))) {
      for (const pair of inPairs(hunk.removed, hunk.added)) {
        const [before, now] = pair;
        const lines = pair.filter((line) => line !== null);
        const isPassing =
          also !== null &&
          ((before !== null && !also.has(`-${labelled(before)}`)) ||
            (now !== null && !also.has(`+${labelled(now)}`)));
        if (isPassing) this.#notePassing(lines);
        const isToday =
          before !== null &&
          now !== null &&
          (this.#isOfTheDay(before, now, slots) || isDateOfToday(before, now, time));
        if (isPassing || (!isExact && !isToday && this.#mustStay(before, now))) {
          for (const line of lines) held.add(line);
        } else if (!isExact && isToday) {
          for (const line of lines) absorbed.add(line);
        }
      }
    }
    const isTold = (line: Line) => !held.has(line) && !absorbed.has(line);
    const hunks = onlyLines(hunksOf(compared.parts), isTold);
    const linkedAlso = new Set(other?.relinked.map(({ links }) => links));
    const relinked = compared.relinked.filter((line) => {
      if (other !== null && !linkedAlso.has(line.links)) return false;
      const place = linkHash(line);
      const isKnown = !isExact && this.#places.has(place);
      if (isKnown) this.#note(place, 1);
      return !isKnown;
    });
    const lines = compared.parts.flatMap((part) =>
      'stayed' in part
        ? part.stayed
        : [
            ...part.removed.filter((line) => held.has(line)),
            ...part.added.filter((line) => !held.has(line)),
          ],
    );
    return { news: { hunks, relinked }, lines };
  }

  /** Notes numbers that are told to have changed: counters and clocks do many times a day. */
  noteTold({ hunks, relinked }: News): void {
    for (const line of relinked) this.#note(linkHash(line), 1);
    for (const { removed, added } of hunks) {
      for (const [before, now] of inPairs(removed, added)) {
        if (before === null || now === null || placeHash(before) !== placeHash(now)) continue;
        const place = placeHash(now);
        const [times = 0, at = 0] = this.#places.get(place) ?? [];
        const elapsed = this.#manner.now - at;
        const isCounter = elapsed < SOON || isCountdown(before, now, elapsed);
        this.#note(place, isCounter && times < RESTLESS ? times + 1 : 1);
      }
    }
  }

  /** The state to store for the next fetch. */
  after(lines: readonly Line[], isReplaced: boolean): FollowedText {
    return {
      ...{ version: 2, at: this.#manner.now },
      ...packLines(lines),
      ...(this.#places.size > 0 && {
        places: Object.fromEntries([...this.#places].slice(-MAX_PLACES)),
      }),
      ...(this.#held.size > 0 && { held: Object.fromEntries(this.#held) }),
      ...(isReplaced && { isReplaced: true as const }),
    };
  }

  /** Whether a sentence differed at each of the last fetches, on different days, as a quotation of the day. */
  #isOfTheDay(before: Line, now: Line, slots: ReadonlyMap<Line, string>): boolean {
    const slot = slots.get(now);
    if (slot === undefined || placeHash(before) === placeHash(now)) return false;
    if (![before, now].every(isSentence)) return false;
    const { now: time, fetches } = this.#manner;
    // What comes back is a state, such as that of a stock.
    const isState = this.#places.has(`=${lineHash(now.key)}`);
    for (const { key } of [before, now]) this.#note(`=${lineHash(key)}`, 0);
    const [times = 0, at = 0, fetch = 0] = this.#places.get(slot) ?? [];
    const isNext = !isState && fetches - fetch === 1 && time - at >= SOON;
    this.#note(slot, isNext ? Math.min(times + 1, DAILY) : 1);
    return isNext && times >= DAILY - 1;
  }

  /** Whether a line, or a pair of two with other numbers, is held back until it stays. */
  #mustStay(before: Line | null, now: Line | null): boolean {
    const line = now ?? before;
    if (line === null) return false;
    const { now: time, fetches, isPage } = this.#manner;
    const [place, hash] = [placeHash(line), lineHash(labelled(line))];
    const isRestless = (this.#places.get(place)?.[0] ?? 0) >= RESTLESS;
    const known = this.#heldBefore[hash];
    if (!isRestless) {
      const isNumber = before !== null && now !== null && isPage && isPlainNumber(before, now);
      if (!isNumber || known !== undefined || time - this.#since >= SOON) return false;
    }
    const [at, fetch] = known ?? [time, fetches];
    if (isRestless && time - at >= STAY && fetches - fetch >= STAY_FETCHES) return false;
    this.#held.set(hash, [at, fetch]);
    if (known === undefined) this.#note(place, this.#places.get(place)?.[0] ?? 0);
    return true;
  }

  /** Notes lines that one of two answers had. */
  #notePassing(lines: readonly Line[]): void {
    const { now, fetches } = this.#manner;
    for (const line of lines) this.#held.set(lineHash(labelled(line)), [now, fetches]);
    for (const place of new Set(lines.map(placeHash))) {
      this.#note(place, Math.min((this.#places.get(place)?.[0] ?? 0) + 1, RESTLESS));
    }
  }

  /** The oldest is first. */
  #note(place: string, times: number): void {
    this.#places.delete(place);
    this.#places.set(place, [times, this.#manner.now, this.#manner.fetches]);
  }
}

/** Longer than a value, and no price or version. */
function isSentence({ key }: Line): boolean {
  return key.split(' ').length > VALUE_WORDS && !MONEY.test(key) && !/\d\.\d/.test(key);
}

/** Places of lines that replace as many others, by the line before them. */
function slotsOf({ parts }: Comparison): Map<Line, string> {
  const slots = new Map<Line, string>();
  let before = '';
  for (const part of parts) {
    if ('stayed' in part) before = part.stayed.at(-1)?.key ?? before;
    else if (part.removed.length === part.added.length) {
      for (const [at, line] of part.added.entries()) {
        slots.set(line, `~${lineHash(`${before}\n${at}`)}`);
      }
    }
  }
  return slots;
}

/** What lines with other numbers have in common at one place. */
function placeHash({ key, under }: Line): string {
  return lineHash(`${withoutNumbers(key)}\n${withoutNumbers(under?.key ?? '')}`);
}

/** A line whose links lead elsewhere is told once, until they have been quiet. */
function linkHash(line: Line): string {
  return `@${lineHash(labelled(line))}`;
}

/** The lines by which an answer differs. */
function differences({ parts, quiet }: Comparison): Set<string> {
  const found = new Set<string>();
  for (const { removed, added } of hunksOf(parts)) {
    for (const line of removed) if (!quiet.has(line)) found.add(`-${labelled(line)}`);
    for (const line of added) if (!quiet.has(line)) found.add(`+${labelled(line)}`);
  }
  return found;
}
/** Removed and added lines in pairs: those that differ by numbers, and others as they stand. */
function inPairs(
  removed: readonly Line[],
  added: readonly Line[],
): [before: Line | null, now: Line | null][] {
  const left = new Set(removed);
  const byShape = new Map<string, Line[]>();
  for (const line of removed) {
    const known = byShape.get(placeHash(line));
    if (known === undefined) byShape.set(placeHash(line), [line]);
    else known.push(line);
  }
  const pairs = added.map((line): [Line | null, Line | null] => {
    const before = byShape.get(placeHash(line))?.shift() ?? null;
    if (before !== null) left.delete(before);
    return [before, line];
  });
  const alone = pairs.filter(([before]) => before === null);
  const others = [...left];
  if (alone.length !== others.length)
    return [...pairs, ...others.map((line): [Line, null] => [line, null])];
  for (const [at, pair] of alone.entries()) pair[0] = others[at] ?? null;
  return pairs;
}
