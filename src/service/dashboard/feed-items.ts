import type { Item } from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import { ServiceError } from '../core/errors.js';
import type { Page } from '../core/time.js';
import { findFeed } from '../feeds/feed.js';
import { chosenItems } from '../filters/sift.js';
import { ITEM_COLUMNS, ITEM_ORDER, type ItemRow, presentItem } from '../items/item.js';
import { isShown } from '../items/shown.js';
import type { Db } from '../store/store.js';

/** An item with its place in the feed, which never changes: it identifies the item in addresses. */
export interface PlacedItem extends Item {
  place: string;
}

export interface ItemPage {
  items: PlacedItem[];
  /** Number of all items that are shown. */
  total: number;
}

/**
 * One page of the shown items of a feed, newest first. Only filters need all items to be read.
 * @throws ServiceError FEED_NOT_FOUND
 */
export async function feedItems(
  db: Db,
  account: Account,
  id: string,
  { limit, offset, now }: Page & { now: number },
): Promise<ItemPage> {
  const feed = await findFeed(db, account, id);
  const placed = (row: ItemRow) => placedItem(row, feed.custom_author);
  if (feed.filters === null) {
    const rows = await itemsOf(db, id).where(isShown(now)).limit(limit).offset(offset).execute();
    return { items: rows.map(placed), total: await countItems(db, id, now) };
  }
  const all = (await itemsOf(db, id).where(isShown(now)).execute()).map(placed);
  const shown = new Set(await chosenItems(all, { of: id, filters: feed.filters }, undefined));
  const items = all.filter((item) => shown.has(item));
  return { items: items.slice(offset, offset + limit), total: items.length };
}

function itemsOf(db: Db, feedId: string) {
  return db
    .selectFrom('items')
    .select(ITEM_COLUMNS)
    .where('items.feed_id', '=', feedId)
    .orderBy(ITEM_ORDER.last_added);
}

async function countItems(db: Db, feedId: string, now: number): Promise<number> {
  const { count } = await db
    .selectFrom('items')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('items.feed_id', '=', feedId)
    .where(isShown(now))
    .executeTakeFirstOrThrow();
  return Number(count);
}

function placedItem(row: ItemRow, customAuthor: string | null): PlacedItem {
  return { ...presentItem(row, customAuthor), place: `${row.added_at}-${row.position}` };
}

/** @throws ServiceError FEED_NOT_FOUND, NOT_FOUND for an item that is no longer kept */
export async function feedItem(
  db: Db,
  account: Account,
  id: string,
  place: string,
): Promise<PlacedItem> {
  const feed = await findFeed(db, account, id);
  const [, addedAt, position] = /^(\d{1,15})-(\d{1,9})$/.exec(place) ?? [];
  const row =
    addedAt === undefined
      ? undefined
      : await itemsOf(db, id)
          .where('items.added_at', '=', Number(addedAt))
          .where('items.position', '=', Number(position))
          .executeTakeFirst();
  if (row !== undefined) return placedItem(row, feed.custom_author);
  throw new ServiceError('NOT_FOUND', 'The feed has no such item any more. Go back to its items.');
}
