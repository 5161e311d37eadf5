import type { Selectable } from 'kysely';
import type { FeedsTable } from '../store/schema.js';

/** How a feed is doing: `failing` is tried again, `inactive` only once a week. */
export type Health = 'fine' | 'failing' | 'inactive';

export const HEALTH_COLUMNS = [
  'feeds.is_active',
  'feeds.inactive_reason',
  'feeds.failures',
  'feeds.failing_since',
  'feeds.last_error',
  'feeds.last_refreshed_at',
  'feeds.next_refresh_at',
] as const;

type Column<Qualified extends string> = Qualified extends `feeds.${infer Name}` ? Name : never;

export type HealthRow = Pick<
  Selectable<FeedsTable>,
  Column<(typeof HEALTH_COLUMNS)[number]> & keyof FeedsTable
>;

/** Health with everything that explains it. Times in milliseconds. */
export interface FeedHealth {
  health: Health;
  /** Why it is not fine, as a sentence; null when it is. */
  reason: string | null;
  failingSince: number | null;
  lastRefreshedAt: number;
  nextRefreshAt: number;
}

export function healthOf(row: HealthRow): FeedHealth {
  const health = row.is_active === 0 ? 'inactive' : row.failures > 0 ? 'failing' : 'fine';
  return {
    health,
    reason: health === 'fine' ? null : (row.inactive_reason ?? row.last_error),
    failingSince: row.failing_since,
    lastRefreshedAt: row.last_refreshed_at,
    nextRefreshAt: row.next_refresh_at,
  };
}
