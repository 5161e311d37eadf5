import type { Account } from '../accounts/account.js';
import type { Page } from '../core/time.js';
import { type FeedHealth, HEALTH_COLUMNS, type Health, healthOf } from '../feeds/feed-health.js';
import type { Db } from '../store/store.js';
import { type FeedKind, type FeedQuery, matchingFeeds } from './feed-query.js';

/** A feed in a list. */
export interface FeedEntry extends FeedHealth {
  id: string;
  title: string;
  sourceUrl: string;
  /** Its address; "" for none. */
  icon: string;
  kind: FeedKind;
}

export interface FeedList {
  feeds: FeedEntry[];
  hasMore: boolean;
}

/** One page of the matching feeds of the account. */
export async function findFeeds(
  db: Db,
  account: Account,
  query: FeedQuery,
  { limit, offset }: Page,
): Promise<FeedList> {
  // One more than shown tells whether there is another page.
  const ids = await matchingFeeds(db, account, query, { limit: limit + 1, offset });
  return {
    feeds: await feedEntries(db, account, ids.slice(0, limit)),
    hasMore: ids.length > limit,
  };
}

/** Feeds of the account with these ids, in their order; deleted ones are omitted. */
export async function feedEntries(
  db: Db,
  account: Account,
  ids: readonly string[],
): Promise<FeedEntry[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('feeds')
    .select(['feeds.id', 'feeds.title', 'feeds.title_override', 'feeds.source_url'])
    .select(['feeds.mode', 'feeds.origin', 'feeds.icon', 'feeds.icon_override'])
    .select(HEALTH_COLUMNS)
    .where('feeds.id', 'in', ids)
    .where('feeds.account_id', '=', account.id)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (row === undefined) return [];
    const title = row.title_override ?? row.title;
    const kind = row.mode === 'url' ? row.origin : row.mode;
    const icon = row.icon_override ?? row.icon;
    return [{ id, title, sourceUrl: row.source_url, icon, kind, ...healthOf(row) }];
  });
}

export type FeedCounts = Record<Health, number> & { all: number };

/** The number of feeds per health, from an index alone. */
export async function countFeeds(db: Db, account: Account): Promise<FeedCounts> {
  const counted = await db
    .selectFrom('feeds')
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.countAll<number>().filterWhere('is_active', '=', 0).as('inactive'),
      fn
        .countAll<number>()
        .filterWhere('is_active', '=', 1)
        .filterWhere('failures', '>', 0)
        .as('failing'),
    ])
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow();
  // PostgreSQL returns counts as strings.
  const all = Number(counted.all);
  const inactive = Number(counted.inactive);
  const failing = Number(counted.failing);
  return { all, inactive, failing, ok: all - inactive - failing };
}
