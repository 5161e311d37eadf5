import type { FeedSummary, Item } from '../../../contract/index.js';
import type { Account } from '../../accounts/account.js';
import { ServiceError } from '../../core/errors.js';
import type { Page } from '../../core/paging.js';
import type { Deps } from '../../feeds/deps.js';
import {
  feedNotFound,
  findFeed,
  type OwnFeed,
  presentFeed,
  presentOwnFeed,
} from '../../feeds/feed.js';
import { chosenItems } from '../../filters/apply-filters.js';
import { mutedBy } from '../../filters/muted.js';
import { ITEM_COLUMNS, ITEM_ORDER, type ItemRow, presentItem } from '../../items/item.js';
import { type ItemLook, isShown } from '../../items/look.js';
import { countRows } from '../../store/count-rows.js';
import type { Db } from '../../store/store.js';

/** A feed without its items, with data that the API does not return. */
export interface OneFeed {
  id: string;
  feed: OwnFeed;
  /** True if its owner has set a title, a description or an icon. */
  isOverridden: boolean;
  bundles: { id: string; name: string }[];
}

type SummaryDeps = Pick<Deps, 'store' | 'publicAddress'>;

/** @throws ServiceError FEED_NOT_FOUND */
export async function oneFeed(
  { store: { db }, publicAddress }: SummaryDeps,
  account: Account,
  id: string,
): Promise<OneFeed> {
  const row = await findFeed(db, account, id);
  const bundles = await db
    .selectFrom('bundle_feeds')
    .innerJoin('bundles', 'bundles.id', 'bundle_feeds.bundle_id')
    .select(['bundles.id', 'bundles.name'])
    .where('bundle_feeds.feed_id', '=', id)
    .orderBy('bundles.created_at')
    .execute();
  return {
    id,
    feed: presentOwnFeed(row, await publicAddress.base()),
    isOverridden: (row.title_override ?? row.description_override ?? row.icon_override) !== null,
    bundles,
  };
}

/**
 * Returns the feed without its items.
 * @throws ServiceError FEED_NOT_FOUND
 */
export async function getFeedSummary(
  { store, publicAddress }: SummaryDeps,
  account: Account,
  id: string,
): Promise<FeedSummary> {
  return presentFeed(await findFeed(store.db, account, id), await publicAddress.base());
}

/**
 * Resets title, description and icon to those of the source.
 * @throws ServiceError FEED_NOT_FOUND
 */
export async function restoreMetadata(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  account: Account,
  id: string,
): Promise<void> {
  const { numUpdatedRows } = await store.db
    .updateTable('feeds')
    .set({ title_override: null, description_override: null, icon_override: null })
    .set((column) => ({ revision: column('revision', '+', 1), updated_at: clock.now() }))
    .where('id', '=', id)
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw feedNotFound(id);
}

/** An item with its place in the feed, which never changes and identifies the item in addresses. */
interface PlacedItem {
  item: Item;
  place: string;
}

type ItemDeps = Pick<Deps, 'store' | 'clock'>;

/**
 * One page of the visible items of a feed, newest first, with their number and the number of items
 * that filters hide. All items are read only if there are filters.
 * @throws ServiceError FEED_NOT_FOUND
 */
export async function feedItems(
  { store: { db }, clock }: ItemDeps,
  account: Account,
  id: string,
  { limit, offset }: Page,
): Promise<{ items: PlacedItem[]; total: number; hidden: number }> {
  const feed = await findFeed(db, account, id);
  const { filters } = feed;
  const shown = feedItemRows(db, id).where(isShown(clock.now()));
  const ordered = shown.select(ITEM_COLUMNS).orderBy(ITEM_ORDER.last_added);
  const muted = await mutedBy(db, account.id);
  if (filters === null && muted.filters === null) {
    const rows = await ordered.limit(limit).offset(offset).execute();
    const count = await countRows(shown);
    return { items: rows.map((row) => placed(row, feed)), total: count, hidden: 0 };
  }
  const all = (await ordered.execute()).map((row) => placed(row, feed));
  const items = all.map(({ item }) => item);
  const chosen = new Set(await chosenItems(items, [muted, { of: id, filters }], undefined));
  const kept = all.filter(({ item }) => chosen.has(item));
  const hidden = all.length - kept.length;
  return { items: kept.slice(offset, offset + limit), total: kept.length, hidden };
}

function feedItemRows(db: Db, feedId: string) {
  return db.selectFrom('items').where('items.feed_id', '=', feedId);
}

function placed(row: ItemRow, look: ItemLook): PlacedItem {
  return { item: presentItem(row, look), place: `${row.added_at}-${row.position}` };
}

/**
 * An item, and the places of its neighbours in the list of its feed; null at an end of the list.
 * @throws ServiceError FEED_NOT_FOUND; NOT_FOUND if the item is no longer kept
 */
export async function feedItem(
  { store: { db }, clock }: ItemDeps,
  account: Account,
  id: string,
  place: string,
): Promise<{ item: Item; newer: string | null; older: string | null }> {
  const feed = await findFeed(db, account, id);
  const [, addedAt = '-1', position = '-1'] = /^(\d{1,15})-(\d{1,9})$/.exec(place) ?? [];
  const at = { addedAt: Number(addedAt), position: Number(position) };
  const row = await feedItemRows(db, id)
    .select(ITEM_COLUMNS)
    .where('items.added_at', '=', at.addedAt)
    .where('items.position', '=', at.position)
    .executeTakeFirst();
  if (row === undefined) {
    throw new ServiceError(
      'NOT_FOUND',
      'The feed has no such item any more. Go back to its items.',
    );
  }
  const [newer, older] = await Promise.all([true, false].map((isNewer) => neighbour(isNewer)));
  return {
    item: presentItem(row, feed),
    newer: newer ?? null,
    older: older ?? null,
  };

  async function neighbour(isNewer: boolean): Promise<string | undefined> {
    const [before, after] = isNewer ? (['>', '<'] as const) : (['<', '>'] as const);
    const found = await feedItemRows(db, id)
      .select(['added_at', 'position'])
      .where(isShown(clock.now()))
      .where(({ or, and, eb }) =>
        or([
          eb('added_at', before, at.addedAt),
          and([eb('added_at', '=', at.addedAt), eb('position', after, at.position)]),
        ]),
      )
      .orderBy('added_at', isNewer ? 'asc' : 'desc')
      .orderBy('position', isNewer ? 'desc' : 'asc')
      .limit(1)
      .executeTakeFirst();
    return found && `${found.added_at}-${found.position}`;
  }
}
