import type { Feed } from '../../../client/index.js';
import { span } from '../../output/relative-time.js';
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

export interface Freshness {
  /** Milliseconds since the epoch. */
  now: number;
  maxAgeMs: number;
  /** When a newest item was first seen; undefined without a memory. */
  newSeenAt: number | undefined;
}

/** What is wrong with a feed as its service shows it, the gravest first; undefined for nothing. */
export function examine(feed: Feed, freshness: Freshness): Problem | undefined {
  if (!feed.is_active) {
    return { problem: 'inactive', detail: `The service no longer reads ${feed.source_url}` };
  }
  const notice = findNotice(feed);
  if (notice !== undefined) return { problem: 'notice', detail: `An item says: ${notice}` };
  if (feed.items.length === 0) {
    return { problem: 'empty', detail: `Nothing came from ${feed.source_url}` };
  }
  return staleness(feed, freshness);
}

/** When the newest item came: by its date, else by when it was first seen. Undefined: nobody knows. */
export function newestAt({ items }: Feed, { now, newSeenAt }: Freshness): number | undefined {
  const dates = items.flatMap(({ date_published }) => {
    const time = Date.parse(date_published ?? '');
    return Number.isNaN(time) ? [] : [time];
  });
  // A date to come is an announcement, and says nothing of when it was made.
  const past = dates.filter((time) => time <= now);
  return past.length === 0 ? newSeenAt : Math.max(...past);
}

function staleness(feed: Feed, freshness: Freshness): Problem | undefined {
  const newest = newestAt(feed, freshness);
  if (newest === undefined) return undefined;
  const age = freshness.now - newest;
  if (age <= freshness.maxAgeMs) return undefined;
  return { problem: 'stale', detail: `Its newest item is ${span(age) ?? 'a minute'} old.` };
}
