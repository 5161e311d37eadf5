import type { Db } from '../store/store.js';

/** A page shows no more than this of what it showed before. */
const MAX_KNOWN = 100;

/** Addresses and titles of the newest items of a feed. */
export async function knownItems(
  db: Db,
  feedId: string,
): Promise<{ url: string; title: string; date_published: number | null }[]> {
  return db
    .selectFrom('items')
    .select(['url', 'title', 'date_published'])
    .where('feed_id', '=', feedId)
    .orderBy('added_at', 'desc')
    .orderBy('position')
    .limit(MAX_KNOWN)
    .execute();
}
