import type { Updateable } from 'kysely';
import { MINUTE } from '../core/durations.js';
import { PAUSED } from '../feeds/setting-columns.js';
import type { Database, RowOf } from '../store/schema.js';
import type { Db, Store } from '../store/store.js';

export type Subscription = RowOf<'push_subscriptions'>;

/** Lease of a claimed subscription, in milliseconds. */
const CLAIM_MS = 60_000;

/** Claims due subscriptions, so that only one process sends the request. */
export async function claimDue({ db }: Store, now: number, limit: number): Promise<Subscription[]> {
  return db
    .updateTable('push_subscriptions')
    .set({ next_attempt_at: now + CLAIM_MS })
    .where('id', 'in', (due) =>
      due
        .selectFrom('push_subscriptions')
        .select('id')
        .where('next_attempt_at', '<=', now)
        .orderBy('next_attempt_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();
}

/** Time at which the next subscription is due, in milliseconds; null if there is none. */
export async function nextDueAt({ db }: Store): Promise<number | null> {
  const next = await db
    .selectFrom('push_subscriptions')
    .select('next_attempt_at')
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst();
  return next?.next_attempt_at ?? null;
}

/** The subscription with this callback id. */
export async function findSubscription(db: Db, id: string): Promise<Subscription | undefined> {
  return db.selectFrom('push_subscriptions').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Whether the feed needs its subscription; `off`: it is paused, or its account is disabled. */
export async function wishOf(db: Db, feedId: string): Promise<'on' | 'off' | 'gone'> {
  const feed = await db
    .selectFrom('feeds')
    .innerJoin('accounts', 'accounts.id', 'feeds.account_id')
    .select(['feeds.refresh_interval', 'feeds.push_links', 'accounts.disabled_at'])
    .where('feeds.id', '=', feedId)
    .executeTakeFirst();
  if (feed === undefined || feed.push_links === null) return 'gone';
  return feed.refresh_interval === PAUSED || feed.disabled_at !== null ? 'off' : 'on';
}

/** Updates a subscription, unless it was replaced meanwhile. */
export async function setSubscription(
  db: Db,
  id: string,
  columns: Updateable<Database['push_subscriptions']>,
): Promise<void> {
  await db.updateTable('push_subscriptions').set(columns).where('id', '=', id).execute();
}

export async function deleteSubscription(db: Db, id: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('id', '=', id).execute();
}

/** Time within which a feed with failed pushes is fetched, in milliseconds. */
const FETCH_WITHIN_MS = 5 * MINUTE;

/**
 * Stops relying on pushes: a postponed fetch takes place soon, and the next ones at the rate of the
 * feed. Paused feeds, retries and quiet hours keep their times.
 */
export async function stopRelying(db: Db, feedId: string, now: number): Promise<void> {
  const soon = now + FETCH_WITHIN_MS;
  await db
    .updateTable('feeds')
    .set(({ eb, ref }) => ({
      push_until: null,
      next_refresh_at: eb
        .case()
        .when(eb.and([eb('next_refresh_at', '>', soon), eb('refresh_reason', '=', 'push')]))
        .then(soon)
        .else(ref('next_refresh_at'))
        .end(),
    }))
    .where('id', '=', feedId)
    .where('push_until', 'is not', null)
    .execute();
}
