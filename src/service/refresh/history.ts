import type { Selectable } from 'kysely';
import type { RefreshesTable } from '../store/schema.js';
import type { Db } from '../store/store.js';

export type RefreshEntry = Selectable<RefreshesTable>;

/** Looks remembered of each feed. */
export const KEPT_REFRESHES = 100;

/** Looks between two clearings: one for each look would cost as much as the look. */
const CLEARING_EVERY = 10;

/** Adds a look to the history of its feed; what is older than the newest hundred goes in time. */
export async function enterIntoHistory(db: Db, entry: RefreshEntry): Promise<void> {
  await db.insertInto('refreshes').values(entry).execute();
  if (entry.number % CLEARING_EVERY !== 0) return;
  await db
    .deleteFrom('refreshes')
    .where('feed_id', '=', entry.feed_id)
    .where('number', '<=', entry.number - KEPT_REFRESHES)
    .execute();
}

/** The newest looks at a feed's source, newest first; 100 are kept. */
export async function refreshHistory(
  db: Db,
  feedId: string,
  limit: number,
): Promise<RefreshEntry[]> {
  return db
    .selectFrom('refreshes')
    .selectAll()
    .where('feed_id', '=', feedId)
    .orderBy('number', 'desc')
    .limit(Math.min(limit, KEPT_REFRESHES))
    .execute();
}

export async function lastRefresh(db: Db, feedId: string): Promise<RefreshEntry | undefined> {
  return (await refreshHistory(db, feedId, 1))[0];
}
