import type { BundleSummary } from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import type { Deps } from '../feeds/deps.js';
import { findFeed } from '../feeds/feed.js';
import { isFeedOf } from '../store/dialect.js';
import { chunks, type Db } from '../store/store.js';
import { findBundle, getBundleSummary, membersOf, raiseRevision } from './bundle.js';

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
  await findBundle(deps.store.db, account, id);
  await findFeed(deps.store.db, account, feedId);
  await addFeedsToBundle(deps, account, id, [feedId]);
  return getBundleSummary(deps, account, id);
}

/** Rows per statement. */
const CHUNK = 500;

/**
 * Adds many feeds to a bundle in one transaction, at its end and in this order; feeds that the
 * account does not have are ignored.
 * @returns the feeds that were not in the bundle before
 * @throws ServiceError BUNDLE_NOT_FOUND
 */
export async function addFeedsToBundle(
  deps: Pick<Deps, 'store' | 'clock'>,
  account: Account,
  id: string,
  feedIds: readonly string[],
): Promise<string[]> {
  return changeMembers(deps, account, id, async (transaction) => {
    const members = new Set((await membersOf(transaction, [id])).get(id));
    const missing = [...new Set(feedIds)].filter((feedId) => !members.has(feedId));
    const last = await lastPosition(transaction, id);
    const added: string[] = [];
    for (const some of chunks(missing, CHUNK)) {
      const own = await ownFeeds(transaction, account, some);
      const rows = some
        .filter((feedId) => own.has(feedId))
        .map((feed_id, index) => ({
          bundle_id: id,
          feed_id,
          position: last + 1 + added.length + index,
        }));
      if (rows.length === 0) continue;
      // Another request may add the same feed at this moment.
      const inserted = await transaction
        .insertInto('bundle_feeds')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .returning('feed_id')
        .execute();
      added.push(...inserted.map(({ feed_id }) => feed_id));
    }
    return added;
  });
}

/** Changes the feeds of a bundle in one transaction. @param change returns the feeds that it moved */
function changeMembers(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  account: Account,
  id: string,
  change: (transaction: Db) => Promise<string[]>,
): Promise<string[]> {
  return store.db.transaction().execute(async (transaction) => {
    await findBundle(transaction, account, id);
    const moved = await change(transaction);
    if (moved.length > 0) await raiseRevision(transaction, id, clock.now());
    return moved;
  });
}

/** Those of some feeds that the account has. */
export async function ownFeeds(
  db: Db,
  account: Account,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('feeds')
    .select('id')
    .where('id', 'in', ids)
    .where(isFeedOf(account))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/**
 * Takes many feeds out of a bundle in one transaction; they are kept.
 * @returns the feeds that were in the bundle before
 * @throws ServiceError BUNDLE_NOT_FOUND
 */
export async function removeFeedsFromBundle(
  deps: Pick<Deps, 'store' | 'clock'>,
  account: Account,
  id: string,
  feedIds: readonly string[],
): Promise<string[]> {
  return changeMembers(deps, account, id, async (transaction) => {
    const removed: string[] = [];
    for (const some of chunks([...new Set(feedIds)], CHUNK)) {
      const rows = await transaction
        .deleteFrom('bundle_feeds')
        .where('bundle_id', '=', id)
        .where('feed_id', 'in', some)
        .returning('feed_id')
        .execute();
      removed.push(...rows.map(({ feed_id }) => feed_id));
    }
    return removed;
  });
}

/** -1 for an empty bundle. */
async function lastPosition(db: Db, bundleId: string): Promise<number> {
  const last = await db
    .selectFrom('bundle_feeds')
    .select((column) => column.fn.max('position').as('position'))
    .where('bundle_id', '=', bundleId)
    .executeTakeFirst();
  return last?.position ?? -1;
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
  await removeFeedsFromBundle(deps, account, id, [feedId]);
  return getBundleSummary(deps, account, id);
}
