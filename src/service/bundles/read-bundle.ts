import type { Bundle, DroppedChoice, Item, Sort } from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import { type AnswerBytes, type Answers, encodeJson } from '../core/answers.js';
import type { Deps } from '../feeds/deps.js';
import type { ItemsQuery } from '../feeds/read-feeds.js';
import { isChosen, markedItem } from '../filters/apply-filters.js';
import { presentItem } from '../items/item.js';
import { itemsEnd } from '../items/items-json.js';
import type { Db } from '../store/store.js';
import { type BundleRow, bundleNotFound, findBundle, getBundleSummary } from './bundle.js';
import { type FilteredRow, selectBundleRows, selectStoryKeys } from './bundle-items.js';
import { findBundleRevision } from './bundle-revision.js';
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
  const summary = await getBundleSummary(deps, account, id);
  const bundle = await findBundle(deps.store.db, account, id);
  return { ...summary, items: await chosenRows(deps, bundle, sort, dropped) };
}

/**
 * As `getBundle`, as JSON in consecutive parts. They come from `answers` while neither the bundle
 * nor one of its members changed.
 * @throws ServiceError BUNDLE_NOT_FOUND
 */
export async function getBundleJson(
  deps: Deps,
  answers: Answers,
  account: Account,
  id: string,
  { sort = 'last_added', dropped }: ItemsQuery = {},
): Promise<AnswerBytes[]> {
  const { store, clock, publicAddress } = deps;
  const [revision, base] = await Promise.all([
    findBundleRevision(store.db, account, id, clock.now()),
    publicAddress.base(),
  ]);
  if (revision === null) throw bundleNotFound(id);
  const name = `bundle ${account.id} ${id} ${base} ${sort} ${dropped ?? ''}`;
  const [summary, items] = await Promise.all([
    answers.get(`${name} summary`, revision, async () =>
      encodeJson(await getBundleSummary(deps, account, id), -1),
    ),
    answers.get(`${name} items`, revision, async () =>
      itemsEnd(await chosenRows(deps, await findBundle(store.db, account, id), sort, dropped)),
    ),
  ]);
  return [summary, items];
}

async function chosenRows(
  { store, clock }: { store: Pick<Deps['store'], 'db'>; clock: Deps['clock'] },
  bundle: BundleRow,
  sort: Sort,
  dropped: DroppedChoice | undefined,
): Promise<Item[]> {
  const rows = await filteredItems(store.db, bundle, sort, clock.now());
  return rows
    .map(({ row, droppedBy }) => ({ item: presentMember(row), droppedBy }))
    .filter((each) => isChosen(each, dropped))
    .map(markedItem);
}

function presentMember(row: FilteredRow['row']): Item {
  return {
    ...presentItem(row, row),
    feed: { id: row.feed_id, title: row.feed_title },
  };
}

/** The newest 500 items that are shown, and the hidden items among them. */
export async function filteredItems(
  db: Db,
  bundle: Pick<BundleRow, 'id' | 'account_id' | 'filters'>,
  sort: Sort,
  now: number,
): Promise<FilteredRow[]> {
  const filters = await selectBundleFilters(db, bundle);
  if (filters !== null) return selectFilteredItems(db, bundle.id, sort, filters, now);
  const keys = await selectStoryKeys(db, bundle.id, sort, now);
  const rows = await selectBundleRows(db, keys, sort);
  return rows.map((row) => ({ row, droppedBy: null }));
}
