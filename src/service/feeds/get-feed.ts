import type { Feed, Sort } from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import type { Deps } from '../deps.js';
import { findFeed } from './find-feed.js';
import { presentFullFeed } from './present-feed.js';
import { presentItem } from './present-item.js';
import { selectItems } from './select-items.js';

/**
 * GET /v1/feeds/:id: the feed with all its current items.
 * @throws ServiceError FEED_NOT_FOUND
 */
export async function getFeed(
  { store, publicAddress }: Deps,
  account: Account,
  id: string,
  sort: Sort = 'last_added',
): Promise<Feed> {
  const feed = await findFeed(store.db, account, id);
  const items = await selectItems(store.db, id, sort);
  return presentFullFeed(
    feed,
    items.map((item) => presentItem(item, feed.custom_author)),
    await publicAddress.base(),
  );
}
