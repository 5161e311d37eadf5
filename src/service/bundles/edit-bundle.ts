import type {
  BundleSummary,
  CreateBundleBody,
  Deleted,
  UpdateBundleBody,
} from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import { lockCreations } from '../accounts/feed-quota.js';
import { invalidField } from '../core/errors.js';
import { newBundleId } from '../core/ids.js';
import type { Deps } from '../feeds/deps.js';
import { feedNotFound } from '../feeds/feed.js';
import { changedFilters } from '../filters/change-filters.js';
import { checkFilters } from '../filters/check-filters.js';
import { filtersColumn } from '../filters/stored-filters.js';
import type { Db } from '../store/store.js';
import { chunks } from '../store/store.js';
import { bundleNotFound, getBundleSummary } from './bundle.js';
import { addAllFeeds, ownFeeds } from './membership.js';

/** Number of rows per statement. */
const CHUNK = 500;

/**
 * POST /v1/bundles. Members keep their given order; duplicates are dropped. If an error occurs,
 * nothing is created.
 * @throws ServiceError INVALID_FIELD; FEED_NOT_FOUND if the account lacks one of the feeds
 */
export async function createBundle(
  deps: Deps,
  account: Account,
  { name, description = '', icon = '', feeds = [], filters, all_feeds }: CreateBundleBody,
): Promise<BundleSummary> {
  if (all_feeds && feeds.length > 0) {
    throw invalidField('"feeds" cannot be combined with "all_feeds", which adds each feed.');
  }
  const column = filtersColumn(await checkFilters(filters ?? null));
  const id = newBundleId();
  const now = deps.clock.now();
  const members = [...new Set(feeds)];
  await deps.store.db.transaction().execute(async (transaction) => {
    if (all_feeds) await lockCreations(transaction, account);
    await requireFeeds(transaction, account, members);
    await transaction
      .insertInto('bundles')
      .values({
        id,
        account_id: account.id,
        name,
        description,
        icon,
        filters: column,
        created_at: now,
        updated_at: now,
        revision: 1,
        all_feeds: all_feeds ? 1 : null,
      })
      .execute();
    await insertMembers(transaction, id, members);
    if (all_feeds) await addAllFeeds(transaction, account, id);
  });
  return getBundleSummary(deps, account, id);
}

async function requireFeeds(db: Db, account: Account, feedIds: string[]): Promise<void> {
  for (const some of chunks(feedIds, CHUNK)) {
    const known = await ownFeeds(db, account, some);
    const unknown = some.find((id) => !known.has(id));
    if (unknown !== undefined) throw feedNotFound(unknown);
  }
}

async function insertMembers(db: Db, bundleId: string, feedIds: string[]): Promise<void> {
  const rows = feedIds.map((feedId, position) => ({
    bundle_id: bundleId,
    feed_id: feedId,
    position,
  }));
  for (const some of chunks(rows, CHUNK))
    await db.insertInto('bundle_feeds').values(some).execute();
}

/**
 * PATCH /v1/bundles/:id: changes the given fields. A bundle that is no longer a bundle of all feeds
 * keeps its current feeds.
 * @throws ServiceError BUNDLE_NOT_FOUND, INVALID_FIELD
 */
export async function updateBundle(
  deps: Deps,
  account: Account,
  id: string,
  { name, description, icon, filters, all_feeds }: UpdateBundleBody,
): Promise<BundleSummary> {
  const shown = {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(icon === undefined ? {} : { icon }),
    ...(all_feeds === undefined ? {} : { all_feeds: all_feeds ? 1 : null }),
  };
  if (Object.keys(shown).length > 0 || filters !== undefined) {
    const row = { id, account_id: account.id };
    await deps.store.db.transaction().execute(async (transaction) => {
      if (all_feeds) await lockCreations(transaction, account);
      const changes = {
        ...shown,
        ...(filters !== undefined && {
          filters: await changedFilters(transaction, 'bundles', row, filters, bundleNotFound),
        }),
      };
      const { numUpdatedRows } = await transaction
        .updateTable('bundles')
        .set(changes)
        .set((column) => ({ revision: column('revision', '+', 1), updated_at: deps.clock.now() }))
        .where('id', '=', id)
        .where('account_id', '=', account.id)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) throw bundleNotFound(id);
      if (all_feeds) await addAllFeeds(transaction, account, id);
    });
  }
  return getBundleSummary(deps, account, id);
}

/**
 * DELETE /v1/bundles/:id: deletes a bundle permanently; its feeds are kept.
 * @throws ServiceError BUNDLE_NOT_FOUND, also for the second request
 */
export async function deleteBundle(
  { store }: Deps,
  account: Account,
  id: string,
): Promise<Deleted> {
  const { numDeletedRows } = await store.db
    .deleteFrom('bundles')
    .where('id', '=', id)
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw bundleNotFound(id);
  return { id, deleted: true };
}
