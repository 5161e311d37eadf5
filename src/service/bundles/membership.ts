import type { BundleSummary } from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import type { Deps } from '../domain/deps.js';
import { findFeed } from '../feeds/feed.js';
import type { Db } from '../store/store.js';
import { findBundle, getBundleSummary, raiseRevision } from './bundle.js';

/**
 * PUT /v1/bundles/:id/feeds/:feedId: an existing member keeps its position.
 * @throws ServiceError BUNDLE_NOT_FOUND, FEED_NOT_FOUND
 */
export async function addFeedToBundle(
  deps: Deps,
  account: Account,
  id: string,
  feedId: string,
): Promise<BundleSummary> {
  await deps.store.db.transaction().execute(async (transaction) => {
    await findBundle(transaction, account, id);
    await findFeed(transaction, account, feedId);
    const added = await appendMember(transaction, id, feedId);
    if (added) await raiseRevision(transaction, id, deps.clock.now());
  });
  return getBundleSummary(deps, account, id);
}

async function appendMember(db: Db, bundleId: string, feedId: string): Promise<boolean> {
  const last = await db
    .selectFrom('bundle_feeds')
    .select((column) => column.fn.max('position').as('position'))
    .where('bundle_id', '=', bundleId)
    .executeTakeFirst();
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('bundle_feeds')
    .values({ bundle_id: bundleId, feed_id: feedId, position: (last?.position ?? -1) + 1 })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/**
 * DELETE /v1/bundles/:id/feeds/:feedId: the feed is kept; removing a non-member is not an error.
 * @throws ServiceError BUNDLE_NOT_FOUND
 */
export async function removeFeedFromBundle(
  deps: Deps,
  account: Account,
  id: string,
  feedId: string,
): Promise<BundleSummary> {
  await deps.store.db.transaction().execute(async (transaction) => {
    await findBundle(transaction, account, id);
    const { numDeletedRows } = await transaction
      .deleteFrom('bundle_feeds')
      .where('bundle_id', '=', id)
      .where('feed_id', '=', feedId)
      .executeTakeFirstOrThrow();
    if (numDeletedRows > 0n) await raiseRevision(transaction, id, deps.clock.now());
  });
  return getBundleSummary(deps, account, id);
}
