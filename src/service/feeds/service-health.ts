import { type ServiceHealth, VERSION } from '../../contract/index.js';
import { type Account, OWNER_ID } from '../accounts/account.js';
import { WEEK } from '../core/durations.js';
import { isoTime } from '../core/time.js';
import { isRefreshed, isServed, listInstances } from '../operation/liveness.js';
import { queueLag } from '../operation/queue-lag.js';
import { countFeeds } from './count-feeds.js';
import type { Deps } from './deps.js';

/**
 * GET /v1/health: the feeds of the account and the processes that serve them, read only from
 * indexes.
 */
export async function serviceHealth(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  account: Account,
): Promise<ServiceHealth> {
  const { all, ok, failing, inactive } = await countFeeds(store.db, account);
  const lag = await queueLag(store.db, clock.now());
  const health: ServiceHealth = {
    version: VERSION,
    feeds: { all, ok, failing, inactive },
    served: await isServed(store, clock),
    refreshed: await isRefreshed(store, clock),
    queue: {
      refresh_lag_seconds: Math.max(0, lag.refreshSeconds),
      delivery_lag_seconds: Math.max(0, lag.deliverySeconds),
    },
  };
  const repaired = await store.db
    .selectFrom('repaired_times')
    .selectAll()
    .where('repaired_at', '>', clock.now() - WEEK)
    .orderBy('name')
    .execute();
  if (repaired.length > 0) {
    health.repaired_times = repaired.map(({ name, rows, repaired_at }) => {
      return { times: name, rows, repaired_at: isoTime(repaired_at) };
    });
  }
  // Only the operator may see addresses inside the network.
  if (account.id !== OWNER_ID) return health;
  const instances = await listInstances(store, clock);
  return {
    ...health,
    instances: instances.map(({ role, listen_url, public_url, started_at }) => ({
      role,
      listen_url,
      public_url,
      started_at: isoTime(started_at),
    })),
  };
}
