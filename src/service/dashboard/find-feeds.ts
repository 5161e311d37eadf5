import type { Account } from '../accounts/account.js';
import type { Page } from '../core/time.js';
import {
  type FeedHealth,
  HEALTH_COLUMNS,
  type Health,
  healthOf,
  ofHealth,
} from '../feeds/feed-health.js';
import { searchFeeds } from '../feeds/search-feeds.js';
import type { Db } from '../store/store.js';

/** The feeds to list. */
export interface FeedQuery {
  /** Part of a title or an address; "" for any. */
  search: string;
  /** Null for any. */
  health: Health | null;
  /** Only members of this bundle. */
  bundleId?: string;
}

/** A feed in a list. */
export interface FeedEntry extends FeedHealth {
  id: string;
  title: string;
  sourceUrl: string;
}

export interface FeedList {
  feeds: FeedEntry[];
  hasMore: boolean;
}

/** Matching feeds of the account, newest first. */
export async function findFeeds(
  db: Db,
  account: Account,
  query: FeedQuery,
  { limit, offset }: Page,
): Promise<FeedList> {
  // One row more than shown tells whether there is another page.
  const page = { limit: limit + 1, offset };
  const feeds = feedsOf(db, account, query);
  const shown =
    query.search === ''
      ? feeds.limit(page.limit).offset(page.offset)
      : feeds.where('feeds.id', 'in', await searchFeeds(feeds, query.search, page));
  const rows = await shown.select(HEALTH_COLUMNS).execute();
  return {
    feeds: rows.slice(0, limit).map((row) => ({
      id: row.id,
      title: row.title_override ?? row.title,
      sourceUrl: row.source_url,
      ...healthOf(row),
    })),
    hasMore: rows.length > limit,
  };
}

/** Feeds sorted by name, along an index. */
function feedsOf(db: Db, account: Account, { health, bundleId }: FeedQuery) {
  return db
    .selectFrom('feeds')
    .select(['feeds.id', 'feeds.title', 'feeds.title_override', 'feeds.source_url'])
    .select('feeds.created_at')
    .where('feeds.account_id', '=', account.id)
    .$call((feeds) => (health === null ? feeds : ofHealth(feeds, health)))
    .$if(bundleId !== undefined, (feeds) =>
      feeds.where('feeds.id', 'in', (members) =>
        members
          .selectFrom('bundle_feeds')
          .select('feed_id')
          .where('bundle_id', '=', bundleId ?? ''),
      ),
    )
    .orderBy('feeds.created_at', 'desc')
    .orderBy('feeds.id');
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
