import type { FeedSettings, UpdateFeedSettingsBody } from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import type { Deps } from '../deps.js';
import { feedNotFound } from './find-feed.js';
import { getFeedSettings } from './get-feed-settings.js';

/**
 * PATCH /v1/feeds/:id/settings: a string replaces the authors of every item, null restores those of
 * the source. Items do not become changed by it.
 * @throws ServiceError FEED_NOT_FOUND
 */
export async function updateFeedSettings(
  deps: Deps,
  account: Account,
  id: string,
  { customAuthor }: UpdateFeedSettingsBody,
): Promise<FeedSettings> {
  if (customAuthor === undefined) return getFeedSettings(deps, account, id);
  const feed = await deps.store.db
    .updateTable('feeds')
    .set({ custom_author: customAuthor })
    .set((column) => ({ revision: column('revision', '+', 1), updated_at: deps.clock.now() }))
    .where('id', '=', id)
    .where('account_id', '=', account.id)
    .returning('custom_author')
    .executeTakeFirst();
  if (feed === undefined) throw feedNotFound(id);
  return { customAuthor: feed.custom_author };
}
