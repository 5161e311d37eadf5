import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Sort } from '../../contract/index.js';
import { countRows } from '../store/count-rows.js';
import { newestItemDate } from '../store/dialect.js';
import type { Db } from '../store/store.js';

/** Selects the items to read: those of an account, of one feed or of the members of a bundle. */
export type ItemsOf = { accountId: string } | { feedId: string } | { bundleId: string };

/** The feeds whose items are read. */
function feedsWithItems(db: Db, of: ItemsOf) {
  const feeds = db.selectFrom('feeds');
  if ('feedId' in of) return feeds.where('feeds.id', '=', of.feedId);
  if ('accountId' in of) return feeds.where('feeds.account_id', '=', of.accountId);
  return feeds.where('feeds.id', 'in', (members) =>
    members.selectFrom('bundle_feeds').select('feed_id').where('bundle_id', '=', of.bundleId),
  );
}

/**
 * A time that no item of a feed is later than: the time of its newest batch, or its newest date.
 */
function newestTime(db: Db, sort: Sort): RawBuilder<number | null> {
  return sort === 'date' ? newestItemDate(db) : sql.ref('feeds.last_batch_at');
}

/**
 * The end of the range that is read: the items of a time (null: without a time), of feeds up to an
 * id.
 */
export interface Since {
  time: number | null;
  /** Undefined for all feeds. */
  feedId?: string | undefined;
}

/**
 * Items since a time, with their feeds. With `cross join` SQLite starts with the feeds, by the
 * index of their newest times.
 */
export function newestOf(db: Db, of: ItemsOf, sort: Sort, since: Since | null) {
  const feeds =
    since?.feedId === undefined ? feedsWithItems(db, of) : feedsSince(db, of, sort, since);
  const items = feeds.crossJoin('items').whereRef('items.feed_id', '=', 'feeds.id');
  if (since === null) return items;
  const time = sql.ref(sort === 'date' ? 'items.date_published' : 'items.added_at');
  const newer = items.$if(since.time !== null, (rows) =>
    rows.where(sql<SqlBool>`${time} >= ${since.time}`),
  );
  const { feedId } = since;
  if (feedId === undefined) return newer.where(newestTime(db, sort), '>=', since.time);
  return newer.where(({ or, eb }) =>
    or([isBefore(time, since.time), eb('feeds.id', '<=', feedId)]),
  );
}

/**
 * The feeds with later times, and the first of those with this time: each from a range of the
 * index. They belong to the account already; if the condition is repeated, SQLite reads all feeds
 * of the account.
 */
function feedsSince(db: Db, of: ItemsOf, sort: Sort, { time: at, feedId }: Since) {
  const time = newestTime(db, sort);
  const ids = feedsWithItems(db, of).select('feeds.id');
  const first = ids.where(isAt(time, at)).where('feeds.id', '<=', feedId as string);
  return db
    .selectFrom('feeds')
    .where('feeds.id', 'in', ids.where(isBefore(time, at)).unionAll(first));
}

/**
 * The condition that a time is not null, in a form for which SQLite uses the index; with `is not
 * null` it reads the whole index.
 */
function hasTime(time: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql`${time} >= ${-MAX_TIME}`;
}

/** The maximum time of ECMAScript, in milliseconds. */
const MAX_TIME = 8_640_000_000_000_000;

/** The condition that a feed precedes those of a time, in the order of the newest. */
function isBefore(time: RawBuilder<unknown>, at: number | null): RawBuilder<SqlBool> {
  return at === null ? hasTime(time) : sql`${time} > ${at}`;
}

function isAt(time: RawBuilder<unknown>, at: number | null): RawBuilder<SqlBool> {
  return at === null ? sql`${time} is null` : sql`${time} = ${at}`;
}

/** Items without a date, with their feeds. */
export function undatedOf(db: Db, of: ItemsOf) {
  if (!('accountId' in of)) {
    return newestOf(db, of, 'last_added', null).where('items.date_published', 'is', null);
  }
  // Few items have no date: SQLite starts with the index of those, not with all feeds.
  return db
    .selectFrom('items')
    .crossJoin('feeds')
    .whereRef('feeds.id', '=', 'items.feed_id')
    .where('items.date_published', 'is', null)
    .where('feeds.account_id', '=', of.accountId);
}

/** The number of items to read, and their conditions. */
interface Wanted {
  sort: Sort;
  limit: number;
  /** If set, only older items, and items of this time in this feed or in feeds after it. */
  after?: Since | undefined;
  /** True if items without a date are excluded. */
  isDated?: true;
}

/** Maximum number of feeds in the first round. Each further round has more. */
const MAX_FIRST = 64;
const MORE = 4;

/**
 * Reads the newest items from the feeds that received items last: a few feeds give a time that at
 * least as many items are newer than, and only feeds with newer items are read. If there are too
 * few items, because filters or settings hide some, more feeds give an earlier time.
 * @param read reads the newest items since a time, or of all times
 */
export async function fromNewestFeeds<Row>(
  db: Db,
  of: ItemsOf,
  wanted: Wanted,
  read: (since: Since | null) => Promise<Row[]>,
): Promise<Row[]> {
  if ('feedId' in of) return read(null);
  for (let count = Math.min(wanted.limit, MAX_FIRST); ; count *= MORE) {
    const since = await sinceFeeds(db, of, wanted, count);
    const rows = await read(since);
    if (since === null || rows.length >= wanted.limit) return rows;
  }
}

/** The range that contains the first `count` feeds in order; null if there are fewer feeds. */
async function sinceFeeds(
  db: Db,
  of: ItemsOf,
  { sort, after, isDated }: Wanted,
  count: number,
): Promise<Since | null> {
  const time = newestTime(db, sort);
  const feeds = feedsWithItems(db, of);
  const before = (at: number | null) =>
    feeds
      // The query has one lower bound: with two, SQLite may start at the smaller one.
      .where(isBefore(time, at))
      .$if(typeof after?.time === 'number', (rest) =>
        rest.where(time, '<=', after?.time as number),
      );
  const [last, next] = await before(null)
    .select(time.as('time'))
    // The order is that of each index: feeds without a date are at its end.
    .orderBy(time, (order) => (sort === 'date' ? order.desc().nullsLast() : order.desc()))
    .limit(2)
    .offset(count - 1)
    .execute();
  if (last === undefined ? isDated : after?.time === null) return null;
  const at = last === undefined ? null : Number(last.time);
  if (at !== null && next?.time !== last?.time) return { time: at };
  // Many feeds have this time: all were imported at the same moment, or have no date.
  const skipped = await countRows(before(at));
  const feed = await feeds
    .select('feeds.id')
    .where(isAt(time, at))
    .$if(after?.time === at && after?.feedId !== undefined, (rest) =>
      rest.where('feeds.id', '>=', after?.feedId as string),
    )
    .orderBy('feeds.id')
    .limit(1)
    .offset(count - 1 - skipped)
    .executeTakeFirst();
  if (feed !== undefined) return { time: at, feedId: feed.id };
  return at === null ? null : { time: at };
}
