import { sql } from 'kysely';
import type { Db } from '../store/store.js';

/**
 * The due time of feeds of a disabled account is moved this far into the future, in milliseconds
 * (100 years). Claims ignore these feeds anyway, but if they were due, every search for due feeds
 * would have to skip them: with 100,000 of them a claim took 72 ms instead of 2 ms (measured).
 * Moving them back restores their order.
 */
export const DEFERRED_MS = 3_155_760_000_000;

/** Time for which a due paused feed is deferred, in milliseconds: one week. */
const PAUSED_FOR_MS = 604_800_000;

/** Number of feeds per statement, which blocks other writers. */
const AT_ONCE = 500;

/** Defers the feeds of an account; feeds that are being fetched may be missed. */
export function deferFeeds(db: Db, accountId: string): Promise<void> {
  return moveFeeds(db, accountId, DEFERRED_MS);
}

/** Restores the due times of the feeds of an account. */
export function restoreFeeds(db: Db, accountId: string): Promise<void> {
  return moveFeeds(db, accountId, -DEFERRED_MS);
}

/**
 * Repairs a few feeds: defers those that were missed, and restores those that a crash left
 * deferred.
 */
export async function settleDeferred(db: Db, now: number): Promise<number> {
  const disabled = db.selectFrom('accounts').select('id').where('disabled_at', 'is not', null);
  const escaped = db
    .selectFrom('feeds')
    .select('id')
    .where('account_id', 'in', disabled)
    .where('next_refresh_at', '<', DEFERRED_MS)
    .limit(AT_ONCE);
  const left = db
    .selectFrom('feeds')
    .select('id')
    .where('account_id', 'not in', disabled)
    .where('next_refresh_at', '>=', DEFERRED_MS)
    .where('suspended_at', 'is', null)
    .limit(AT_ONCE);
  let moved = await deferPaused(db, now);
  for (const [feeds, by] of [
    [escaped, DEFERRED_MS],
    [left, -DEFERRED_MS],
  ] as const) {
    const { numUpdatedRows } = await db
      .updateTable('feeds')
      .set({ next_refresh_at: sql<number>`next_refresh_at + cast(${by} as bigint)` })
      .where('id', 'in', feeds)
      .executeTakeFirstOrThrow();
    moved += Number(numUpdatedRows);
  }
  return moved;
}

/** Defers due paused feeds, because every search for due feeds would have to skip them. */
async function deferPaused(db: Db, now: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('feeds')
    .set({ next_refresh_at: now + PAUSED_FOR_MS })
    .where('id', 'in', (feeds) =>
      feeds
        .selectFrom('feeds')
        .select('id')
        // The index of the paused feeds, which are few: after a pause of the service, all are due.
        .where(sql<boolean>`next_refresh_at + 0 <= ${now}`)
        .where('refresh_interval', '=', sql.lit(0))
        .limit(AT_ONCE),
    )
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

async function moveFeeds(db: Db, accountId: string, by: number): Promise<void> {
  const feeds = await db
    .selectFrom('feeds')
    .select('id')
    .where('account_id', '=', accountId)
    .where('suspended_at', 'is', null)
    .execute();
  for (let start = 0; start < feeds.length; start += AT_ONCE) {
    const ids = feeds.slice(start, start + AT_ONCE).map(({ id }) => id);
    await db
      .updateTable('feeds')
      .set({ next_refresh_at: sql<number>`next_refresh_at + cast(${by} as bigint)` })
      .where('id', 'in', ids)
      .where('next_refresh_at', by > 0 ? '<' : '>=', DEFERRED_MS)
      .execute();
  }
}
