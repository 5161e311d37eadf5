import type { Clock } from '../core/clock.js';
import type { Store } from '../store/store.js';
import { HEARTBEAT_LIFE_MS } from './liveness.js';
import type { InstanceRole } from './start-instance.js';

/** True while another process refreshes feeds as they become due. */
export function isRefreshed(store: Store, clock: Clock): Promise<boolean> {
  return hasLive(store, clock, ['all', 'worker']);
}

/** True while another process delivers what any process has announced. */
export function isDelivered(store: Store, clock: Clock): Promise<boolean> {
  return hasLive(store, clock, ['all', 'worker', 'no-refresh']);
}

/** True while a `serve` of any kind is up. */
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
    .where('heartbeat_at', '>', clock.now() - HEARTBEAT_LIFE_MS)
    .where('stopped_at', 'is', null)
    .where('role', 'in', roles)
    .limit(1)
    .executeTakeFirst();
  return live !== undefined;
}
