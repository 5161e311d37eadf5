import type { SelectQueryBuilder } from 'kysely';
import type { FeedHealthState, FetchReason } from '../../contract/index.js';
import type { Database, RowOf } from '../store/schema.js';

/** Fetch health: `failing` is retried with a backoff, `inactive` once a week or on request. */
export type Health = FeedHealthState;

export const HEALTH_COLUMNS = [
  'feeds.is_active',
  'feeds.inactive_reason',
  'feeds.failures',
  'feeds.failing_since',
  'feeds.last_error',
  'feeds.last_refreshed_at',
  'feeds.next_refresh_at',
  'feeds.suspended_at',
  'feeds.refresh_interval',
  'feeds.refresh_reason',
] as const;

type Column<Qualified extends string> = Qualified extends `feeds.${infer Name}` ? Name : never;

type HealthRow = Pick<
  RowOf<'feeds'>,
  Column<(typeof HEALTH_COLUMNS)[number]> & keyof Database['feeds']
>;

/** Health with its explanation. Times in milliseconds. */
export interface FeedHealth {
  health: Health;
  /** Why it is not `ok`, for people; null when it is. */
  reason: string | null;
  failingSince: number | null;
  lastRefreshedAt: number;
  /** Null while it is suspended or paused: then it is fetched only by name. */
  nextRefreshAt: number | null;
  /** What decided on that time; null where it was not kept. */
  nextRefreshReason: FetchReason | null;
}

export function healthOf(row: HealthRow): FeedHealth {
  return {
    health: healthStateOf(row),
    reason: reasonOf(row),
    failingSince: row.failing_since,
    lastRefreshedAt: row.last_refreshed_at,
    nextRefreshAt: nextFetchAt(row),
    nextRefreshReason: fetchReasonOf(row),
  };
}

type NextFetchRow = Pick<
  HealthRow,
  'next_refresh_at' | 'refresh_reason' | 'refresh_interval' | 'suspended_at'
>;

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

/** Why the feed is not `ok`, for people; null when it is. */
export function reasonOf(
  row: Pick<HealthRow, 'is_active' | 'failures' | 'inactive_reason' | 'last_error'>,
): string | null {
  return healthStateOf(row) === 'ok' ? null : (row.inactive_reason ?? row.last_error);
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
