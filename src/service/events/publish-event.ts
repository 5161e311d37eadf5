import type { FeedSummary, FeedUpdateEvent, Item } from '../../contract/index.js';
import { newEventId } from '../core/ids.js';
import { type ItemRow, presentItem } from '../items/item.js';
import type { Db } from '../store/store.js';
import { applyFilter } from './filters.js';
import { insertDeliveries, insertEvent } from './insert-deliveries.js';
import { splitUpdate, type UpdatedItems } from './split.js';
import { type Subscription, subscriptionsTo } from './subscriptions.js';

/** The changes found by one fetch of a source. Times in milliseconds. */
export interface FeedUpdate {
  feed: { id: string; account_id: string; custom_author: string | null };
  /** The feed after this fetch, in the form of events. */
  summary: FeedSummary;
  /** Both in document order. */
  newItems: readonly ItemRow[];
  changedItems: readonly ItemRow[];
  now: number;
}

/**
 * Writes the event rows (outbox) with a delivery for every subscribed webhook, in the transaction
 * that stores the items. Current scopes and filters apply. An update of over 100 items makes
 * several events; without subscribers no event row is written.
 * @returns the number of deliveries
 */
export async function publishUpdate(transaction: Db, update: FeedUpdate): Promise<number> {
  const { feed, newItems, changedItems, now } = update;
  if (newItems.length + changedItems.length === 0) return 0;
  const subscriptions = await subscriptionsTo(transaction, feed);
  if (subscriptions.length === 0) return 0;
  const present = (item: ItemRow) => presentItem(item, feed.custom_author);
  const whole = {
    items_new: newItems.map(present),
    items_changed: changedItems.map(present),
  };
  let wholeEvents: string[] | undefined;
  let deliveries = 0;
  for (const { filter, webhooks } of subscriptions) {
    const wanted = await eventsFor(filter);
    await insertDeliveries(transaction, webhooks, wanted, { accountId: feed.account_id, now });
    deliveries += webhooks.length * wanted.length;
  }
  return deliveries;

  /** Filtered before splitting: 500 items may be a single event after filtering. */
  async function eventsFor(filter: Subscription['filter']): Promise<string[]> {
    const passed = applyFilter(whole, filter);
    if (passed === null) return [];
    if (sizeOf(passed) < sizeOf(whole)) return insertEvents(transaction, update, passed);
    wholeEvents ??= await insertEvents(transaction, update, whole);
    return wholeEvents;
  }
}

async function insertEvents(
  transaction: Db,
  { feed, summary, now }: FeedUpdate,
  items: UpdatedItems<Item>,
): Promise<string[]> {
  const ids: string[] = [];
  for (const data of splitUpdate(items)) {
    const event: FeedUpdateEvent = {
      id: newEventId(),
      type: 'feed_update',
      feed: summary,
      data,
    };
    await insertEvent(transaction, event, { accountId: feed.account_id, now });
    ids.push(event.id);
  }
  return ids;
}

function sizeOf({ items_new, items_changed }: UpdatedItems<unknown>): number {
  return items_new.length + items_changed.length;
}
