import type { Db } from '../store/store.js';

/** The lag of the queues, in seconds. */
export interface QueueLag {
  feedsDue: number;
  refreshSeconds: number;
  deliverySeconds: number;
}

/** The lag of refreshes and deliveries, computed from indexes only. */
export async function queueLag(db: Db, now: number): Promise<QueueLag> {
  const feeds = await db
    .selectFrom('feeds')
    .select(({ fn }) => [fn.countAll<number>().as('due'), fn.min('next_refresh_at').as('since')])
    .where('next_refresh_at', '<=', now)
    // Paused feeds are never due.
    .where((due) => due.or([due('refresh_interval', 'is', null), due('refresh_interval', '>', 0)]))
    .executeTakeFirstOrThrow();
  const deliveries = await db
    .selectFrom('deliveries')
    .select(({ fn }) => fn.min('next_attempt_at').as('since'))
    .where('next_attempt_at', '<=', now)
    .executeTakeFirstOrThrow();
  const secondsSince = (time: number | null) => (time === null ? 0 : (now - Number(time)) / 1000);
  return {
    feedsDue: Number(feeds.due),
    refreshSeconds: secondsSince(feeds.since),
    deliverySeconds: secondsSince(deliveries.since),
  };
}
