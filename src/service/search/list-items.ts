import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod';
import type { DroppedChoice, ItemList, Sort } from '../../contract/index.js';
import { ITEM_PAGE } from '../../contract/sizes.js';
import type { Account } from '../accounts/account.js';
import { isOneOf, itemsWithFeeds } from '../bundles/bundle-items.js';
import { decodeCursor, encodeCursor } from '../core/paging.js';
import type { Deps } from '../feeds/deps.js';
import { isChosen, markedItem } from '../filters/apply-filters.js';
import { ITEM_ORDER } from '../items/item.js';
import type { ItemKey } from '../items/items-json.js';
import { isShownByFeed } from '../items/look.js';
import { mergeFound } from '../items/merge-feeds.js';
import { fromNewestFeeds, newestOf, type Since, undatedOf } from '../items/newest-feeds.js';
import { countRows } from '../store/count-rows.js';
import { newestItemDate } from '../store/dialect.js';
import type { Db } from '../store/store.js';
import { filterRows, type ResolvedScope, resolveScope, scopeItems } from './item-scope.js';

/** Scope, order and limits of a list of items. */
export interface ItemListQuery {
  /** Id of a feed or a bundle. */
  scope?: string | undefined;
  sort?: Sort | undefined;
  dropped?: DroppedChoice | undefined;
  /** ISO 8601. */
  since?: string | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
}

/** The last item of a page: its time, its feed, and its position among items of the same time. */
const cursorSchema = z.tuple([
  z.int().nullable(),
  z.string(),
  z.union([z.int().nonnegative(), z.string()]),
]);
type Cursor = z.infer<typeof cursorSchema>;

/**
 * GET /v1/items: all stored items of a feed, of a bundle or of the account, page by page. An item that
 * another feed has on the same page is left out. Another page does not count: which of several is left
 * out would depend on where the pages begin, and all of them might be.
 * @throws ServiceError INVALID_FIELD, FEED_NOT_FOUND, BUNDLE_NOT_FOUND
 */
export async function listItems(
  { store: { db }, clock }: Pick<Deps, 'store' | 'clock'>,
  account: Account,
  {
    scope = '',
    sort = 'last_added',
    dropped,
    since,
    limit = ITEM_PAGE.default,
    cursor,
  }: ItemListQuery,
): Promise<ItemList> {
  const within = await resolveScope(db, account, scope);
  const after = cursor === undefined ? null : decodeCursor(cursorSchema, cursor);
  const from = since === undefined ? null : Date.parse(since);
  const keys = await selectKeys(db, within, { sort, after, from, limit, now: clock.now() });
  const rows = await itemsWithFeeds(db)
    .select('feeds.filters as feed_filters')
    .where(isOneOf(db, keys))
    .orderBy(ITEM_ORDER[sort])
    .execute();
  const filtered = await filterRows(rows, within.filters);
  const shown = new Set(mergeFound(filtered.filter(({ droppedBy }) => droppedBy === null)));
  const last = keys.at(-1);
  return {
    items: filtered
      .filter((each) => isChosen(each, dropped) && (each.droppedBy !== null || shown.has(each)))
      .map(markedItem),
    cursor:
      last === undefined || keys.length < limit
        ? null
        : encodeCursor([last.time, last.feed_id, sort === 'date' ? last.identity : last.position]),
    ...(dropped === undefined && {
      hidden: filtered.filter(({ droppedBy }) => droppedBy !== null).length,
    }),
    ...(from !== null &&
      after === null && { undated: await countUndated(db, within, clock.now()) }),
  };
}

interface Page {
  sort: Sort;
  after: Cursor | null;
  /** Milliseconds. */
  from: number | null;
  limit: number;
  now: number;
}

const TIME = { last_added: sql.ref('items.added_at'), date: sql.ref('items.date_published') };

interface ListedKey extends ItemKey {
  position: number;
  time: number | null;
}

function selectKeys(
  db: Db,
  scope: ResolvedScope,
  { sort, after, from, limit, now }: Page,
): Promise<ListedKey[]> {
  const of = scopeItems(scope);
  const read = (since: Since | null) =>
    newestOf(db, of, sort, since)
      .where(isShownByFeed(now))
      .select(['items.feed_id', 'items.identity', 'items.position'])
      .select(sql<number | null>`${TIME[sort]}`.as('time'))
      .$if(after !== null, (keys) => keys.where(isAfter(sort, after as Cursor)))
      .$if(from !== null, (keys) =>
        keys
          .where('items.date_published', '>=', from)
          .where(newestItemDate(db), '>=', from as number),
      )
      .orderBy(ITEM_ORDER[sort])
      .limit(limit)
      .execute();
  const place = after === null ? undefined : { time: after[0], feedId: after[1] };
  return fromNewestFeeds(db, of, { sort, limit, after: place }, read);
}

/** True for items after the last one of the previous page, in `ITEM_ORDER`. */
function isAfter(sort: Sort, [time, feedId, place]: Cursor): RawBuilder<boolean> {
  const within = sort === 'date' ? sql.ref('items.identity') : sql.ref('items.position');
  const isBehind = sql`(items.feed_id > ${feedId}
    or (items.feed_id = ${feedId} and ${within} > ${place}))`;
  if (time === null) return sql`${TIME[sort]} is null and ${isBehind}`;
  const isOlder =
    sort === 'date'
      ? sql`(${TIME.date} < ${time} or ${TIME.date} is null)`
      : sql`${TIME[sort]} < ${time}`;
  return sql`(${isOlder} or (${TIME[sort]} = ${time} and ${isBehind}))`;
}

/** Counting stops at this number. */
const MAX_UNDATED = 1000;

/** Number of items that "since" leaves out because they have no date. */
async function countUndated(db: Db, scope: ResolvedScope, now: number): Promise<number> {
  const undated = undatedOf(db, scopeItems(scope))
    .where(isShownByFeed(now))
    .select('items.added_at')
    .limit(MAX_UNDATED);
  return countRows(db.selectFrom(undated.as('undated')));
}
