import type { FeedSummary } from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import type { Deps } from '../domain/deps.js';
import { findFeed } from '../feeds/find-feed.js';
import { presentFeed } from '../feeds/present-feed.js';

/**
 * The feed without its items.
 * @throws ServiceError FEED_NOT_FOUND
 */
export async function getFeedSummary(
  { store, publicAddress }: Pick<Deps, 'store' | 'publicAddress'>,
  account: Account,
  id: string,
): Promise<FeedSummary> {
  return presentFeed(await findFeed(store.db, account, id), await publicAddress.base());
}
