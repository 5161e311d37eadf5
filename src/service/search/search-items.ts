import * as z from 'zod';
import { type Item, type ItemList, PAGE } from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import { ServiceError } from '../core/errors.js';
import { decodeCursor, encodeCursor } from '../core/paging.js';
import type { Deps } from '../feeds/deps.js';
import { mergeFound } from '../items/merge-feeds.js';
import { type FoundRow, findItems } from './find-items.js';
import { filterRows, resolveScope } from './item-scope.js';
import type { ItemListQuery } from './list-items.js';
import { parseQuery } from './parse-query.js';

/** Maximum number of matching items that one request filters. */
const MAX_EXAMINED = 2000;

/** Position in the index where the next page starts. */
const cursorSchema = z.int().nonnegative();

/** Time for which a request searches, in milliseconds; the cursor of its answer continues. */
const SEARCH_MS = 1000;

/** Words and scope of a search. */
interface ItemSearchQuery extends ItemListQuery {
  search: string;
}

/**
 * GET /v1/items with `search`: stored items of the account that match, last added first, without
 * those that filters hide and those that another feed has on the same page.
 * @throws ServiceError INVALID_FIELD, FEED_NOT_FOUND, BUNDLE_NOT_FOUND
 */
export async function searchItems(
  deps: SearchDeps,
  account: Account,
  query: ItemSearchQuery,
): Promise<ItemList> {
  const { rows, ...rest } = await searchRows(deps, account, query);
  return { items: rows.map(({ item }) => item), ...rest };
}

type SearchDeps = Pick<Deps, 'store' | 'clock'>;

/** A matching item with its row. */
export interface FoundItem {
  item: Item;
  row: FoundRow;
}

/** As `searchItems`, with the row of each item and the number of items that filters hide. */
export async function searchRows(
  { store, clock }: SearchDeps,
  account: Account,
  { search, scope = '', since, limit = PAGE.defaultLimit, cursor, ...more }: ItemSearchQuery,
): Promise<{ rows: FoundItem[]; cursor: string | null; hidden: number }> {
  for (const field of ['sort', 'dropped'] as const) {
    if (more[field] === undefined) continue;
    throw new ServiceError('INVALID_FIELD', `"${field}" cannot be combined with "search".`);
  }
  const query = parseQuery(search);
  const { filters, ...where } = await resolveScope(store.db, account, scope);
  const within = { ...where, ...(since !== undefined && { since: Date.parse(since) }) };
  const page = new ResultPage(limit);
  let next: string | null = null;
  // One more than fits shows whether there is another page.
  const before = cursor === undefined ? null : decodeCursor(cursorSchema, cursor);
  const chunk = { before, size: limit + 1, now: clock.now() };
  const endsAt = performance.now() + SEARCH_MS;
  for await (const { rows, rest } of findItems(store, query, within, chunk)) {
    next = page.add(await filterRows(rows, filters));
    if (next === null && rest > 0 && performance.now() >= endsAt) next = encodeCursor(rest);
    if (next !== null) break;
  }
  return { rows: mergeFound(page.rows), cursor: next, hidden: page.hidden };
}

/** Collects the items of one answer. */
class ResultPage {
  readonly #rows: FoundItem[] = [];
  /** Number of matches that filters hide. */
  hidden = 0;
  #examined = 0;
  #last: number | null = null;

  constructor(private readonly limit: number) {}

  /**
   * Adds rows until the page is full. @returns the cursor if it is full and more rows follow,
   * otherwise null
   */
  add(rows: Awaited<ReturnType<typeof filterRows<FoundRow>>>): string | null {
    for (const { row, item, droppedBy } of rows) {
      const isFull = this.#rows.length >= this.limit || this.#examined >= MAX_EXAMINED;
      if (isFull && this.#last !== null) return encodeCursor(this.#last);
      if (droppedBy === null) this.#rows.push({ item, row });
      else this.hidden += 1;
      this.#examined += 1;
      this.#last = row.number;
    }
    return null;
  }

  get rows(): FoundItem[] {
    return this.#rows;
  }
}
