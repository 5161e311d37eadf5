import { sql } from 'kysely';
import type { BundleSummary } from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import { ServiceError } from '../core/errors.js';
import type { Deps } from '../feeds/deps.js';
import { readFilters } from '../filters/stored-filters.js';
import { rssFeedUrl } from '../operation/public-address.js';
import {
  type CreationPage,
  cursorPlace,
  isBehind,
  type Listed,
  type Place,
  pageInOrder,
} from '../store/creation-order.js';
import type { Database, RowOf } from '../store/schema.js';
import type { Db } from '../store/store.js';

/** The stored fields of a bundle. */
export const BUNDLE_COLUMNS = [
  'id',
  'account_id',
  'name',
  'description',
  'icon',
  'filters',
  'revision',
  'all_feeds',
] as const satisfies readonly (keyof Database['bundles'])[];

export type BundleRow = Pick<RowOf<'bundles'>, (typeof BUNDLE_COLUMNS)[number]>;

/**
 * The bundle of the account with this id.
 * @throws ServiceError BUNDLE_NOT_FOUND, also for a bundle of another account
 */
export async function findBundle(db: Db, account: Account, id: string): Promise<BundleRow> {
  const bundle = await db
    .selectFrom('bundles')
    .select(BUNDLE_COLUMNS)
    .where('id', '=', id)
    .where('account_id', '=', account.id)
    .executeTakeFirst();
  if (bundle === undefined) throw bundleNotFound(id);
  return bundle;
}

export function bundleNotFound(id: string): ServiceError {
  const hint = id.startsWith('_') ? '' : ' Ids of bundles start with "_".';
  return new ServiceError('BUNDLE_NOT_FOUND', `There is no bundle ${id} in this account.${hint}`);
}

/** The bundle as lists and responses to changes contain it. */
function presentBundle(row: BundleRow, feeds: string[], publicBase: string): BundleSummary {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    icon: row.icon,
    rss_feed_url: rssFeedUrl(publicBase, row.id),
    feeds,
    ...(row.filters !== null && { filters: readFilters(row.filters) }),
    ...(row.all_feeds === 1 && { all_feeds: true as const }),
  };
}

/**
 * The bundle without its items: the response to every change.
 * @throws ServiceError BUNDLE_NOT_FOUND
 */
export async function getBundleSummary(
  { store, publicAddress }: Deps,
  account: Account,
  id: string,
): Promise<BundleSummary> {
  const bundle = await findBundle(store.db, account, id);
  const members = await membersOf(store.db, [id]);
  return presentBundle(bundle, members.get(id) ?? [], await publicAddress.base());
}

/**
 * GET /v1/bundles: the account's bundles, newest first, without their items.
 * @throws ServiceError INVALID_FIELD for a cursor that does not fit
 */
export async function listBundles(
  { store, publicAddress }: Deps,
  account: Account,
  page: CreationPage,
): Promise<Listed<BundleSummary>> {
  const behind = cursorPlace('bundles', account, page);
  const read = await store.db
    .selectFrom('bundles')
    .select([...BUNDLE_COLUMNS, 'created_at'])
    .where('account_id', '=', account.id)
    .$if(behind !== undefined, (bundles) => bundles.where(isBehind('bundles', behind as Place)))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(page.limit + 1)
    .offset(page.offset)
    .execute();
  const { rows, ...rest } = pageInOrder('bundles', account, read, page.limit);
  const ids = rows.map(({ id }) => id);
  const [members, base] = await Promise.all([membersOf(store.db, ids), publicAddress.base()]);
  return {
    rows: rows.map((bundle) => presentBundle(bundle, members.get(bundle.id) ?? [], base)),
    ...rest,
  };
}

/** Marks the combined feed of the bundle as changed. */
export async function raiseRevision(db: Db, bundleId: string, now: number): Promise<void> {
  await db
    .updateTable('bundles')
    .set((column) => ({ revision: column('revision', '+', 1), updated_at: now }))
    .where('id', '=', bundleId)
    .execute();
}

/**
 * The feeds of each bundle, in the order they were added, from a single query. It returns one row
 * per bundle: a thousand rows of members take three times as long.
 */
export async function membersOf(
  db: Db,
  bundleIds: readonly string[],
): Promise<Map<string, string[]>> {
  const members = new Map<string, string[]>(bundleIds.map((id) => [id, []]));
  if (bundleIds.length === 0) return members;
  const rows = await db
    .selectFrom('bundle_feeds')
    .select('bundle_id')
    .select(sql<string>`string_agg(feed_id, ',' order by position)`.as('feeds'))
    .where('bundle_id', 'in', bundleIds)
    .groupBy('bundle_id')
    .execute();
  for (const { bundle_id, feeds } of rows) members.set(bundle_id, feeds.split(','));
  return members;
}
