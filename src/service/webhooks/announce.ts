import type { FeedUpdateEvent } from '../../contract/index.js';
import type { FeedRow } from '../feeds/feed-row.js';
import type { ItemRow } from '../feeds/item-row.js';
import { presentFeed } from '../feeds/present-feed.js';
import { presentItem } from '../feeds/present-item.js';
import { newEventId } from '../ids.js';
import type { Db } from '../store/store.js';
import { splitUpdate } from './split.js';

/** What one reading of a source brought. Times in milliseconds. */
export interface FeedUpdate {
  /** The feed as this reading left it. */
  feed: FeedRow & { account_id: string };
  /** Both in document order. */
  newItems: readonly ItemRow[];
  changedItems: readonly ItemRow[];
  /** What `publicAddress.base()` said before the transaction, which has the only connection. */
  publicBase: string;
  now: number;
}

/**
 * Writes what there is to announce into the outbox, inside the transaction that stores the items:
 * either both happen or neither. An update of over 100 items makes several events, one of none
 * makes no event.
 */
export async function announceUpdate(transaction: Db, update: FeedUpdate): Promise<void> {
  const { feed, newItems, changedItems, publicBase, now } = update;
  const present = (item: ItemRow) => presentItem(item, feed.custom_author);
  const parts = splitUpdate({
    items_new: newItems.map(present),
    items_changed: changedItems.map(present),
  });
  for (const data of parts) {
    const event: FeedUpdateEvent = {
      id: newEventId(),
      type: 'feed_update',
      feed: presentFeed(feed, publicBase),
      data,
    };
    await transaction
      .insertInto('events')
      .values({
        id: event.id,
        feed_id: feed.id,
        account_id: feed.account_id,
        created_at: now,
        payload: JSON.stringify(event),
      })
      .execute();
  }
}
