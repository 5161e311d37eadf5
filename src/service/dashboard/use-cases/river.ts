import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod';
import { isFirstText } from '../../../base/change-text.js';
import type { Item } from '../../../contract/index.js';
import type { Account } from '../../accounts/account.js';
import { isOneOf, itemsWithFeeds } from '../../bundles/bundle-items.js';
import { decodeCursor, encodeCursor } from '../../core/paging.js';
import type { Deps } from '../../feeds/deps.js';
import type { OwnFeed } from '../../feeds/feed.js';
import { feedsOfIds } from '../../feeds/list-feeds.js';
import { isShown, isShownByFeed } from '../../items/look.js';
import { mergeFound } from '../../items/merge-feeds.js';
import { fromNewestFeeds, newestOf, undatedOf } from '../../items/newest-feeds.js';
import {
  filterRows,
  type ResolvedScope,
  resolveScope,
  type ScopedRow,
  scopeItems,
} from '../../search/item-scope.js';
import { searchRows } from '../../search/search-items.js';
import { newestItemDate } from '../../store/dialect.js';
import type { Db } from '../../store/store.js';

/** An item with its feed, as lists of items show it. */
export interface RiverItem {
  item: Item;
  feed: OwnFeed;
  /** Identifies the item within its feed, in addresses. */
  place: string;
  /** The time of publication, or of discovery if the source has no date; in milliseconds. */
  at: number;
}

/** A page of the items, the newest first. */
export interface River {
  items: RiverItem[];
  /** The value of `after` for the next page; null at the end. */
  next: string | null;
  /** Number of items on this page that filters hide. */
  hidden?: number;
}

interface RiverQuery {
  /** Id of a feed or a bundle; "" for all feeds. */
  scope?: string;
  /** Only items older than this time, in milliseconds. */
  before?: number;
  /** The value of `next` of the previous page; "" for the first page. */
  after?: string;
}

type RiverDeps = Pick<Deps, 'store' | 'clock' | 'publicAddress'>;

const SHOWN = 50;

/**
 * A cursor that identifies the last item of a page: its time, feed, time of adding, and position.
 */
const keySchema = z.tuple([z.int(), z.string(), z.int(), z.int()]);
type Key = z.infer<typeof keySchema>;

interface KeyRow {
  feed_id: string;
  identity: string;
  added_at: number;
  position: number;
  at: number;
}

/**
 * Items of all feeds, of a bundle or of a feed, by date of publication, or by date of discovery if
 * the source has none. Items with a date in the future are left out until then, and so are items
 * that filters drop, duplicates of another feed, and the first text of a followed page. A page can
 * therefore have fewer items than its limit.
 * @throws ServiceError INVALID_FIELD, FEED_NOT_FOUND, BUNDLE_NOT_FOUND
 */
export async function riverOf(
  deps: RiverDeps,
  account: Account,
  { scope = '', before = Number.POSITIVE_INFINITY, after = '' }: RiverQuery,
): Promise<River> {
  const { clock } = deps;
  const { db } = deps.store;
  const within = await resolveScope(db, account, scope);
  const last = after === '' ? null : decodeCursor(keySchema, after);
  const keys = await newestKeys(db, within, { last, newest: Math.min(clock.now(), before - 1) });
  if (keys.length === 0) return { items: [], next: null };
  const shown = keys.slice(0, SHOWN);
  const end = shown.at(-1);
  const hasMore = keys.length > SHOWN && end !== undefined;
  const rows = await itemsWithFeeds(db)
    .select('feeds.filters as feed_filters')
    .where(isOneOf(db, shown))
    .where(isShownByFeed(clock.now()))
    .execute();
  const filtered = await filterRows(rows, within.filters);
  const order = new Map(shown.map((key, index) => [riverPlace(key), index]));
  const orderOf = ({ row }: { row: ScopedRow }) => order.get(riverPlace(row)) ?? 0;
  const kept = filtered.filter(({ droppedBy, item }) => droppedBy === null && !isFirstText(item));
  const ordered = kept.toSorted((a, b) => orderOf(a) - orderOf(b));
  return {
    items: await withFeeds(deps, account, mergeFound(ordered)),
    hidden: filtered.filter(({ droppedBy }) => droppedBy !== null).length,
    next: hasMore ? encodeCursor([end.at, end.feed_id, end.added_at, end.position]) : null,
  };
}

function riverPlace(row: Pick<KeyRow, 'feed_id' | 'added_at' | 'position'>): string {
  return `${row.feed_id} ${row.added_at} ${row.position}`;
}

async function withFeeds(
  deps: RiverDeps,
  account: Account,
  rows: readonly { row: ScopedRow; item: Item }[],
): Promise<RiverItem[]> {
  const ids = [...new Set(rows.map(({ row }) => row.feed_id))];
  const feeds = new Map((await feedsOfIds(deps, account, ids)).map((feed) => [feed.id, feed]));
  return rows.flatMap(({ row, item }) => {
    const feed = feeds.get(row.feed_id);
    const place = `${row.added_at}-${row.position}`;
    return feed === undefined
      ? []
      : [{ item, feed, place, at: row.date_published ?? row.added_at }];
  });
}

