import type { FeedSettings } from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import type { Deps } from '../domain/deps.js';
import { findFeed } from './find-feed.js';
import { presentSettings } from './present-settings.js';

/**
 * GET /v1/feeds/:id/settings
 * @throws ServiceError FEED_NOT_FOUND
 */
export async function getFeedSettings(
  { store, refreshFloorMs }: Pick<Deps, 'store' | 'refreshFloorMs'>,
  account: Account,
  id: string,
): Promise<FeedSettings> {
  const feed = await findFeed(store.db, account, id);
  return presentSettings(feed, refreshFloorMs);
}
