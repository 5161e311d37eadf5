import type { Deleted, FeedSummary, UpdateFeedBody } from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import { changedFilters } from '../filters/change-filters.js';
import type { Db } from '../store/store.js';
import type { Deps } from './deps.js';
import { feedNotFound, findFeed, OWN_FEED_COLUMNS, presentOwnFeed } from './feed.js';
import { recheckSubscription } from './push-subscription.js';

/**
 * PATCH /v1/feeds/:id: changes display metadata and filters. Given values override those of the
 * source permanently. Filters apply to stored items at once; no event is sent for items that become
 * visible.
 * @throws ServiceError FEED_NOT_FOUND, INVALID_FIELD
 */
export async function updateFeed(
  { store, clock, publicAddress }: Deps,
  account: Account,
  id: string,
  changes: UpdateFeedBody,
): Promise<FeedSummary> {
  const base = await publicAddress.base();
  const { filters } = changes;
  const shown = overridesOf(changes);
  if (Object.keys(shown).length === 0 && filters === undefined) {
    return presentOwnFeed(await findFeed(store.db, account, id), base);
  }
  const row = { id, account_id: account.id };
  const feed = await store.db.transaction().execute(async (transaction) => {
    const overrides = {
      ...shown,
      ...(filters !== undefined && {
        filters: await changedFilters(transaction, 'feeds', row, filters, feedNotFound),
      }),
    };
    return transaction
      .updateTable('feeds')
      .set(overrides)
      .set((column) => ({ revision: column('revision', '+', 1), updated_at: clock.now() }))
      .where('id', '=', id)
      .where('account_id', '=', account.id)
      .returning(OWN_FEED_COLUMNS)
      .executeTakeFirst();
  });
  if (feed === undefined) throw feedNotFound(id);
  return presentOwnFeed(feed, base);
}

function overridesOf({ title, description, icon }: UpdateFeedBody) {
  return {
    ...(title === undefined ? {} : { title_override: title }),
    ...(description === undefined ? {} : { description_override: description }),
    ...(icon === undefined ? {} : { icon_override: icon }),
  };
}

/**
 * DELETE /v1/feeds/:id: deletes a feed permanently, with its items and bundle memberships.
 * @throws ServiceError FEED_NOT_FOUND, also for the second request
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
    await recheckSubscription(transaction, id, clock.now());
  });
  return { id, deleted: true };
}

/**
 * Raises the revision of the bundles that contain the feed. Called before the membership rows are
 * deleted: the combined feeds will change.
 */
async function raiseRevisionOfBundles(db: Db, feedId: string, now: number): Promise<void> {
  await db
    .updateTable('bundles')
    .set((column) => ({ revision: column('revision', '+', 1), updated_at: now }))
    .where('id', 'in', (query) =>
      query.selectFrom('bundle_feeds').select('bundle_id').where('feed_id', '=', feedId),
    )
    .execute();
}
