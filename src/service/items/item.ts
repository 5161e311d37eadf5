import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Author, Item, ItemExtras, Sort } from '../../contract/index.js';
import { toBase62 } from '../core/ids.js';
import { isoTimeOrNull } from '../core/time.js';
import type { PublishedItem } from '../publish/published-channel.js';
import { prepared } from '../store/prepared.js';
import type { Database, RowOf } from '../store/schema.js';
import type { Db } from '../store/store.js';
import { type ItemLook, inLook, isShown, publishedInLook } from './look.js';
import { isAwaited } from './text-state.js';

/** The columns that `presentItem` needs. */
const SHOWN_COLUMNS = [
  'items.feed_id',
  'items.added_at',
  'items.position',
  'items.announced_changes',
  'items.url',
  'items.title',
  'items.description_text',
  'items.description_html',
  'items.thumbnail',
  'items.date_published',
  'items.date_ahead',
  'items.authors',
  'items.extras',
  'items.text_state',
] as const;

/** The columns that published feeds need. */
export const ITEM_COLUMNS = ['items.identity', ...SHOWN_COLUMNS, 'items.podcast_xml'] as const;

type ItemColumn<Qualified extends string> = Qualified extends `items.${infer Name}` ? Name : never;

export type ItemRow = Pick<
  RowOf<'items'>,
  ItemColumn<(typeof ITEM_COLUMNS)[number]> & keyof Database['items']
>;

type ShownItem = Pick<ItemRow, ItemColumn<(typeof SHOWN_COLUMNS)[number]> & keyof ItemRow>;

/**
 * The sort orders of items, each with an index. `last_added`: the newest batch first, in document
 * order within a batch. `date`: newest first, items without a date last, then by identity.
 */
export const ITEM_ORDER = {
  last_added: sql`items.added_at desc, items.feed_id, items.position`,
  date: sql`items.date_published desc nulls last, items.feed_id, items.identity`,
} as const satisfies Record<Sort, unknown>;

/**
 * As `ITEM_ORDER`, within one feed that is read completely: items with the same date are in the
 * order of their source.
 */
const OF_FEED = {
  last_added: ITEM_ORDER.last_added,
  date: sql`items.date_published desc nulls last, items.added_at desc, items.position`,
} as const satisfies Record<Sort, unknown>;

/** The item as the API returns it, with the settings of its feed applied. */
export function presentItem(row: ShownItem, look: ItemLook): Item {
  return inLook(itemAsStored(row), look);
}

/** The item for published feeds, with the settings of its feed applied. */
export function publishedItem(row: ItemRow, look: ItemLook): PublishedItem {
  const { added_at: addedAt, podcast_xml: podcastXml } = row;
  return publishedInLook({ ...itemAsStored(row), addedAt, podcastXml }, look);
}

function itemAsStored(row: ShownItem): Item & { guid: string } {
  return {
    guid: itemGuid(row),
    ...(row.announced_changes > 0 && { change_count: row.announced_changes }),
    url: row.url,
    title: row.title,
    description_text: row.description_text,
    description_html: row.description_html,
    thumbnail: row.thumbnail,
    date_published: isoTimeOrNull(row.date_ahead ?? row.date_published),
    authors: JSON.parse(row.authors) as Author[],
    ...(row.extras === null ? {} : (JSON.parse(row.extras) as ItemExtras)),
    ...(isAwaited(row.text_state) && { text_pending: true as const }),
  };
}

/**
 * Number of hex digits of the hash in a guid: 96 bits are enough to avoid collisions within one
 * reader.
 */
const GUID_DIGITS = 24;

/**
 * The guid of an item, from its batch and position, which never change; publishers do change guids
 * and links (miniflux#797). It is a hash, because the id of a feed must stay private.
 */
function itemGuid({ feed_id, added_at, position }: ShownItem): string {
  const text = `${feed_id} ${added_at} ${position}`;
  // The hash is computed as hex: a buffer takes four times as long.
  return toBase62(hash('sha256', text, 'hex').slice(0, GUID_DIGITS));
}

/**
 * Reads the items of a feed that are shown now, before its filters; retention limits their number.
 */
export async function selectItems(
  db: Db,
  feedId: string,
  sort: Sort,
  now: number,
): Promise<ItemRow[]> {
  return WHOLE[sort](db, feedId, now);
}

/**
 * As `selectItems`, without the columns of published feeds: each value of a row costs a
 * microsecond.
 */
export async function selectShownItems(
  db: Db,
  feedId: string,
  sort: Sort,
  now: number,
): Promise<ShownItem[]> {
  return SHOWN[sort](db, feedId, now);
}

const WHOLE = { last_added: wholeInOrder('last_added'), date: wholeInOrder('date') };
const SHOWN = { last_added: shownInOrder('last_added'), date: shownInOrder('date') };

function wholeInOrder(sort: Sort) {
  return prepared((db, feedId: string, now: number) =>
    ofFeed(db, feedId, sort, now).select(ITEM_COLUMNS),
  );
}

function shownInOrder(sort: Sort) {
  return prepared((db, feedId: string, now: number) =>
    ofFeed(db, feedId, sort, now).select(SHOWN_COLUMNS),
  );
}

function ofFeed(db: Db, feedId: string, sort: Sort, now: number) {
  return db
    .selectFrom('items')
    .where('items.feed_id', '=', feedId)
    .where(isShown(now))
    .orderBy(OF_FEED[sort]);
}
