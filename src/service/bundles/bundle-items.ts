import { type DroppedBy, normalisedSource, type Sort } from '../../contract/index.js';
import { ITEM_COLUMNS, ITEM_ORDER, type ItemRow } from '../items/item.js';
import { withoutTracking } from '../items/tracking-parameters.js';
import type { Db } from '../store/store.js';

/** Maximum number of items of a bundle. */
export const BUNDLE_ITEMS = 500;

/** Rows per read; leaves room for duplicates, so that one read is nearly always enough. */
const CHUNK = 700;

/** Maximum number of reads: a bundle of duplicates must not be read completely. */
const MAX_CHUNKS = 5;

/** An item of a bundle, with fields of its feed. */
export interface BundleItemRow extends ItemRow {
  custom_author: string | null;
  feed_title: string;
  feed_site_url: string | null;
  feed_source_url: string;
}

/** A row, and the rule that hides it if one does. */
export interface SiftedRow {
  row: BundleItemRow;
  droppedBy: DroppedBy | null;
}

/** The newest 500 items of the members without duplicate stories, in the order of `sort`. */
export async function selectBundleItems(
  db: Db,
  bundleId: string,
  sort: Sort,
): Promise<BundleItemRow[]> {
  const candidates: BundleItemRow[] = [];
  for (let chunk = 0; chunk < MAX_CHUNKS; chunk += 1) {
    const rows = await selectChunk(db, bundleId, sort, chunk * CHUNK);
    candidates.push(...rows);
    const stories = deduplicate(candidates);
    if (stories.length >= BUNDLE_ITEMS || rows.length < CHUNK)
      return stories.slice(0, BUNDLE_ITEMS);
  }
  return deduplicate(candidates).slice(0, BUNDLE_ITEMS);
}

/** Sorts the keys with the index alone, then reads only the needed rows. */
async function selectChunk(
  db: Db,
  bundleId: string,
  sort: Sort,
  offset: number,
): Promise<BundleItemRow[]> {
  const keys = itemKeys(db, bundleId, sort).limit(CHUNK).offset(offset);
  return rowsOf(db)
    .innerJoin(keys.as('keys'), (join) =>
      join
        .onRef('items.feed_id', '=', 'keys.feed_id')
        .onRef('items.identity', '=', 'keys.identity'),
    )
    .orderBy(ITEM_ORDER[sort])
    .execute();
}

/** The keys of all items of the members, in order. */
export function itemKeys(db: Db, bundleId: string, sort: Sort) {
  return db
    .selectFrom('bundle_feeds')
    .innerJoin('items', 'items.feed_id', 'bundle_feeds.feed_id')
    .select(['items.feed_id', 'items.identity'])
    .where('bundle_feeds.bundle_id', '=', bundleId)
    .orderBy(ITEM_ORDER[sort]);
}

/** Items with the fields of their feed. */
export function rowsOf(db: Db) {
  return db
    .selectFrom('items')
    .innerJoin('feeds', 'feeds.id', 'items.feed_id')
    .select([...ITEM_COLUMNS, 'feeds.custom_author'])
    .select(({ fn }) => [
      fn.coalesce('feeds.title_override', 'feeds.title').as('feed_title'),
      'feeds.site_url as feed_site_url',
      'feeds.source_url as feed_source_url',
    ]);
}

/** The fields that identify duplicate stories. */
export interface BundleCandidate {
  url: string;
  title: string;
  date_published: number | null;
  added_at: number;
}

/** Shorter titles ("Weekly links") are shared by unrelated items. */
const MEANINGFUL_TITLE = 20;
const SAME_STORY_MS = 24 * 60 * 60_000;

/**
 * Removes duplicate stories: the same address, or the same title of at least 20 characters within
 * 24 hours. The item furthest back is kept, so that a repeat by another feed does not bring a story
 * back to the top.
 * @param items in display order, which is kept
 */
export function deduplicate<Item extends BundleCandidate>(items: readonly Item[]): Item[] {
  const addresses = new Set<string>();
  const titles = new Map<string, number[]>();
  return items
    .toReversed()
    .filter((item) => {
      const address = addressOf(item);
      const title = titleOf(item);
      const times = title === null ? [] : (titles.get(title) ?? []);
      const known =
        (address !== null && addresses.has(address)) ||
        times.some((time) => Math.abs(time - timeOf(item)) <= SAME_STORY_MS);
      if (address !== null) addresses.add(address);
      // Compared only with kept items: a title that repeats every 20 hours is not one endless
      // story.
      if (title !== null && !known) titles.set(title, [...times, timeOf(item)]);
      return !known;
    })
    .toReversed();
}

/** The key that items with the same address share, or null for an item without an address. */
export function addressOf(item: { url: string }): string | null {
  return item.url === '' ? null : normalisedSource(withoutTracking(item.url));
}

function titleOf(item: BundleCandidate): string | null {
  const title = item.title.trim().replace(/\s+/g, ' ').toLowerCase();
  return title.length >= MEANINGFUL_TITLE ? title : null;
}

function timeOf(item: BundleCandidate): number {
  return item.date_published ?? item.added_at;
}
