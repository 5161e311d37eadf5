import { roundedSpan, timeSpan } from '../../../base/relative-time.js';
import { usualGap } from '../../../base/usual-gap.js';
import type { Feed, FeedSummary } from '../../../client/index.js';
import { checksOf, type FeedCheckName } from '../../checks/table.js';
import type { Found } from './checked.js';
import { findNotice } from './notice.js';

/** The problem of a feed. */
export interface Problem extends Found {
  check: FeedCheckName;
}

interface Freshness {
  /** Milliseconds since the epoch. */
  now: number;
  /** Maximum age of the newest item; undefined: derived from the feed's own rhythm. */
  maxAgeMs: number | undefined;
  /** Time at which the newest item was first seen; undefined without stored state. */
  newSeenAt: number | undefined;
}

/** Facts that decide which command fixes a feed. */
interface FixFacts {
  /** True if the service fetches feeds on demand: it is feedctl's own. */
  canRefresh: boolean;
}

/** A feed with its items, or one from a list with `include=usual_gap`, which has its rhythm. */
type Examined = Feed | (FeedSummary & { items?: never });

type Detail = Omit<Problem, 'check'>;

interface FeedCheck {
  /**
   * Finds the problem; undefined if there is none. Absent for problems that only the published
   * address shows.
   */
  find?(feed: Examined, freshness: Freshness): Detail | undefined;
  /** Commands, as words after `feedctl`, that fix the problem or show details. */
  fixes?(id: string, facts: FixFacts): readonly (readonly string[])[];
}

const REFRESH_OR_DELETE: FeedCheck['fixes'] = (id, { canRefresh }) => [
  ...(canRefresh ? [['refresh', id]] : []),
  ['feeds', 'delete', id],
];
const PRINT_ADDRESS: FeedCheck['fixes'] = (id) => [['open', id, '--print']];

const FEED_CHECKS: Readonly<Record<FeedCheckName, FeedCheck>> = {
  inactive: { find: inactive, fixes: REFRESH_OR_DELETE },
  failing: {
    find: failedFetch,
    fixes: (id, { canRefresh }) =>
      canRefresh
        ? [
            ['feeds', 'history', id],
            ['refresh', id],
            // The page may have another list now, or the site may have another feed.
            ['health', id, '--fix'],
          ]
        : [['feeds', 'get', id, '--debug']],
  },
  // Only the website of the service can take payments.
  notice: { find: noticed },
  empty: { find: empty, fixes: REFRESH_OR_DELETE },
  drifted: { find: drifted, fixes: (id) => [['health', id, '--fix']] },
  stale: {
    find: staleness,
    fixes: (id, { canRefresh }) => [canRefresh ? ['refresh', id] : ['open', id, '--source']],
  },
  cut: { find: cutList },
  unpublished: { fixes: PRINT_ADDRESS },
  'not-a-feed': { fixes: PRINT_ADDRESS },
  unpaid: {},
};

/** The commands that fix a problem of a feed. */
export function fixesFor(check: FeedCheckName, id: string, facts: FixFacts) {
  return FEED_CHECKS[check].fixes?.(id, facts) ?? [];
}

/** The most severe problem of a feed; undefined if it is healthy. */
export function examine(
  feed: Examined,
  freshness: Freshness,
  wanted: readonly string[] = checksOf('feed'),
): Problem | undefined {
  for (const check of checksOf('feed')) {
    const found = wanted.includes(check) ? FEED_CHECKS[check].find?.(feed, freshness) : undefined;
    if (found !== undefined) return { check, ...found };
  }
  return undefined;
}

/** A list was cut: every new entry was seen, but the oldest ones are missing. */
function cutList({ document }: Examined): Detail | undefined {
  return document?.entries === undefined
    ? undefined
    : { detail: `The newest 500 of ${document.entries} entries are kept` };
}

function inactive(feed: Examined): Detail | undefined {
  if (feed.is_active) return undefined;
  const detail = feed.last_error ?? `The service no longer fetches ${feed.source_url}`;
  return { detail, ...failingSince(feed) };
}

function noticed(feed: Examined): Detail | undefined {
  const notice = feed.items && findNotice(feed);
  return notice === undefined ? undefined : { detail: `An item says: ${notice}` };
}

function empty({ items, source_url }: Examined): Detail | undefined {
  return items?.length !== 0 ? undefined : { detail: `No items from ${source_url}` };
}

