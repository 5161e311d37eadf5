import type { Bundle, Item, Sort } from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import type { Deps } from '../domain/deps.js';
import type { ItemsQuery } from '../feeds/read-feeds.js';
import { isChosen, markedItem } from '../filters/chosen-items.js';
import { presentItem } from '../items/item.js';
import type { Db } from '../store/store.js';
import { findBundle, getBundleSummary } from './bundle.js';
import { type SiftedRow, selectBundleItems } from './bundle-items.js';
import { selectBundleFilters, selectFilteredItems } from './filtered-items.js';

/**
 * GET /v1/bundles/:id: the bundle with the newest items of all its members.
 * @throws ServiceError BUNDLE_NOT_FOUND
 */
export async function getBundle(
  deps: Deps,
  account: Account,
  id: string,
  { sort = 'last_added', dropped }: ItemsQuery = {},
): Promise<Bundle> {
  const { db } = deps.store;
  const summary = await getBundleSummary(deps, account, id);
  const rows = await siftedItems(db, await findBundle(db, account, id), sort);
  const items = rows
    .map(({ row, droppedBy }) => ({ item: presentMember(row), droppedBy }))
    .filter((each) => isChosen(each, dropped));
  return { ...summary, items: items.map(markedItem) };
}

function presentMember(row: SiftedRow['row']): Item {
  return {
    ...presentItem(row, row.custom_author),
    feed: { id: row.feed_id, title: row.feed_title },
  };
}

/** The newest 500 items that are shown, and the hidden items among them. */
export async function siftedItems(
  db: Db,
  bundle: { id: string; filters: string | null },
  sort: Sort,
): Promise<SiftedRow[]> {
  const filters = await selectBundleFilters(db, bundle);
  if (filters !== null) return selectFilteredItems(db, bundle.id, sort, filters);
  const rows = await selectBundleItems(db, bundle.id, sort);
  return rows.map((row) => ({ row, droppedBy: null }));
}
