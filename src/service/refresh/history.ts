import type { Selectable } from 'kysely';
import type { RefreshesTable } from '../store/schema.js';
import type { Db } from '../store/store.js';

export type RefreshEntry = Selectable<RefreshesTable>;

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
    .limit(limit)
    .execute();
}

export async function lastRefresh(db: Db, feedId: string): Promise<RefreshEntry | undefined> {
  return (await refreshHistory(db, feedId, 1))[0];
}
