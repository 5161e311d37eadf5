import type { FeedSummary } from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import type { Deps } from '../deps.js';
import type { Page } from '../page.js';
import type { Db } from '../store/store.js';
import { FEED_COLUMNS } from './feed-row.js';
import { presentOwnFeed } from './present-feed.js';

/**
 * From this offset on, the ids of a page are found first, in the index alone: what is passed over is
 * else read by PostgreSQL, row by row.
 */
const DEEP_OFFSET = 1000;

/** GET /v1/feeds: the account's feeds, newest first, without their items. */
export async function listFeeds(
  { store, publicAddress }: Deps,
  account: Account,
  page: Page,
): Promise<FeedSummary[]> {
  const feeds = store.db
    .selectFrom('feeds')
    .select(FEED_COLUMNS)
    .orderBy('created_at', 'desc')
    .orderBy('id');
  const wanted =
    page.offset < DEEP_OFFSET
      ? feeds.where('account_id', '=', account.id).limit(page.limit).offset(page.offset)
      : feeds.where('id', 'in', idsOf(store.db, account, page));
  const [rows, base] = await Promise.all([wanted.execute(), publicAddress.base()]);
  return rows.map((feed) => presentOwnFeed(feed, base));
}

function idsOf(db: Db, account: Account, { limit, offset }: Page) {
  return db
    .selectFrom('feeds')
    .select('id')
    .where('account_id', '=', account.id)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset);
}
