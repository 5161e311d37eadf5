import type { Deleted } from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import type { Deps } from '../domain/deps.js';
import type { Db } from '../store/store.js';
import { feedNotFound } from './find-feed.js';

/**
 * DELETE /v1/feeds/:id: for good, with its items, and out of every bundle.
 * @throws ServiceError FEED_NOT_FOUND, also the second time.
 */
export async function deleteFeed(
  { store, clock }: Deps,
  account: Account,
  id: string,
): Promise<Deleted> {
  await store.db.transaction().execute(async (transaction) => {
    await raiseRevisionOfBundles(transaction, id, clock.now());
    const { numDeletedRows } = await transaction
      .deleteFrom('feeds')
      .where('id', '=', id)
      .where('account_id', '=', account.id)
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) throw feedNotFound(id);
  });
  return { id, deleted: true };
}

/** Before the rows of membership go with the feed: the combined feeds are about to change. */
async function raiseRevisionOfBundles(db: Db, feedId: string, now: number): Promise<void> {
  await db
    .updateTable('bundles')
    .set((column) => ({ revision: column('revision', '+', 1), updated_at: now }))
    .where('id', 'in', (query) =>
      query.selectFrom('bundle_feeds').select('bundle_id').where('feed_id', '=', feedId),
    )
    .execute();
}
