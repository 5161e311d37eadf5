import type { ExpressionBuilder } from 'kysely';
import { ServiceError } from '../core/errors.js';
import type { Role } from '../core/settings.js';
import type { Clock } from '../core/time.js';
import { countRows } from '../store/count-rows.js';
import type { Database } from '../store/schema.js';
import type { Store } from '../store/store.js';

/**
 * The role of a process as other processes see it; `no-refresh` is `all` without refreshing and
 * deleting expired data, which other processes do.
 */
export type InstanceRole = 'all' | 'no-refresh' | 'api' | 'worker';

/** Interval of the heartbeat, in milliseconds. */
export const HEARTBEAT_EVERY_MS = 10_000;

/** An instance without a heartbeat for this long counts as dead, in milliseconds. */
const HEARTBEAT_LIFE_MS = 30_000;

export function isLive(
  instance: { heartbeat_at: number; stopped_at: number | null },
  now: number,
): boolean {
  const since = Math.abs(now - instance.heartbeat_at);
  return instance.stopped_at === null && since < HEARTBEAT_LIFE_MS;
}

/** A heartbeat in the future is ignored: its process ended before a wrong clock was set back. */
function isFresh(now: number) {
  return (instances: ExpressionBuilder<Database, 'instances'>) =>
    instances.between('heartbeat_at', now - HEARTBEAT_LIFE_MS + 1, now + HEARTBEAT_LIFE_MS);
}

/** True while another process refreshes due feeds. */
export function isRefreshed(store: Store, clock: Clock): Promise<boolean> {
  return hasLive(store, clock, ['all', 'worker']);
}

/** True while another process delivers events of all processes. */
export function isDelivered(store: Store, clock: Clock): Promise<boolean> {
  return hasLive(store, clock, ['all', 'worker', 'no-refresh']);
}

/** True while any `serve` is running. */
export function isServed(store: Store, clock: Clock): Promise<boolean> {
  return hasLive(store, clock, ['all', 'worker', 'no-refresh', 'api']);
}

async function hasLive(
  { db }: Store,
  clock: Clock,
  roles: readonly InstanceRole[],
): Promise<boolean> {
  const live = await db
    .selectFrom('instances')
    .select('id')
    .where(isFresh(clock.now()))
    .where('stopped_at', 'is', null)
    .where('role', 'in', roles)
    .limit(1)
    .executeTakeFirst();
  return live !== undefined;
}

/** The processes that serve the database, oldest first. */
export async function listInstances({ db }: Store, clock: Clock) {
  return db
    .selectFrom('instances')
    .select(['role', 'listen_url', 'public_url', 'started_at'])
    .where(isFresh(clock.now()))
    .where('stopped_at', 'is', null)
    .orderBy('started_at')
    .execute();
}

/** The number of processes that serve the database. */
export async function liveInstances({ db, clock }: Store): Promise<number> {
  return countRows(
    db.selectFrom('instances').where(isFresh(clock.now())).where('stopped_at', 'is', null),
  );
}

/** The tasks of one process. */
export interface Duties {
  /** Its role, visible to the other processes. */
  role: InstanceRole;
  /** Serves the API, published feeds and the dashboard. */
  answers: boolean;
  /** Refreshes due feeds and deletes expired data. */
  refreshes: boolean;
  /** Delivers events to webhooks. */
  delivers: boolean;
}

/**
 * @param refresh false: other processes refresh feeds
 * @throws ServiceError INVALID_FIELD for a worker that does not refresh
 */
export function dutiesOf(role: Role, refresh: boolean): Duties {
  if (role === 'api') return { role, answers: true, refreshes: false, delivers: false };
  if (role === 'all') {
    const told = refresh ? 'all' : 'no-refresh';
    return { role: told, answers: true, refreshes: refresh, delivers: true };
  }
  if (refresh) return { role, answers: false, refreshes: true, delivers: true };
  throw new ServiceError(
    'INVALID_FIELD',
    'A worker must refresh feeds: omit --no-refresh, or use --role api for a process that does not.',
  );
}
