import { publishTo } from '../events/publish-event.js';
import { type ListChange, publishListEvent } from '../events/publish-list-event.js';
import { subscriptionsTo } from '../events/subscriptions.js';
import { FEED_COLUMNS, presentFeed } from '../feeds/feed.js';
import type { WrittenItems } from '../items/write-items.js';
import { prepared } from '../store/prepared.js';
import type { Db } from '../store/store.js';
import type { ClaimedFeed } from './suspension.js';

const selectFeed = prepared((db, id: string) =>
  db
    .selectFrom('feeds')
    .select([...FEED_COLUMNS, 'account_id'])
    .where('id', '=', id),
);

/**
 * Publishes the events of an update: events for its items, and for a list that was lost or found.
 * The row of the feed, which may have changed since it was claimed, is read only if there are
 * subscribers: most accounts have none.
 */
export async function publishItems(
  transaction: Db,
  claimed: ClaimedFeed,
  items: WrittenItems,
  { base, now, list = null }: { base: string; now: number; list?: ListChange | null },
): Promise<boolean> {
  const subscriptions = await subscriptionsTo(transaction, claimed);
  if (subscriptions.length === 0) return false;
  const [feed] = await selectFeed(transaction, claimed.id);
  if (feed === undefined) return false;
  const update = { feed, summary: presentFeed(feed, base), ...items, now };
  const isQueued = await publishTo(transaction, subscriptions, update);
  if (list === null) return isQueued;
  const { account_id: accountId } = feed;
  const { summary } = update;
  const event = { accountId, summary, change: list, now };
  return (await publishListEvent(transaction, subscriptions, event)) || isQueued;
}
