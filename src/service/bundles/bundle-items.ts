import { type RawBuilder, sql } from 'kysely';
import { COMPARED_TEXT } from '../../base/same/across-feeds.js';
import type { DroppedBy, Sort } from '../../contract/index.js';
import { ITEM_COLUMNS, ITEM_ORDER, type ItemRow } from '../items/item.js';
import { type ItemKey, keysJson } from '../items/items-json.js';
import { type ItemLook, isShownByFeed, LOOK_COLUMNS } from '../items/look.js';
import { type MergeableRow, mergeFeeds, withRepeatedTitle } from '../items/merge-feeds.js';
import { fromNewestFeeds, newestOf, type Since } from '../items/newest-feeds.js';
import { isPostgres } from '../store/dialect.js';
import type { Db } from '../store/store.js';

/** Maximum number of items of a bundle. */
export const BUNDLE_ITEMS = 500;

/**
 * Number of rows per read; it leaves room for duplicates, so that one read is nearly always enough.
 */
const CHUNK = 700;

/** Maximum number of items that are read: a bundle of duplicates must not be read completely. */
const MAX_EXAMINED = 3500;

/** An item of a bundle, with fields of its feed. */
export interface BundleItemRow extends ItemRow, ItemLook {
  feed_title: string;
  feed_site_url: string | null;
  feed_source_url: string;
}

/** A row, and the rule that hides it; null if none does. */
export interface FilteredRow {
  row: BundleItemRow;
  droppedBy: DroppedBy | null;
}

/**
 * The keys of the newest 500 items of the members, without duplicates, in the order of `sort`.
 * Texts are read only if two members have the same title: they are most of the data of an item, and
 * a quarter of the candidates are not shown.
 */
export async function selectStoryKeys(
  db: Db,
  bundleId: string,
  sort: Sort,
  now: number,
): Promise<ItemKey[]> {
  let stories: (MergeableRow & ItemKey)[] = [];
  for (const limit of [CHUNK, MAX_EXAMINED]) {
    const candidates = await newestCandidates(db, bundleId, { sort, now, limit });
    stories = mergeFeeds(await withTexts(db, candidates));
    if (stories.length >= BUNDLE_ITEMS || candidates.length < limit) break;
  }
  return stories.slice(0, BUNDLE_ITEMS);
}

type Candidate = Omit<MergeableRow, 'description_text'> & ItemKey;

/** Adds to the candidates the start of the texts that decide which items are the same. */
async function withTexts(
  db: Db,
  candidates: readonly Candidate[],
): Promise<(MergeableRow & ItemKey)[]> {
  const repeated = withRepeatedTitle(candidates);
  const rows =
    repeated.length === 0
      ? []
      : await db
          .selectFrom('items')
          .select(['items.feed_id', 'items.identity'])
          .select(sql<string>`substr(items.description_text, 1, ${COMPARED_TEXT})`.as('text'))
          .where(isOneOf(db, repeated))
          .execute();
  const texts = new Map(rows.map((row) => [`${row.feed_id} ${row.identity}`, row.text]));
  return candidates.map((row) => ({
    ...row,
    description_text: texts.get(`${row.feed_id} ${row.identity}`) ?? '',
  }));
}

/**
 * The items with these keys, in the order of `sort`. An item that was deleted meanwhile is left
 * out.
 */
export function selectBundleRows(
  db: Db,
  keys: readonly ItemKey[],
  sort: Sort,
): Promise<BundleItemRow[]> {
  return itemsWithFeeds(db).where(isOneOf(db, keys)).orderBy(ITEM_ORDER[sort]).execute();
}

/**
 * The condition that an item has one of these keys. The statement has the same text for any number
 * of keys. With `offset 0` PostgreSQL searches each key, and does not read all items for a few
 * hundred keys.
 */
export function isOneOf(db: Db, keys: readonly ItemKey[]): RawBuilder<boolean> {
  const json = keysJson(keys);
  if (isPostgres(db)) {
    return sql`items.ctid = any (array(
      select known.place from jsonb_array_elements(${json}::jsonb) as wanted
      cross join lateral (
        select ctid as place from items
        where feed_id = wanted.value ->> 0 and identity = wanted.value ->> 1 offset 0
      ) as known))`;
  }
  return sql`items.rowid in (
    select known.rowid from json_each(${json}) as wanted
    cross join items as known on known.feed_id = wanted.value ->> 0
      and known.identity = wanted.value ->> 1)`;
}

/** The conditions for the keys that `newestItemKeys` returns. */
interface NewestKeys {
  sort: Sort;
  limit: number;
  /** The current time, in milliseconds. */
  now: number;
}

/** The keys of the newest items of the members, in order. */
export function newestItemKeys(db: Db, bundleId: string, wanted: NewestKeys): Promise<ItemKey[]> {
  return fromNewestFeeds(db, { bundleId }, wanted, (since) =>
    itemKeys(db, bundleId, wanted, since).execute(),
  );
}

/**
 * As `newestItemKeys`, with the columns that decide which items are the same. It is one query, so
 * that the keys stay in the database.
 */
function newestCandidates(db: Db, bundleId: string, wanted: NewestKeys) {
  return fromNewestFeeds(db, { bundleId }, wanted, (since) =>
    db
      .selectFrom(itemKeys(db, bundleId, wanted, since).as('newest'))
      .innerJoin('items', (join) =>
        join
          .onRef('items.feed_id', '=', 'newest.feed_id')
          .onRef('items.identity', '=', 'newest.identity'),
      )
      .select(['items.feed_id', 'items.identity', 'items.url', 'items.title'])
      .select(['items.date_published', 'items.added_at'])
      .orderBy(ITEM_ORDER[wanted.sort])
      .execute(),
  );
}

/** The keys of items of the members, in order, read only from the index. */
function itemKeys(db: Db, bundleId: string, { sort, limit, now }: NewestKeys, since: Since | null) {
  return newestOf(db, { bundleId }, sort, since)
    .select(['items.feed_id', 'items.identity'])
    .where(isShownByFeed(now))
    .orderBy(ITEM_ORDER[sort])
    .limit(limit);
}

/** Items with the fields of their feed. */
export function itemsWithFeeds(db: Db) {
  return db
    .selectFrom('items')
    .innerJoin('feeds', 'feeds.id', 'items.feed_id')
    .select([...ITEM_COLUMNS, ...LOOK_COLUMNS])
    .select(({ fn }) => [
      fn.coalesce('feeds.title_override', 'feeds.title').as('feed_title'),
      'feeds.site_url as feed_site_url',
      'feeds.source_url as feed_source_url',
    ]);
}
