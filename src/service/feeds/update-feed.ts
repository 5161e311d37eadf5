import type { FeedSummary, UpdateFeedBody } from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import type { Deps } from '../domain/deps.js';
import { OWN_FEED_COLUMNS } from './feed-row.js';
import { feedNotFound, findFeed } from './find-feed.js';
import { presentOwnFeed } from './present-feed.js';

/**
 * PATCH /v1/feeds/:id: display metadata only. What is given stays, whatever the source says later.
 * @throws ServiceError FEED_NOT_FOUND
 */
export async function updateFeed(
  { store, clock, publicAddress }: Deps,
  account: Account,
  id: string,
  changes: UpdateFeedBody,
): Promise<FeedSummary> {
  const base = await publicAddress.base();
  const overrides = overridesOf(changes);
  if (Object.keys(overrides).length === 0) {
    return presentOwnFeed(await findFeed(store.db, account, id), base);
  }
  const feed = await store.db
    .updateTable('feeds')
    .set(overrides)
    .set((column) => ({ revision: column('revision', '+', 1), updated_at: clock.now() }))
    .where('id', '=', id)
    .where('account_id', '=', account.id)
    .returning(OWN_FEED_COLUMNS)
    .executeTakeFirst();
  if (feed === undefined) throw feedNotFound(id);
  return presentOwnFeed(feed, base);
}

function overridesOf({ title, description, icon }: UpdateFeedBody) {
  return {
    ...(title === undefined ? {} : { title_override: title }),
    ...(description === undefined ? {} : { description_override: description }),
    ...(icon === undefined ? {} : { icon_override: icon }),
  };
}
