import type { Sort } from '../../contract/index.js';
import type { OwnedFilter } from '../filters/apply-filters.js';
import { applyFilters } from '../filters/apply-filters.js';
import { mutedBy } from '../filters/muted.js';
import { presentItem } from '../items/item.js';
import { mergeFeeds } from '../items/merge-feeds.js';
import type { Db } from '../store/store.js';
import type { BundleRow } from './bundle.js';
import {
  BUNDLE_ITEMS,
  type BundleItemRow,
  type FilteredRow,
  newestItemKeys,
  selectBundleRows,
} from './bundle-items.js';

/** Number of rows per read: as many as an unfiltered bundle reads at once. */
const CHUNK = 700;

/** Maximum number of the newest items of a bundle that are filtered. */
const MAX_EXAMINED = 10_000;

/** Maximum number of hidden items in a response. */
const MAX_HIDDEN = 2000;

/** The filters of a bundle: its own, those of the account, and those of its members. */
interface BundleFilters {
  own: OwnedFilter;
  muted: OwnedFilter;
  /** The filters by feed; only members with filters. */
  members: ReadonlyMap<string, OwnedFilter>;
}

export async function selectBundleFilters(
  db: Db,
  bundle: Pick<BundleRow, 'id' | 'account_id' | 'filters'>,
): Promise<BundleFilters | null> {
  const muted = await mutedBy(db, bundle.account_id);
  const rows = await db
    .selectFrom('bundle_feeds')
    .innerJoin('feeds', 'feeds.id', 'bundle_feeds.feed_id')
    .select(['feeds.id', 'feeds.filters'])
    .where('bundle_feeds.bundle_id', '=', bundle.id)
    .where('feeds.filters', 'is not', null)
    .execute();
  if (bundle.filters === null && muted.filters === null && rows.length === 0) return null;
  return {
    muted,
    own: { of: bundle.id, filters: bundle.filters },
    members: new Map(rows.map(({ id, filters }) => [id, { of: id, filters }])),
  };
}

/**
 * The newest 500 items that the filters show, without duplicates, and the hidden items that were
 * found on the way: pages of the newest rows are read until there are enough items. Hidden items
 * are not compared with the shown ones.
 */
export async function selectFilteredItems(
  db: Db,
  bundleId: string,
  sort: Sort,
  filters: BundleFilters,
  now: number,
): Promise<FilteredRow[]> {
  const keys = await newestItemKeys(db, bundleId, { sort, now, limit: MAX_EXAMINED });
  const rows: FilteredRow[] = [];
  let shown: BundleItemRow[] = [];
  let hidden = 0;
  for (let start = 0; start < keys.length && shown.length < BUNDLE_ITEMS; start += CHUNK) {
    const chunk = await selectBundleRows(db, keys.slice(start, start + CHUNK), sort);
    for (const filtered of await filterRows(chunk, filters)) {
      if (filtered.droppedBy !== null) hidden += 1;
      if (filtered.droppedBy === null || hidden <= MAX_HIDDEN) rows.push(filtered);
    }
    shown = mergeFeeds(rows.flatMap(({ row, droppedBy }) => (droppedBy === null ? [row] : [])));
  }
  const kept = new Set(shown.slice(0, BUNDLE_ITEMS));
  return rows.filter(({ row, droppedBy }) => droppedBy !== null || kept.has(row));
}

async function filterRows(
  rows: readonly BundleItemRow[],
  { own, muted, members }: BundleFilters,
): Promise<FilteredRow[]> {
  const items = rows.map((row) => ({ ...presentItem(row, row), row }));
  const filtered = await applyFilters(items, ({ row }) => [
    muted,
    own,
    ...memberFilter(members, row.feed_id),
  ]);
  return filtered.map(({ item, droppedBy }) => ({ row: item.row, droppedBy }));
}

function memberFilter(members: BundleFilters['members'], feedId: string): OwnedFilter[] {
  const filter = members.get(feedId);
  return filter === undefined ? [] : [filter];
}
