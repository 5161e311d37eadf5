import { roundedSpan, timeSpan } from '../../../base/relative-time.js';
import type { Feed } from '../../../client/index.js';
import { findNotice } from './notice.js';

/** Kinds of problems, in the order of the help. */
export type ProblemKind =
  | 'failing'
  | 'inactive'
  | 'empty'
  | 'drifted'
  | 'stale'
  | 'unpublished'
  | 'not-a-feed'
  | 'unpaid'
  | 'notice';

export interface Problem {
  problem: ProblemKind;
  detail: string;
  /** Time of the first of the fetches that failed in a row; ISO 8601. */
  failingSince?: string;
}

interface Freshness {
  /** Milliseconds since the epoch. */
  now: number;
  /** Maximum age of the newest item; undefined: derived from the feed's own rhythm. */
  maxAgeMs: number | undefined;
  /** When the newest item was first seen; undefined without stored state. */
  newSeenAt: number | undefined;
}

/** The most severe problem of a feed; undefined when it is healthy. */
export function examine(feed: Feed, freshness: Freshness): Problem | undefined {
  if (!feed.is_active) {
    const reason = feed.last_error ?? `The service no longer fetches ${feed.source_url}`;
    return { problem: 'inactive', detail: reason, ...failingSince(feed) };
  }
  if (feed.health === 'failing') return failedFetch(feed, freshness);
  const notice = findNotice(feed);
  if (notice !== undefined) return { problem: 'notice', detail: `An item says: ${notice}` };
  if (feed.items.length === 0) {
    return { problem: 'empty', detail: `No items from ${feed.source_url}` };
  }
  return drifted(feed) ?? staleness(feed, freshness);
}

/** The page changed, and the service no longer finds the list of the feed on it. */
function drifted({ drift, source_url: source }: Feed): Problem | undefined {
  if (drift === undefined) return undefined;
  const { found, expected, confidence } = drift;
  const sure = `confidence ${Math.round(confidence * 100)} %`;
  const detail = `${source} changed: ${found} of ${expected} items found (${sure})`;
  return { problem: 'drifted', detail };
}

/** Describes the last failed fetch with the reason that the service gives. */
function failedFetch(feed: Feed, { now }: Freshness): Problem {
  const at = Date.parse(feed.last_fetched_at ?? '');
  const when = Number.isNaN(at) ? '' : `, ${timeSpan(now - at)} ago,`;
  const since = Date.parse(feed.failing_since ?? '');
  const span = since < at ? `Failing for ${timeSpan(now - since)}. ` : '';
  const reason = feed.last_error ?? 'the service gives no reason.';
  const detail = `${span}The last fetch${when} failed: ${reason}`;
  return { problem: 'failing', detail, ...failingSince(feed) };
}

function failingSince({ failing_since: since }: Feed): Pick<Problem, 'failingSince'> {
  return since == null ? {} : { failingSince: since };
}

/** Time of the newest item: its date, otherwise when it was first seen. Undefined if unknown. */
export function newestAt(feed: Feed, { now, newSeenAt }: Freshness): number | undefined {
  const times = pastDates(feed, now);
  return times.length === 0 ? newSeenAt : Math.max(...times);
}

/** Past dates of the items. A future date is an announcement and says nothing about publication. */
function pastDates({ items }: Feed, now: number): number[] {
  return items
    .map(({ date_published }) => Date.parse(date_published ?? ''))
    .filter((time) => time <= now);
}

function staleness(feed: Feed, freshness: Freshness): Problem | undefined {
  // The owner stopped the fetches; nothing new is expected.
  if (feed.next_fetch_reason === 'paused') return undefined;
  const { now, maxAgeMs } = freshness;
  const newest = newestAt(feed, freshness);
  if (newest === undefined) return undefined;
  const times = pastDates(feed, now);
  const age = now - newest;
  if (age <= (maxAgeMs ?? usualMaxAge(times))) return undefined;
  const detail = `Its newest item is ${timeSpan(age)} old.`;
  const rhythm = maxAgeMs === undefined ? rhythmOf(times) : null;
  const usual = rhythm === null ? '' : ` It usually publishes every ${roundedSpan(rhythm)}.`;
  return { problem: 'stale', detail: `${detail}${usual}` };
}

const HOUR_MS = 3_600_000;

/** Items closer together than this count as one publication. */
const BATCH_GAP_MS = 12 * HOUR_MS;

/** Number of publications that determine the rhythm, so that a slower feed is judged by its new rhythm. */
const SAMPLE = 20;

/** A feed is stale after this multiple of its rhythm. */
const FACTOR = 3;

/** Minimum age of a stale feed, because sites pause at night. Also applies without a known rhythm. */
const MIN_AGE_MS = 24 * HOUR_MS;

/**
 * The average time between publications, in milliseconds; null when fewer than two dates are known.
 * Items of one batch count as one publication; the average includes weekends.
 * @param times publication times of the items, milliseconds since the epoch, in any order
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

/** The default maximum age of the newest item, in milliseconds. */
export function usualMaxAge(times: readonly number[]): number {
  return Math.max(MIN_AGE_MS, FACTOR * (rhythmOf(times) ?? 0));
}
