import { sql } from 'kysely';
import type { Db } from '../store/store.js';

/**
 * Adds a new feed to the end of the bundles that contain all feeds of its account. Its position is
 * the revision of the bundle, which rises with each member.
 */
export async function joinBundlesOfAll(
  transaction: Db,
  feed: { id: string; account_id: string },
  now: number,
): Promise<void> {
  const bundles = await transaction
    .updateTable('bundles')
    .set((column) => ({ revision: column('revision', '+', 1), updated_at: now }))
    .where('account_id', '=', feed.account_id)
    .where('all_feeds', '=', sql<number>`1`)
    .returning(['id', 'revision'])
    .execute();
  if (bundles.length === 0) return;
  await transaction
    .insertInto('bundle_feeds')
    .values(
      bundles.map(({ id, revision }) => {
        return { bundle_id: id, feed_id: feed.id, position: Number(revision) };
      }),
    )
    .execute();
}
