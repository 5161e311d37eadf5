import type { Selectable, SelectQueryBuilder } from 'kysely';
import type { FeedHealthState } from '../../contract/index.js';
import type { Database, FeedsTable } from '../store/schema.js';

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
] as const;

type Column<Qualified extends string> = Qualified extends `feeds.${infer Name}` ? Name : never;

export type HealthRow = Pick<
  Selectable<FeedsTable>,
  Column<(typeof HEALTH_COLUMNS)[number]> & keyof FeedsTable
>;

/** Health with its explanation. Times in milliseconds. */
export interface FeedHealth {
  health: Health;
  /** Why it is not `ok`, for people; null when it is. */
  reason: string | null;
  failingSince: number | null;
  lastRefreshedAt: number;
  /** Null while it is suspended: only by name. */
  nextRefreshAt: number | null;
}

export function healthOf(row: HealthRow): FeedHealth {
  return {
    health: healthStateOf(row),
    reason: reasonOf(row),
    failingSince: row.failing_since,
    lastRefreshedAt: row.last_refreshed_at,
    nextRefreshAt: row.suspended_at === null ? row.next_refresh_at : null,
  };
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
