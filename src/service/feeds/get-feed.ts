import type { Feed, Sort } from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import type { Deps } from '../domain/deps.js';
import { presentItem } from '../items/present-item.js';
import { selectShownItems } from '../items/select-items.js';
import { findFeed } from './find-feed.js';
import { presentFullFeed } from './present-feed.js';

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
  // Asked at once: to a server in the network each question is a way there and back.
  const [feed, items, base] = await Promise.all([
    findFeed(store.db, account, id),
    selectShownItems(store.db, id, sort),
    publicAddress.base(),
  ]);
  return presentFullFeed(
    feed,
    items.map((item) => presentItem(item, feed.custom_author)),
    base,
  );
}
