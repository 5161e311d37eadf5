import type { Item } from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import { findBundle } from '../bundles/bundle.js';
import type { BundleItemRow } from '../bundles/bundle-items.js';
import { findFeed } from '../feeds/feed.js';
import { applyFilters, type Filtered, type OwnedFilter } from '../filters/apply-filters.js';
import { mutedBy } from '../filters/muted.js';
import { presentItem } from '../items/item.js';
import type { ItemsOf } from '../items/newest-feeds.js';
import type { Db } from '../store/store.js';

/** The items that are searched. */
export interface SearchScope {
  accountId: string;
  /** Id of the feed, if only its items are searched. */
  feedId?: string | undefined;
  /**
   * The bundle, if only items of its members are searched; `named`: their ids, or null if there are
   * many.
   */
  bundle?: { id: string; named: readonly string[] | null } | undefined;
  /** Only items published at this time or later; milliseconds. */
  since?: number | undefined;
}

export interface ResolvedScope extends SearchScope {
  /** The filters of the account, and of the bundle that is read. */
  filters: readonly OwnedFilter[];
}

/**
 * Maximum number of bundle members that are searched in the index; those of larger bundles are
 * compared.
 */
export const MAX_NAMED_FEEDS = 128;

/**
 * Resolves a "scope": a feed, a bundle, or "" for all feeds of the account. @throws ServiceError
 * FEED_NOT_FOUND, BUNDLE_NOT_FOUND
 */
export async function resolveScope(
  db: Db,
  account: Account,
  scope: string,
): Promise<ResolvedScope> {
  const accountId = account.id;
  const muted = await mutedBy(db, accountId);
  if (scope === '') return { accountId, filters: [muted] };
  if (!scope.startsWith('_')) {
    const { id } = await findFeed(db, account, scope);
    return { accountId, feedId: id, filters: [muted] };
  }
  const { id, filters } = await findBundle(db, account, scope);
  const members = await db
    .selectFrom('bundle_feeds')
    .select('feed_id')
    .where('bundle_id', '=', id)
    .limit(MAX_NAMED_FEEDS + 1)
    .execute();
  const named = members.length > MAX_NAMED_FEEDS ? null : members.map(({ feed_id }) => feed_id);
  return { accountId, bundle: { id, named }, filters: [muted, { of: id, filters }] };
}

/** The condition for items in the scope. */
export function scopeItems({ accountId, feedId, bundle }: SearchScope): ItemsOf {
  if (feedId !== undefined) return { feedId };
  return bundle === undefined ? { accountId } : { bundleId: bundle.id };
}

/** An item of any feed with the filters of that feed. */
export interface ScopedRow extends BundleItemRow {
  feed_filters: string | null;
}

/** The items as readers see them, each with its feed, and with the rule that hides it, if any. */
export async function filterRows<Row extends ScopedRow>(
  rows: readonly Row[],
  shared: readonly OwnedFilter[],
): Promise<(Filtered<Item> & { row: Row })[]> {
  const items = rows.map((row) => ({ ...presentItem(row, row), row }));
  const filtered = await applyFilters(items, ({ row }) => [
    ...shared,
    { of: row.feed_id, filters: row.feed_filters },
  ]);
  return filtered.map(({ item: { row, ...item }, droppedBy }) => ({
    item: { ...item, feed: { id: row.feed_id, title: row.feed_title } },
    droppedBy,
    row,
  }));
}
