import type { SelectQueryBuilder } from 'kysely';
import { usualGap } from '../../base/usual-gap.js';
import type { FeedHealthState, FetchReason } from '../../contract/index.js';
import { isoTime, isoTimeOrNull } from '../core/time.js';
import { SAMPLE } from '../schedule/interval.js';
import type { Database, RowOf } from '../store/schema.js';

/** Fetch health: `failing` is retried with a backoff, `inactive` once a week or on request. */
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

/** What an answer says of the health of a feed. */
export function presentHealth(row: HealthRow) {
  const health = healthStateOf(row);
  const [newest = null] = JSON.parse(row.item_dates ?? '[]') as number[];
  return {
    health,
    last_fetched_at: isoTime(row.last_refreshed_at),
    // The error of an earlier fetch explains nothing once the feed is well.
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

/** Fewer dates say little, and the feed may have no other items than these. */
const FEW_DATES = 3;

/** How often the feed publishes, as far as its newest dates tell. */
export function presentUsualGap(row: Pick<RowOf<'feeds'>, 'item_dates' | 'filters' | 'max_age'>): {
  usual_gap?: number | null;
} {
  const dates = JSON.parse(row.item_dates ?? '[]') as number[];
  const hidesItems = row.filters !== null || row.max_age !== null;
  if (dates.length <= FEW_DATES || hidesItems) return {};
  const gap = usualGap(dates, { areAll: dates.length < SAMPLE });
  return { usual_gap: gap === null ? null : Math.round(gap / 1000) };
}

/** When the feed is fetched next by itself, in milliseconds; null while it is not. */
export function nextFetchAt(row: NextFetchRow): number | null {
  const isStopped = row.suspended_at !== null || row.refresh_interval === 0;
  return isStopped ? null : row.next_refresh_at;
}

/** What decided on the time of the next fetch, or that there is none. */
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
