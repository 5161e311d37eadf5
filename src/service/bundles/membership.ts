import { sql } from 'kysely';
import type { BundleSummary } from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import { invalidField } from '../core/errors.js';
import type { Deps } from '../feeds/deps.js';
import { findFeed } from '../feeds/feed.js';
import { isFeedOf } from '../store/dialect.js';
import { chunks, type Db } from '../store/store.js';
import {
  type BundleRow,
  findBundle,
  getBundleSummary,
  membersOf,
  raiseRevision,
} from './bundle.js';

/**
 * PUT /v1/bundles/:id/feeds/:feedId: adds a feed; an existing member keeps its position.
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

/** Number of rows per statement. */
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
      // Another request may add the same feed at the same time.
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

/**
 * Adds the feeds of the account that a bundle does not have, at its end, the oldest first. Feeds
 * that are created later come after them: their position is the revision of the bundle at that
 * time. Must be called with `lockCreations`.
 */
export async function addAllFeeds(transaction: Db, account: Account, id: string): Promise<void> {
  const last = await lastPosition(transaction, id);
  // A feed that is being deleted must not be added: the lock waits for its deletion.
  const own = transaction
    .selectFrom('feeds')
    .select(['id', 'created_at'])
    .where('account_id', '=', account.id)
    .forKeyShare()
    .as('own');
  await transaction
    .insertInto('bundle_feeds')
    .columns(['bundle_id', 'feed_id', 'position'])
    .expression((from) =>
      from
        .selectFrom(own)
        .select(({ cast, val }) => [
          cast<string>(val(id), 'text').as('bundle_id'),
          'own.id as feed_id',
          sql<number>`cast(${last} as integer) + row_number() over (order by created_at, id)`.as(
            'position',
          ),
        ])
        .where('own.id', 'not in', (members) =>
          members.selectFrom('bundle_feeds').select('feed_id').where('bundle_id', '=', id),
        ),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const end = await lastPosition(transaction, id);
  await transaction
    .updateTable('bundles')
    .set({ revision: end + 1 })
    .where('id', '=', id)
    .where('revision', '<=', end)
    .execute();
}

/**
 * Changes the feeds of a bundle in one transaction.
 * @param change returns the feeds that it added or removed
 */
function changeMembers(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  account: Account,
  id: string,
  change: (transaction: Db, bundle: BundleRow) => Promise<string[]>,
): Promise<string[]> {
  return store.db.transaction().execute(async (transaction) => {
    const bundle = await findBundle(transaction, account, id);
    const moved = await change(transaction, bundle);
    if (moved.length > 0) await raiseRevision(transaction, id, clock.now());
    return moved;
  });
}

/** Those of the given feeds that belong to the account. */
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
 * Removes many feeds from a bundle in one transaction; the feeds themselves are kept.
 * @returns the feeds that were in the bundle before
 * @throws ServiceError BUNDLE_NOT_FOUND; INVALID_FIELD for a bundle of all feeds
 */
export async function removeFeedsFromBundle(
  deps: Pick<Deps, 'store' | 'clock'>,
  account: Account,
  id: string,
  feedIds: readonly string[],
): Promise<string[]> {
  return changeMembers(deps, account, id, async (transaction, { all_feeds }) => {
    if (all_feeds === 1) {
      throw invalidField(
        `The bundle ${id} has all feeds of the account, so none can be removed. To choose its feeds, set "all_feeds" to false first: feedctl bundles update ${id} --clear-all-feeds`,
      );
    }
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

/** The position of the last member; -1 for an empty bundle. */
async function lastPosition(db: Db, bundleId: string): Promise<number> {
  const last = await db
    .selectFrom('bundle_feeds')
    .select((column) => column.fn.max('position').as('position'))
    .where('bundle_id', '=', bundleId)
    .executeTakeFirst();
  return last?.position ?? -1;
}

/**
 * DELETE /v1/bundles/:id/feeds/:feedId: removes a feed from the bundle and keeps the feed; it is
 * not an error if the feed is not a member.
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
