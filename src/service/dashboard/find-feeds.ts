import type { Account } from '../accounts/account.js';
import type { Page } from '../page.js';
import type { Db } from '../store/store.js';
import { type FeedHealth, HEALTH_COLUMNS, type Health, healthOf } from './feed-health.js';
import { matches } from './matches.js';

/** Which feeds to list. */
export interface FeedQuery {
  /** Part of a title or an address; "" for any. */
  search: string;
  /** Null for any. */
  health: Health | null;
  /** Only members of this bundle; in the order they were added. */
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

/** Feeds of the account that fit, the newest first. */
export async function findFeeds(
  db: Db,
  account: Account,
  { search, health, bundleId }: FeedQuery,
  { limit, offset }: Page,
): Promise<FeedList> {
  const rows = await db
    .selectFrom('feeds')
    .select(['feeds.id', 'feeds.title', 'feeds.title_override', 'feeds.source_url'])
    .select(HEALTH_COLUMNS)
    .where('feeds.account_id', '=', account.id)
    .$if(search !== '', (feeds) => feeds.where((feed) => matches(feed, search)))
    .$if(health === 'inactive', (feeds) => feeds.where('feeds.is_active', '=', 0))
    .$if(health === 'failing', (feeds) =>
      feeds.where('feeds.is_active', '=', 1).where('feeds.failures', '>', 0),
    )
    .$if(health === 'fine', (feeds) =>
      feeds.where('feeds.is_active', '=', 1).where('feeds.failures', '=', 0),
    )
    .$if(bundleId !== undefined, (feeds) =>
      feeds.where('feeds.id', 'in', (members) =>
        members
          .selectFrom('bundle_feeds')
          .select('feed_id')
          .where('bundle_id', '=', bundleId ?? ''),
      ),
    )
    .orderBy('feeds.created_at', 'desc')
    .orderBy('feeds.id')
    // One more than is shown tells whether there is another page.
    .limit(limit + 1)
    .offset(offset)
    .execute();
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
