import type { Sort } from '../../contract/index.js';
import { ITEM_ORDER } from '../items/item-order.js';
import { ITEM_COLUMNS, type ItemRow } from '../items/item-row.js';
import type { Db } from '../store/store.js';
import { deduplicate } from './deduplicate.js';

/** Most items a bundle shows. */
export const BUNDLE_ITEMS = 500;

/** Read at once; leaves room for duplicates, so that one read nearly always does. */
const CHUNK = 700;

/** Reads at most: a bundle of nothing but duplicates must not be read to its end. */
const MOST_CHUNKS = 5;

/** An item of a bundle, with the custom author of the feed it comes from. */
export interface BundleItemRow extends ItemRow {
  custom_author: string | null;
}

/** The newest 500 items of the members, one a story, in the order of `sort`. */
export async function selectBundleItems(
  db: Db,
  bundleId: string,
  sort: Sort,
): Promise<BundleItemRow[]> {
  const candidates: BundleItemRow[] = [];
  for (let chunk = 0; chunk < MOST_CHUNKS; chunk += 1) {
    const rows = await selectChunk(db, bundleId, sort, chunk * CHUNK);
    candidates.push(...rows);
    const stories = deduplicate(candidates);
    if (stories.length >= BUNDLE_ITEMS || rows.length < CHUNK)
      return stories.slice(0, BUNDLE_ITEMS);
  }
  return deduplicate(candidates).slice(0, BUNDLE_ITEMS);
}

/** The keys are sorted first, from the index alone; only what is wanted is then read whole. */
async function selectChunk(
  db: Db,
  bundleId: string,
  sort: Sort,
  offset: number,
): Promise<BundleItemRow[]> {
  const keys = db
    .selectFrom('bundle_feeds')
    .innerJoin('items', 'items.feed_id', 'bundle_feeds.feed_id')
    .select(['items.feed_id', 'items.identity'])
    .where('bundle_feeds.bundle_id', '=', bundleId)
    .orderBy(ITEM_ORDER[sort])
    .limit(CHUNK)
    .offset(offset);
  return db
    .selectFrom(keys.as('keys'))
    .innerJoin('items', (join) =>
      join
        .onRef('items.feed_id', '=', 'keys.feed_id')
        .onRef('items.identity', '=', 'keys.identity'),
    )
    .innerJoin('feeds', 'feeds.id', 'items.feed_id')
    .select([...ITEM_COLUMNS, 'feeds.custom_author'])
    .orderBy(ITEM_ORDER[sort])
    .execute();
}
