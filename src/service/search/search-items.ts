import * as z from 'zod';
import { type Item, type ItemSearch, PAGE } from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import { findBundle } from '../bundles/bundle.js';
import { decodeCursor, encodeCursor } from '../core/cursor.js';
import type { Deps } from '../domain/deps.js';
import { findFeed } from '../feeds/feed.js';
import { type OwnedFilter, sift } from '../filters/sift.js';
import { presentItem } from '../items/item.js';
import type { Db } from '../store/store.js';
import { type FoundRow, findItems } from './find-items.js';
import { countUnindexed, indexItemsIfFree } from './index-items.js';
import { parseQuery } from './parse-query.js';
import type { SearchScope } from './search-scope.js';

/** How long a search waits for new and changed items to be indexed, in milliseconds. */
const INDEXING_MS = 1000;

/** Matching items that one request examines for those that filters show. */
const MAX_EXAMINED = 2000;

/** The place in the index where the next page starts. */
const cursorSchema = z.int().nonnegative();

/** How long a request searches, in milliseconds; the cursor of its answer continues. */
const SEARCH_MS = 1000;

/** What to search for, and where. */
export interface ItemSearchQuery {
  search: string;
  /** Id of a feed or a bundle. */
  scope?: string | undefined;
  since?: string | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
}

/**
 * GET /v1/items: stored items of the account that match, last added first, without those that
 * filters hide.
 * @throws ServiceError INVALID_FIELD, FEED_NOT_FOUND, BUNDLE_NOT_FOUND
 */
export async function searchItems(
  { store: { db } }: Deps,
  account: Account,
  { search, scope = '', since, limit = PAGE.defaultLimit, cursor }: ItemSearchQuery,
): Promise<ItemSearch> {
  const query = parseQuery(search);
  const { own, ...where } = await resolveScope(db, account, scope);
  const within = { ...where, ...(since !== undefined && { since: Date.parse(since) }) };
  const isComplete = await indexItemsIfFree(db, INDEXING_MS);
  const page = new ResultPage(limit);
  let next: string | null = null;
  // One more than fits tells whether there is another page.
  const before = cursor === undefined ? null : decodeCursor(cursorSchema, cursor);
  const chunk = { before, size: limit + 1 };
  const endsAt = performance.now() + SEARCH_MS;
  for await (const { rows, rest } of findItems(db, query, within, chunk)) {
    next = page.add(await siftRows(rows, own));
    if (next === null && rest > 0 && performance.now() >= endsAt) next = encodeCursor(rest);
    if (next !== null) break;
  }
  const unindexed = isComplete ? 0 : await countUnindexed(db);
  return { items: page.items, cursor: next, unindexed };
}

interface ResolvedScope extends SearchScope {
  /** The filters of the bundle that is searched. */
  own: OwnedFilter | null;
}

async function resolveScope(db: Db, account: Account, scope: string): Promise<ResolvedScope> {
  const accountId = account.id;
  if (scope === '') return { accountId, own: null };
  if (!scope.startsWith('_')) {
    const { id } = await findFeed(db, account, scope);
    return { accountId, feedId: id, own: null };
  }
  const { id, filters } = await findBundle(db, account, scope);
  const members = await db
    .selectFrom('bundle_feeds')
    .select('feed_id')
    .where('bundle_id', '=', id)
    .execute();
  const feedIds = members.map((member) => member.feed_id);
  return { accountId, bundle: { id, feedIds }, own: { of: id, filters } };
}

interface ShownRow {
  row: FoundRow;
  /** Null when a filter hides it. */
  item: Item | null;
}

async function siftRows(rows: readonly FoundRow[], own: OwnedFilter | null): Promise<ShownRow[]> {
  const items = rows.map((row) => ({ ...presentItem(row, row.custom_author), row }));
  const sifted = await sift(items, ({ row }) => [
    ...(own === null ? [] : [own]),
    { of: row.feed_id, filters: row.feed_filters },
  ]);
  return sifted.map(({ item: { row, ...item }, droppedBy }) => ({
    row,
    item: droppedBy === null ? { ...item, feed: { id: row.feed_id, title: row.feed_title } } : null,
  }));
}

/** Collects the items of one answer. */
class ResultPage {
  readonly #items: Item[] = [];
  #examined = 0;
  #last: number | null = null;

  constructor(private readonly limit: number) {}

  /**
   * Takes rows until the page is full.
   * @returns the cursor when it is full and more rows follow, else null
   */
  add(rows: readonly ShownRow[]): string | null {
    for (const { row, item } of rows) {
      const isFull = this.#items.length >= this.limit || this.#examined >= MAX_EXAMINED;
      if (isFull && this.#last !== null) return encodeCursor(this.#last);
      if (item !== null) this.#items.push(item);
      this.#examined += 1;
      this.#last = row.search_id;
    }
    return null;
  }

  get items(): Item[] {
    return this.#items;
  }
}
