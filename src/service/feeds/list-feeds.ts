import type { FeedSummary } from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import type { Deps } from '../deps.js';
import type { Page } from '../page.js';
import { FEED_COLUMNS } from './feed-row.js';
import { presentOwnFeed } from './present-feed.js';

/** GET /v1/feeds: the account's feeds, newest first, without their items. */
export async function listFeeds(
  { store, publicAddress }: Deps,
  account: Account,
  { limit, offset }: Page,
): Promise<FeedSummary[]> {
  const feeds = await store.db
    .selectFrom('feeds')
    .select(FEED_COLUMNS)
    .where('account_id', '=', account.id)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  const base = await publicAddress.base();
  return feeds.map((feed) => presentOwnFeed(feed, base));
}
