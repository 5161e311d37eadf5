import { DAY } from '../core/durations.js';
import type { FollowedChange, FollowedText } from '../core/source-document.js';
import { type Hunk, linesIn, withoutLines } from './compare-lines.js';
import { lineHash, shapeOf } from './line-key.js';
import { type Line, packed, placeOf } from './lines.js';
import { Untold } from './untold.js';

/** How long a line that came or went is remembered after that: so long, and for so many fetches. */
const LIFE = DAY;
const LIFE_FETCHES = 6;

/** Fetches at which a line was in one of two answers only, or had other numbers, until that is known of it. */
const PASSING = 3;

/** A number that changes more seldom is news, such as the cases of a day. */
const SOON = DAY / 2;

/** Lines and changes remembered: enough for a page that says something else each time. */
const MAX_LINES = 1_000;
const MAX_CHANGES = 10;
/** A change of more lines is not recognised when it is taken back. */
const MAX_CHANGED = 100;

interface Moment {
  /** Milliseconds. */
  now: number;
  /** Number of the fetch. */
  fetches: number;
}

type Sighting = FollowedText['seen'][string];

/** A change that an item reported, and the lines that undo it. */
export interface TakenBack {
  title: string;
  hunks: Hunk[];
}

/**
 * The lines that came and went on a page lately. A test of two variants, or a teaser that rotates, goes
 * back and forth between them: it is reported once, until it has been quiet for a day.
 */
export class Memory {
  /** See `FollowedText`. */
  isReplaced: boolean;
  readonly #moment: Moment;
  /** By hash; the oldest sighting first. */
  readonly #seen: Map<string, Sighting>;
  readonly #changes: FollowedChange[];
  readonly #untold: Untold;

  constructor(stored: FollowedText | null, moment: Moment) {
    this.#moment = moment;
    this.#seen = new Map(Object.entries(stored?.seen ?? {}).filter(([, at]) => this.#isRecent(at)));
    this.#changes = (stored?.changes ?? []).filter(({ at }) => this.#isRecent(at));
    this.#untold = new Untold(stored?.untold);
    this.isReplaced = stored?.isReplaced ?? false;
  }

  #isRecent([at, fetch]: readonly number[]): boolean {
    const { now, fetches } = this.#moment;
    return now - (at ?? 0) < LIFE || fetches - (fetch ?? 0) < LIFE_FETCHES;
  }

  /** Whether all lines of a hunk came or went lately. */
  knows({ removed, added }: Hunk): boolean {
    return [...removed, ...added].every((line) => {
      const passing = this.#seen.get(shapeHashOf(line))?.[2] ?? 0;
      return this.#seen.has(hashOf(line)) || passing >= PASSING;
    });
  }

  /** Notes lines that only one of two answers had. */
  notePassing(lines: readonly Line[]): void {
    for (const hash of new Set(lines.map(shapeHashOf))) {
      this.#note(hash, (this.#seen.get(hash)?.[2] ?? 0) + 1);
    }
  }

  /** Notes lines of which nothing but numbers changed: counters and clocks do many times a day. */
  noteNumbers(hunks: readonly Hunk[]): void {
    const shapes = hunks.flatMap(({ removed, added }) => {
      const before = new Set(removed.map(shapeHashOf));
      return added.map(shapeHashOf).filter((hash) => before.has(hash));
    });
    for (const hash of new Set(shapes)) {
      const [at = 0, , times = 0] = this.#seen.get(hash) ?? [];
      this.#note(hash, this.#moment.now - at < SOON ? times + 1 : 1);
    }
  }

  /** Notes that lines which are known came or went again. */
  noteAgain(hunks: readonly Hunk[]): void {
    for (const line of linesIn(hunks)) {
      for (const hash of [hashOf(line), shapeHashOf(line)]) {
        const known = this.#seen.get(hash);
        if (known !== undefined) this.#note(hash, known[2]);
      }
    }
  }

  /** Notes a change that an entry reports. */
  noteChange(title: string, hunks: readonly Hunk[]): void {
    const lines = linesIn(hunks);
    for (const line of lines) this.#note(hashOf(line), 0);
    this.#untold.forget(lines);
    const [removed, added] = [hashesOf(hunks, 'removed'), hashesOf(hunks, 'added')];
    if (removed.size + added.size > MAX_CHANGED) return;
    const { now, fetches } = this.#moment;
    this.#changes.push({ title, removed: [...removed], added: [...added], at: [now, fetches] });
  }

  /** The reported changes that these hunks undo; each is returned once. */
  takeBack(hunks: readonly Hunk[]): TakenBack[] {
    const [removed, added] = [hashesOf(hunks, 'removed'), hashesOf(hunks, 'added')];
    return this.#changes.flatMap((change) => {
      const isUndone =
        change.isBack !== true &&
        change.removed.every((line) => added.has(line)) &&
        change.added.every((line) => removed.has(line));
      if (!isUndone) return [];
      change.isBack = true;
      const [came, went] = [new Set(change.added), new Set(change.removed)];
      const others = hunks.flatMap((hunk) => [
        ...hunk.removed.filter((line) => !came.has(hashOf(line))),
        ...hunk.added.filter((line) => !went.has(hashOf(line))),
      ]);
      return [{ title: change.title, hunks: withoutLines(hunks, new Set(others)) }];
    });
  }

  /** Notes changes that no entry reports. */
  noteUntold(hunks: readonly Hunk[]): void {
    for (const hunk of hunks) this.#untold.note(hunk);
  }

  /** What was not reported, and stayed so until it is not known any more. */
  takeQuiet(): Hunk {
    return this.#untold.take(
      (line) => !this.#seen.has(hashOf(line)) && !this.#seen.has(shapeHashOf(line)),
    );
  }

  /** What is stored for the next fetch. */
  after(lines: readonly Line[]): FollowedText {
    return {
      ...packed(lines),
      seen: Object.fromEntries([...this.#seen].slice(-MAX_LINES)),
      changes: this.#changes.slice(-MAX_CHANGES),
      ...this.#untold.stored(),
      ...(this.isReplaced && { isReplaced: true as const }),
    };
  }

  #note(hash: string, passing: number): void {
    const { now, fetches } = this.#moment;
    this.#seen.delete(hash);
    this.#seen.set(hash, [now, fetches, passing]);
  }
}

function hashesOf(hunks: readonly Hunk[], side: 'removed' | 'added'): Set<string> {
  return new Set(hunks.flatMap((hunk) => hunk[side].map(hashOf)));
}

function hashOf(line: Line): string {
  return lineHash(placeOf(line));
}

/** The same for other numbers and links at that place, and another hash than that of the line itself. */
function shapeHashOf(line: Line): string {
  return `#${lineHash(placeOf({ ...line, key: shapeOf(line.key), links: '' }))}`;
}
