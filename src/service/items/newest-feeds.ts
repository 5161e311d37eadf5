import { type RawBuilder, sql } from 'kysely';
import type { Sort } from '../../contract/index.js';
import { newestItemDate } from '../store/dialect.js';
import type { Db } from '../store/store.js';

/** Whose items are read: those of an account, of one feed or of the members of a bundle. */
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

/** A time that no item of a feed is later than: when its newest batch was added, or its newest date. */
function newestTime(db: Db, sort: Sort): RawBuilder<number | null> {
  return sort === 'date' ? newestItemDate(db) : sql.ref('feeds.last_batch_at');
}

/**
 * Items since a time, with their feeds. `cross join`: SQLite begins with the feeds, by the index of their
 * newest times.
 */
export function newestOf(db: Db, of: ItemsOf, sort: Sort, since: number | null) {
  const time = sort === 'date' ? 'items.date_published' : 'items.added_at';
  return feedsWithItems(db, of)
    .crossJoin('items')
    .whereRef('items.feed_id', '=', 'feeds.id')
    .$if(since !== null, (items) =>
      items.where(newestTime(db, sort), '>=', since as number).where(time, '>=', since as number),
    );
}

/** Items without a date, with their feeds. */
export function undatedOf(db: Db, of: ItemsOf) {
  if (!('accountId' in of)) {
    return newestOf(db, of, 'last_added', null).where('items.date_published', 'is', null);
  }
  // Few items have none: SQLite begins with the index of those, not with all feeds.
  return db
    .selectFrom('items')
    .crossJoin('feeds')
    .whereRef('feeds.id', '=', 'items.feed_id')
    .where('items.date_published', 'is', null)
    .where('feeds.account_id', '=', of.accountId);
}

/** How many items are wanted, and which. */
interface Wanted {
  sort: Sort;
  limit: number;
  /** Only items of this time and older, in milliseconds. */
  newest?: number | undefined;
}

/** Feeds of the first round, at most. Each further one has more. */
const MAX_FIRST = 64;
const MORE = 4;

/**
 * The newest items, from the feeds that had some last: a few feeds tell a time that at least as many
 * items are newer than, and only feeds with newer items are read. Where the items do not suffice, since
 * filters or settings hide some, more feeds tell an earlier time.
 * @param read the newest items since a time, or of all times
 */
export async function fromNewestFeeds<Row>(
  db: Db,
  of: ItemsOf,
  { sort, limit, newest }: Wanted,
  read: (since: number | null) => Promise<Row[]>,
): Promise<Row[]> {
  if ('feedId' in of) return read(null);
  const time = newestTime(db, sort);
  for (let count = Math.min(limit, MAX_FIRST); ; count *= MORE) {
    const last = await feedsWithItems(db, of)
      .select(time.as('time'))
      .where(time, 'is not', null)
      .$if(newest !== undefined, (feeds) => feeds.where(time, '<=', newest as number))
      // As in the index of each: it has feeds without a date at its end.
      .orderBy(time, (order) => (sort === 'date' ? order.desc().nullsLast() : order.desc()))
      .limit(1)
      .offset(count - 1)
      .executeTakeFirst();
    const since = last === undefined ? null : Number(last.time);
    const rows = await read(since);
    if (since === null || rows.length >= limit) return rows;
  }
}
