import type { Feed } from '../../../client/index.js';
import { span } from '../../output/relative-time.js';
import { findNotice } from './notice.js';
import { rhythmOf, usualMaxAge } from './rhythm.js';

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

export interface Freshness {
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
  const detail = `Its newest item is ${span(age) ?? 'a minute'} old.`;
  const rhythm = maxAgeMs === undefined ? rhythmOf(times) : null;
  const usual = rhythm === null ? '' : ` It usually publishes every ${span(rhythm)}.`;
  return { problem: 'stale', detail: `${detail}${usual}` };
}
