import { sql } from 'kysely';
import { countRows } from '../store/count-rows.js';
import type { Db } from '../store/store.js';

/** The lag of the queues, in seconds. */
export interface QueueLag {
  refreshSeconds: number;
  deliverySeconds: number;
}

/** The lag of the queues with the number of due feeds. */
export interface QueueState extends QueueLag {
  feedsDue: number;
}

/**
 * The lag of refreshes and deliveries: the time for which the first of each has been waiting, from
 * indexes only.
 */
export async function queueLag(db: Db, now: number): Promise<QueueLag> {
  const feeds = await dueFeeds(db, now)
    .select('next_refresh_at as since')
    .orderBy('next_refresh_at')
    .limit(1)
    .executeTakeFirst();
  const deliveries = await db
    .selectFrom('deliveries')
    .select(({ fn }) => fn.min('next_attempt_at').as('since'))
    .where('next_attempt_at', '<=', now)
    .executeTakeFirstOrThrow();
  const secondsSince = (time: number | null) => (time === null ? 0 : (now - Number(time)) / 1000);
  return {
    refreshSeconds: secondsSince(feeds?.since ?? null),
    deliverySeconds: secondsSince(deliveries.since),
  };
}

/**
 * Counts the feeds that are due as well, of which there may be as many as there are feeds: all by the
 * index of due times alone, and of them the paused ones, which are few, by their own.
 */
export async function queueState(db: Db, now: number): Promise<QueueState> {
  const feeds = db.selectFrom('feeds');
  const all = await countRows(feeds.where('next_refresh_at', '<=', now));
  const paused = await countRows(
    feeds
      .where(sql<boolean>`next_refresh_at + 0 <= ${now}`)
      .where('refresh_interval', '=', sql.lit(0)),
  );
  return { ...(await queueLag(db, now)), feedsDue: Math.max(0, all - paused) };
}

/** Paused feeds are never due. */
function dueFeeds(db: Db, now: number) {
  return db
    .selectFrom('feeds')
    .where('next_refresh_at', '<=', now)
    .where((due) => due.or([due('refresh_interval', 'is', null), due('refresh_interval', '>', 0)]));
}
