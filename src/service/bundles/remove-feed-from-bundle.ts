import type { BundleSummary } from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import type { Deps } from '../domain/deps.js';
import { findBundle } from './find-bundle.js';
import { getBundleSummary } from './get-bundle-summary.js';
import { raiseRevision } from './raise-revision.js';

/**
 * DELETE /v1/bundles/:id/feeds/:feedId: the feed itself stays, and one that is no member is no error.
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
