import type { SelectQueryBuilder } from 'kysely';
import { usualGap } from '../../base/usual-gap.js';
import type { FeedHealthState, FetchReason } from '../../contract/index.js';
import { isoTime, isoTimeOrNull } from '../core/time.js';
import { SAMPLE } from '../schedule/interval.js';
import type { Database, RowOf } from '../store/schema.js';

/**
 * The fetch health of a feed: `failing` feeds are retried with a backoff, `inactive` ones once a
 * week or on request.
 */
export type Health = FeedHealthState;

type HealthRow = Pick<
  RowOf<'feeds'>,
  | 'is_active'
  | 'inactive_reason'
  | 'failures'
  | 'failing_since'
  | 'last_error'
  | 'last_refreshed_at'
  | 'item_dates'
  | 'next_refresh_at'
  | 'suspended_at'
  | 'refresh_interval'
  | 'refresh_reason'
>;

/** The health of a feed as responses contain it. */
export function presentHealth(row: HealthRow) {
  const health = healthStateOf(row);
  const [newest = null] = JSON.parse(row.item_dates ?? '[]') as number[];
  return {
    health,
    last_fetched_at: isoTime(row.last_refreshed_at),
    // The error of an earlier fetch is not shown after the feed has recovered.
    last_error: health === 'ok' ? null : (row.inactive_reason ?? row.last_error),
    failing_since: isoTimeOrNull(health === 'ok' ? null : row.failing_since),
    last_item_at: isoTimeOrNull(newest),
    next_fetch_at: isoTimeOrNull(nextFetchAt(row)),
    next_fetch_reason: fetchReasonOf(row),
  };
}

type NextFetchRow = Pick<
  HealthRow,
  'next_refresh_at' | 'refresh_reason' | 'refresh_interval' | 'suspended_at'
>;

/** Minimum number of dates: fewer give little evidence, and the feed may have no other items. */
const FEW_DATES = 3;

/** The usual time between two items of the feed, as far as its newest dates show it. */
export function presentUsualGap(row: Pick<RowOf<'feeds'>, 'item_dates' | 'filters' | 'max_age'>): {
  usual_gap?: number | null;
} {
  const dates = JSON.parse(row.item_dates ?? '[]') as number[];
  const hidesItems = row.filters !== null || row.max_age !== null;
  if (dates.length <= FEW_DATES || hidesItems) return {};
  const gap = usualGap(dates, { areAll: dates.length < SAMPLE });
  return { usual_gap: gap === null ? null : Math.round(gap / 1000) };
}

/** The time of the next automatic fetch of the feed, in milliseconds; null if there is none. */
export function nextFetchAt(row: NextFetchRow): number | null {
  const isStopped = row.suspended_at !== null || row.refresh_interval === 0;
  return isStopped ? null : row.next_refresh_at;
}

/** The reason for the time of the next fetch, or for the absence of one. */
export function fetchReasonOf(row: NextFetchRow): FetchReason | null {
  if (row.suspended_at !== null) return 'suspended';
  return row.refresh_interval === 0 ? 'paused' : row.refresh_reason;
}

export function healthStateOf(row: Pick<HealthRow, 'is_active' | 'failures'>): Health {
  if (row.is_active === 0) return 'inactive';
  return row.failures > 0 ? 'failing' : 'ok';
}

/** Restricts a query to feeds of one health, with the index `feeds_health`. */
export function ofHealth<Row>(
  feeds: SelectQueryBuilder<Database, 'feeds', Row>,
  health: Health,
): SelectQueryBuilder<Database, 'feeds', Row> {
  if (health === 'inactive') return feeds.where('feeds.is_active', '=', 0);
  const active = feeds.where('feeds.is_active', '=', 1);
  return health === 'failing'
    ? active.where('feeds.failures', '>', 0)
    : active.where('feeds.failures', '=', 0);
}
