// Replays posting histories through the schedule of the service.
import { nextFetch, type WaitLimits } from '../src/service/schedule/interval.js';
import {
  formatRhythm,
  learn,
  parseRhythm,
  type Rhythm,
  startRhythm,
  timesOfAppearance,
} from '../src/service/schedule/rhythm.js';

/** Times of posts in unix seconds, ascending, by name; `kind/name` groups them. */
export type Histories = Readonly<Record<string, readonly number[]>>;

/** How one history went. */
export interface Replay {
  name: string;
  /** From a post to the fetch that shows it, in milliseconds. */
  delays: number[];
  /** Posts that no fetch ever showed: newer ones had pushed them out of the document. */
  missed: number;
  requests: number;
  /** Length of the replay in milliseconds. */
  duration: number;
}

export interface Source {
  /** Waits so long after a fetch, in milliseconds, whatever it brought. */
  everyMs?: number;
  limits?: WaitLimits;
  /** Items that the document shows. */
  documentItems: number;
  /** Starts the random numbers. */
  seed: number;
  /** Replaces the random numbers. */
  random?: () => number;
  /** When the feed is created, in milliseconds; chosen by the posts when left out. */
  createdAt?: number;
}

const HOUR = 3_600_000;

/** At least so many posts are replayed: of a short history, a quarter is known at the start. */
const KNOWN_SHARE = 0.25;

const NO_HINTS = { minIntervalMs: null, skipHours: [], skipDays: [] };

/**
 * One history as a feed. It is created when its first document is full, or has a quarter of the
 * posts: those are known from the start and count for nothing. From then on, until the last post, each
 * fetch sees the newest posts up to its time, and the schedule sees what these fetches saw.
 */
export function replay(name: string, seconds: readonly number[], source: Source): Replay {
  const posts = seconds.map((time) => time * 1000);
  const random = source.random ?? randomNumbers(source.seed, name);
  const end = posts.at(-1) ?? 0;
  const { known, start } = beginning();
  const result: Replay = { name, delays: [], missed: 0, requests: 0, duration: end - start };

  let seen = known;
  let now = start;
  let rhythm: Rhythm = startRhythm(
    posts.slice(Math.max(0, known - source.documentItems), known),
    start,
  );
  let isLearned = true;
  while (seen < posts.length) {
    const since = now;
    now = next(rhythm, now);
    // It is rounded when it is stored; the fetch that learned it is scheduled before.
    if (isLearned) rhythm = parseRhythm(formatRhythm(rhythm)) ?? rhythm;
    isLearned = false;
    const shown = countUntil(posts, seen, now);
    const oldest = Math.max(seen, shown - source.documentItems);
    result.missed += oldest - seen;
    const fresh = posts.slice(oldest, shown);
    for (const post of fresh) result.delays.push(now - post);
    if (fresh.length > 0) {
      rhythm = learn(rhythm, { times: timesOfAppearance(fresh, { since, now }), now });
      isLearned = true;
    }
    seen = shown;
    // The fetch behind the last post belongs to the time that follows.
    if (now <= end) result.requests += 1;
  }
  return result;

  function beginning(): { known: number; start: number } {
    const { createdAt, documentItems } = source;
    if (createdAt !== undefined)
      return { known: countUntil(posts, 0, createdAt), start: createdAt };
    const known = Math.max(1, Math.min(documentItems, Math.floor(posts.length * KNOWN_SHARE)));
    const firstGap = (posts[known] ?? end) - (posts[known - 1] ?? 0);
    return { known, start: (posts[known - 1] ?? 0) + random() * Math.min(firstGap, HOUR) };
  }

  function next(known: Rhythm, at: number): number {
    const { everyMs, limits } = source;
    if (everyMs !== undefined) return at + everyMs * (0.9 + 0.2 * random());
    const input = { now: at, rhythm: known, hints: NO_HINTS, freshForMs: null, retryAfterMs: null };
    return nextFetch({ ...input, ...limits, random }).at;
  }
}

function countUntil(posts: readonly number[], from: number, time: number): number {
  let count = from;
  while (count < posts.length && (posts[count] ?? time) <= time) count += 1;
  return count;
}

/** Numbers in [0, 1), the same for the same seed and name (mulberry32). */
export function randomNumbers(seed: number, name: string): () => number {
  let state = seed;
  for (const character of name)
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