/** The page changed, and the service no longer finds the list of the feed on it. */
function drifted({ drift, source_url: source }: Examined): Detail | undefined {
  if (drift === undefined) return undefined;
  const { found, expected, confidence } = drift;
  const sure = `confidence ${Math.round(confidence * 100)} %`;
  return {
    detail: `${source} changed, and its list is lost: ${found} of ${expected} items found (${sure})`,
  };
}

/** Describes the last failed fetch with the reason that the service gives. */
function failedFetch(feed: Examined, { now }: Freshness): Detail | undefined {
  if (feed.health !== 'failing') return undefined;
  const at = Date.parse(feed.last_fetched_at ?? '');
  const when = Number.isNaN(at) ? '' : `, ${timeSpan(now - at)} ago,`;
  const since = Date.parse(feed.failing_since ?? '');
  const span = since < at ? `Failing for ${timeSpan(now - since)}. ` : '';
  const reason = feed.last_error ?? 'the service gives no reason.';
  const detail = `${span}The last fetch${when} failed: ${reason}`;
  return { detail, ...failingSince(feed) };
}

function failingSince({ failing_since: since }: Examined): Pick<Problem, 'failingSince'> {
  return since == null ? {} : { failingSince: since };
}

/** Time of the newest item: its date, otherwise when it was first seen. Undefined if unknown. */
export function newestAt(feed: Examined, { now, newSeenAt }: Freshness): number | undefined {
  if (feed.items === undefined) return pastTime(feed.last_item_at, now);
  const times = pastDates(feed, now);
  return times.length === 0 ? newSeenAt : Math.max(...times);
}

/** Past dates of the items. A future date is an announcement and says nothing about publication. */
function pastDates({ items }: Feed, now: number): number[] {
  return items
    .map(({ date_published }) => Date.parse(date_published ?? ''))
    .filter((time) => time <= now);
}

/** Milliseconds since the epoch. */
function pastTime(date: string | null | undefined, now: number): number | undefined {
  const time = Date.parse(date ?? '');
  return time <= now ? time : undefined;
}

/** Milliseconds; null if it is unknown. */
function gapOf(feed: Examined, now: number): number | null {
  if (feed.items !== undefined) return usualGap(pastDates(feed, now));
  return feed.usual_gap == null ? null : feed.usual_gap * 1000;
}

/**
 * Age at which a feed without a known rhythm is stale, and the minimum for all feeds: sites pause
 * at night.
 */
const MIN_AGE_MS = 24 * 3_600_000;

/** A feed is stale after this multiple of its usual gap. */
const FACTOR = 3;

/** The default maximum age of the newest item, in milliseconds. */
export function usualMaxAge(gap: number | null): number {
  return Math.max(MIN_AGE_MS, FACTOR * (gap ?? 0));
}

/** Checks that need the items of a feed, or its rhythm. */
const OF_ITEMS: readonly FeedCheckName[] = ['notice', 'empty', 'stale'];

/**
 * True if a list has all facts for `examine`. Payment notices come from services other than
 * feedctl, or from feeds with few items, which have no `usual_gap`.
 */
export function isExaminable(
  feed: FeedSummary,
  { now, maxAgeMs }: Freshness,
  wanted: readonly string[],
): boolean {
  if (feed.health === undefined) return false;
  if (!OF_ITEMS.some((check) => wanted.includes(check))) return true;
  const newest = pastTime(feed.last_item_at, now);
  if (feed.usual_gap === undefined || newest === undefined) return false;
  return feed.usual_gap !== null || maxAgeMs !== undefined || now - newest <= MIN_AGE_MS;
}

function staleness(feed: Examined, freshness: Freshness): Detail | undefined {
  // A paused feed is never stale: its owner stopped the fetches.
  if (feed.next_fetch_reason === 'paused') return undefined;
  const { now, maxAgeMs } = freshness;
  const newest = newestAt(feed, freshness);
  if (newest === undefined) return undefined;
  const gap = gapOf(feed, now);
  const age = now - newest;
  if (age <= (maxAgeMs ?? usualMaxAge(gap))) return undefined;
  const detail = `Its newest item is ${timeSpan(age)} old.`;
  if (gap === null || maxAgeMs !== undefined) return { detail };
  return {
    detail: `${detail} It usually publishes every ${roundedSpan(gap)}. The source itself may be quiet: feedctl open ${feed.id} --source`,
  };
}
