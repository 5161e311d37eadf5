import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { isBundleId } from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import { membersOf } from '../bundles/bundle.js';
import { DEFAULT_FLOOR } from '../schedule/interval.js';
import { countRows } from '../store/count-rows.js';
import { isFeedOf } from '../store/dialect.js';
import type { Database } from '../store/schema.js';
import type { Db } from '../store/store.js';
import { isDue } from './is-due.js';

/**
 * The feeds of an account to refresh: given ids (of feeds or bundles), the due ones of these, all
 * due ones, or all. Suspended feeds are included only if their ids are given.
 */
export type FeedSelection = NamedFeeds | 'due' | 'all';

export interface NamedFeeds {
  ids: readonly string[];
  due?: boolean | undefined;
  /**
   * Minimum time since the last fetch of a selected feed, in milliseconds; the operator's floor
   * also applies.
   */
  olderThanMs?: number | undefined;
}

/** Position of a feed in its selection; ids are compared when times are equal. */
export type Position = [time: number, id: string];

/** The time at which a selection was started, and the minimum time between two fetches. */
interface SelectionTime {
  /**
   * Milliseconds. Feeds that became due later belong to the next run; otherwise a run might not
   * end.
   */
  since: number;
  floorMs?: number | undefined;
}

export interface FeedPage {
  ids: string[];
  /** The position at which the next page starts; null for the last page. */
  end: Position | null;
}

/**
 * One page of the selected feeds, without duplicates: due ones by due time, all by age (newest
 * first), given ones by id. Given ids that the account does not have are kept, so that the caller
 * reports them, unless only due feeds are requested.
 */
export async function selectFeeds(
  db: Db,
  account: Account,
  selection: FeedSelection,
  { since, floorMs, after, limit }: SelectionTime & { after: Position | null; limit: number },
): Promise<FeedPage> {
  if (typeof selection === 'object') {
    const ids = await namedFeeds(db, account, selection, { since, floorMs });
    const rest = after === null ? ids : ids.filter((id) => id > after[1]);
    return pageOf(
      rest.slice(0, limit + 1).map((id) => ({ id, time: 0 })),
      limit,
    );
  }
  const time = selection === 'due' ? 'next_refresh_at' : 'created_at';
  const rows = await readableFeeds(db, account, selection, { since, floorMs })
    .select(['id', `${time} as time`])
    .$if(after !== null, (feeds) => feeds.where(isAfterCursor(time, after ?? [0, ''])))
    .$if(selection === 'all', (feeds) => feeds.orderBy('created_at', 'desc'))
    // The due feeds are sorted explicitly: to return them in the order of the index, SQLite would
    // also read all others.
    .$if(selection === 'due', (feeds) => feeds.orderBy(sql`next_refresh_at + 0`))
    .orderBy('id')
    .limit(limit + 1)
    .execute();
  return pageOf(rows, limit);
}

/** The number of feeds in a selection. */
export async function countSelected(
  db: Db,
  account: Account,
  selection: FeedSelection,
  time: SelectionTime,
): Promise<number> {
  if (typeof selection === 'object') return (await namedFeeds(db, account, selection, time)).length;
  return countRows(readableFeeds(db, account, selection, time));
}

function pageOf(rows: readonly { id: string; time: number }[], limit: number): FeedPage {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    ids: page.map(({ id }) => id),
    end: last === undefined ? null : [Number(last.time), last.id],
  };
}

/** True for feeds after a position: later due ones, or, in a selection of all feeds, older ones. */
function isAfterCursor(column: 'next_refresh_at' | 'created_at', [time, id]: Position) {
  const later = column === 'next_refresh_at' ? '>' : '<';
  return (feeds: ExpressionBuilder<Database, 'feeds'>) =>
    feeds.or([
      feeds(column, later, time),
      feeds.and([feeds(column, '=', time), feeds('id', '>', id)]),
    ]);
}

function readableFeeds(
  db: Db,
  account: Account,
  selection: 'due' | 'all',
  { since, floorMs }: SelectionTime,
): SelectQueryBuilder<Database, 'feeds', Record<never, never>> {
  const feeds = db.selectFrom('feeds').where('suspended_at', 'is', null);
  if (selection === 'all') return feeds.where('account_id', '=', account.id);
  // The feeds come from the index of due times: SQLite otherwise read all feeds of the account, a
  // million in 7 s.
  return feeds.where(isFeedOf(account)).where(isDue(since, floorMs));
}

async function namedFeeds(
  db: Db,
  account: Account,
  { ids, due, olderThanMs }: NamedFeeds,
  { since, floorMs = DEFAULT_FLOOR }: SelectionTime,
): Promise<string[]> {
  const named = (await withMembers(db, account, ids)).sort();
  if ((due !== true && olderThanMs === undefined) || named.length === 0) return named;
  const rows = await db
    .selectFrom('feeds')
    .select('id')
    .where(isFeedOf(account))
    .where('id', 'in', named)
    .$if(due === true, (feeds) => feeds.where(isDue(since, floorMs)))
    .$if(olderThanMs !== undefined, (feeds) =>
      feeds
        .where('suspended_at', 'is', null)
        .where('last_refreshed_at', '<=', since - Math.max(floorMs, olderThanMs ?? 0)),
    )
    .orderBy('id')
    .execute();
  const isSelected = new Set(rows.map(({ id }) => id));
  return named.filter((id) => isSelected.has(id));
}

async function withMembers(db: Db, account: Account, ids: readonly string[]): Promise<string[]> {
  const named = ids.filter(isBundleId);
  if (named.length === 0) return [...new Set(ids)];
  const own = await db
    .selectFrom('bundles')
    .select('id')
    .where('account_id', '=', account.id)
    .where('id', 'in', named)
    .execute();
  const members = await membersOf(
    db,
    own.map(({ id }) => id),
  );
  const suspended = await suspendedOf(db, account);
  const isReadable = (id: string) => !suspended.has(id);
  return [...new Set(ids.flatMap((id) => members.get(id)?.filter(isReadable) ?? id))];
}

/** The suspended feeds of an account. There are few: sources that crash processes are rare. */
async function suspendedOf(db: Db, account: Account): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('feeds')
    .select('id')
    .where('account_id', '=', account.id)
    .where('suspended_at', 'is not', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
