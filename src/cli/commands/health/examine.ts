import { timeSpan } from '../../../base/relative-time.js';
import type { Feed } from '../../../client/index.js';
import { findNotice } from './notice.js';

/** What can be wrong with a feed; in the order of the help. */
export type ProblemKind =
  | 'failing'
  | 'inactive'
  | 'empty'
  | 'stale'
  | 'unpublished'
  | 'not-a-feed'
  | 'unpaid'
  | 'notice';

export interface Problem {
  problem: ProblemKind;
  detail: string;
}

interface Freshness {
  /** Milliseconds since the epoch. */
  now: number;
  /** How old the newest item may be; judged by the feed's own rhythm when undefined. */
  maxAgeMs: number | undefined;
  /** When a newest item was first seen; undefined without a memory. */
  newSeenAt: number | undefined;
}

/** What is wrong with a feed as its service shows it, the gravest first; undefined for nothing. */
export function examine(feed: Feed, freshness: Freshness): Problem | undefined {
  if (!feed.is_active) {
    const reason = feed.last_error ?? `The service no longer reads ${feed.source_url}`;
    return { problem: 'inactive', detail: reason };
  }
  const notice = findNotice(feed);
  if (notice !== undefined) return { problem: 'notice', detail: `An item says: ${notice}` };
  if (feed.items.length === 0) {
    return { problem: 'empty', detail: `Nothing came from ${feed.source_url}` };
  }
  return staleness(feed, freshness);
}

/** When the newest item came: by its date, else by when it was first seen. Undefined: nobody knows. */
export function newestAt(feed: Feed, { now, newSeenAt }: Freshness): number | undefined {
  const times = pastDates(feed, now);
  return times.length === 0 ? newSeenAt : Math.max(...times);
}

/** Dates of the items. One to come is an announcement, and says nothing of when it was made. */
function pastDates({ items }: Feed, now: number): number[] {
  return items
    .map(({ date_published }) => Date.parse(date_published ?? ''))
    .filter((time) => time <= now);
}

function staleness(feed: Feed, freshness: Freshness): Problem | undefined {
  const { now, maxAgeMs } = freshness;
  const newest = newestAt(feed, freshness);
  if (newest === undefined) return undefined;
  const times = pastDates(feed, now);
  const age = now - newest;
  if (age <= (maxAgeMs ?? usualMaxAge(times))) return undefined;
  const detail = `Its newest item is ${timeSpan(age)} old.`;
  const rhythm = maxAgeMs === undefined ? rhythmOf(times) : null;
  const usual = rhythm === null ? '' : ` It usually publishes every ${timeSpan(rhythm)}.`;
  return { problem: 'stale', detail: `${detail}${usual}` };
}

const HOUR_MS = 3_600_000;

/** Items less far apart than this were published together. */
const BATCH_GAP_MS = 12 * HOUR_MS;

/** Publications that the rhythm is judged by: a feed that has become slower is judged by that. */
const SAMPLE = 20;

/** A feed is stale after this many times its rhythm. */
const FACTOR = 3;

/** Sites pause at night: nothing is stale sooner. It also holds for feeds without a known rhythm. */
const MIN_AGE_MS = 24 * HOUR_MS;

/**
 * The average time between the publications of a feed, in milliseconds; null when its dates show
 * fewer than two. Items of one batch are one publication, and the average takes weekends in.
 * @param times of the items, milliseconds since the epoch, in any order
 */
export function rhythmOf(times: readonly number[]): number | null {
  const publications: number[] = [];
  let previous = Number.POSITIVE_INFINITY;
  for (const time of times.toSorted((a, b) => b - a)) {
    if (previous - time >= BATCH_GAP_MS) publications.push(time);
    previous = time;
    if (publications.length === SAMPLE) break;
  }
  const [newest, second] = publications;
  const oldest = publications.at(-1);
  if (newest === undefined || second === undefined || oldest === undefined) return null;
  return (newest - oldest) / (publications.length - 1);
}

/** How old the newest item of a feed may be, in milliseconds, before the feed is stale. */
export function usualMaxAge(times: readonly number[]): number {
  return Math.max(MIN_AGE_MS, FACTOR * (rhythmOf(times) ?? 0));
}