interface Window {
  last: Key | null;
  /** The latest time of an item, in milliseconds. */
  newest: number;
}

/**
 * The keys of the newest items: those with a date, and those without a date that were found since
 * the last of the dated ones.
 */
async function newestKeys(db: Db, scope: ResolvedScope, window: Window): Promise<KeyRow[]> {
  const of = scopeItems(scope);
  const [time, feedId] = window.last ?? [window.newest];
  const after = { time, feedId };
  const wanted = { sort: 'date', limit: SHOWN + 1, after, isDated: true } as const;
  const read = (rows: ReturnType<typeof newestOf>, time: RawBuilder<number>) =>
    inWindow(rows, time, window).execute();
  const dated = await fromNewestFeeds(db, of, wanted, (since) =>
    read(
      newestOf(db, of, 'date', since)
        .where(newestItemDate(db), 'is not', null)
        .where('items.date_published', 'is not', null),
      DATED,
    ),
  );
  const since = Number(dated[SHOWN]?.at ?? 0);
  const undated = await read(undatedOf(db, of).where('items.added_at', '>=', since), UNDATED);
  // PostgreSQL returns an expression over a bigint as a string.
  const found = [...dated, ...undated].map((row) => ({ ...row, at: Number(row.at) }));
  return found.toSorted(byNewest).slice(0, SHOWN + 1);
}

function byNewest(a: KeyRow, b: KeyRow): number {
  if (a.at !== b.at) return b.at - a.at;
  if (a.feed_id !== b.feed_id) return a.feed_id < b.feed_id ? -1 : 1;
  return b.added_at - a.added_at || a.position - b.position;
}

const DATED = sql.ref<number>('items.date_published');
const UNDATED = sql.ref<number>('items.added_at');

/** The first of these items in the window, in the order of the given time column. */
function inWindow(
  items: ReturnType<typeof newestOf>,
  time: RawBuilder<number>,
  { last, newest }: Window,
) {
  return items
    .select(['items.feed_id', 'items.identity', 'items.added_at', 'items.position'])
    .select(time.as('at'))
    .where(time, '<=', last?.[0] ?? newest)
    .$if(last !== null, (rows) => rows.where(isAfter(time, last as Key)))
    .orderBy('at', 'desc')
    .orderBy('items.feed_id')
    .orderBy('items.added_at', 'desc')
    .orderBy('items.position')
    .limit(SHOWN + 1);
}

/** True if an item comes after the last one, in the order of `byNewest`. */
function isAfter(
  time: RawBuilder<number>,
  [at, feed, addedAt, position]: Key,
): RawBuilder<boolean> {
  return sql`(${time} < ${at} or items.feed_id > ${feed} or (items.feed_id = ${feed} and
    (items.added_at < ${addedAt} or (items.added_at = ${addedAt} and items.position > ${position}))))`;
}

/**
 * Searches the items for these words; the most recently found items come first.
 * @throws ServiceError INVALID_FIELD if the query is invalid, with the reason; FEED_NOT_FOUND,
 * BUNDLE_NOT_FOUND
 */
export async function searchRiver(
  deps: Deps,
  account: Account,
  search: string,
  { scope = '', after = '' }: RiverQuery,
): Promise<River> {
  const query = { search, scope, limit: SHOWN, ...(after !== '' && { cursor: after }) };
  const { rows, cursor, hidden } = await searchRows(deps, account, query);
  return { items: await withFeeds(deps, account, rows), next: cursor, hidden };
}

/** Maximum number of new items that are counted. */
const MAX_NEW = 200;

/**
 * Number of items of the account that were found after a time in milliseconds, without those that
 * rules hide.
 */
export async function countNewer(
  { store: { db }, clock }: Pick<Deps, 'store' | 'clock'>,
  account: Account,
  since: number,
): Promise<number> {
  const { filters } = await resolveScope(db, account, '');
  const keys = await db
    .selectFrom('items')
    .select(['feed_id', 'identity'])
    .where('feed_id', 'in', (feeds) =>
      feeds
        .selectFrom('feeds')
        .select('id')
        .where('account_id', '=', account.id)
        .where('last_batch_at', '>', since),
    )
    .where('added_at', '>', since)
    .where(isShown(clock.now()))
    .execute();
  if (keys.length === 0) return 0;
  const rows = await itemsWithFeeds(db)
    .select('feeds.filters as feed_filters')
    .where(isOneOf(db, keys.slice(0, MAX_NEW)))
    .execute();
  const found = await filterRows(rows, filters);
  return found.filter(({ droppedBy, item }) => droppedBy === null && !isFirstText(item)).length;
}
