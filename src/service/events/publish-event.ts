import type { FeedSummary, FeedUpdateEvent, Item } from '../../contract/index.js';
import { ServiceError } from '../core/errors.js';
import { newEventId } from '../core/ids.js';
import { shownItems } from '../filters/apply-filters.js';
import { mutedBy } from '../filters/muted.js';
import { type ItemRow, presentItem } from '../items/item.js';
import type { ItemLook } from '../items/look.js';
import type { Db } from '../store/store.js';
import { insertDeliveries, insertEvent } from './insert-deliveries.js';
import { splitUpdate, type UpdatedItems } from './split.js';
import { type Subscription, subscriptionsTo } from './subscriptions.js';

/** The changes found by one fetch of a source. Times in milliseconds. */
interface FeedUpdate {
  feed: { id: string; account_id: string; filters: string | null } & ItemLook;
  /** The feed after this fetch, as events contain it. */
  summary: FeedSummary;
  /** New and changed items, in document order. */
  newItems: readonly ItemRow[];
  changedItems: readonly ItemRow[];
  now: number;
}

/**
 * Writes the event rows (outbox) with a delivery for every subscribed webhook, in the transaction
 * that stores the items. Current scopes and filters apply: those of the feed, of the bundle that a
 * webhook is limited to, and of the webhook. An update of over 100 items, or over `max_items` of the webhook,
 * makes several events; without subscribers no event row is written.
 * @returns whether a delivery was queued
 */
export async function publishUpdate(transaction: Db, update: FeedUpdate): Promise<boolean> {
  return publishTo(transaction, await subscriptionsTo(transaction, update.feed), update);
}

/** As `publishUpdate`, for subscriptions that were read before. */
export async function publishTo(
  transaction: Db,
  subscriptions: readonly Subscription[],
  update: FeedUpdate,
): Promise<boolean> {
  // Most feeds have no subscribers, and the filters of a feed run in a worker.
  if (subscriptions.length === 0) return false;
  const { feed, newItems, changedItems, now } = update;
  const present = (item: ItemRow) => presentItem(item, feed);
  const muted = await mutedBy(transaction, feed.account_id);
  const { filters } = feed;
  const shown = async (rows: readonly ItemRow[]) =>
    shownOrAll(await shownOrAll(rows.map(present), muted.filters), filters);
  const whole = { items_new: await shown(newItems), items_changed: await shown(changedItems) };
  const wholeEvents = new Map<number | null, string[]>();
  let isQueued = false;
  for (const { filter, maxItems, webhooks } of subscriptions) {
    const wanted = await eventsFor(filter, maxItems);
    await insertDeliveries(transaction, webhooks, wanted, { accountId: feed.account_id, now });
    isQueued ||= wanted.length > 0;
  }
  return isQueued;

  /** Filtered before splitting: 500 items may be a single event after filtering. */
  async function eventsFor(
    filter: Subscription['filter'],
    maxItems: number | null,
  ): Promise<string[]> {
    const passed = await applyFilter(whole, filter);
    if (eventSize(passed) < eventSize(whole))
      return insertEvents(transaction, update, passed, maxItems);
    const made =
      wholeEvents.get(maxItems) ?? (await insertEvents(transaction, update, whole, maxItems));
    wholeEvents.set(maxItems, made);
    return made;
  }
}

async function insertEvents(
  transaction: Db,
  { feed, summary, now }: FeedUpdate,
  items: UpdatedItems<Item>,
  maxItems: number | null,
): Promise<string[]> {
  const ids: string[] = [];
  for (const data of splitUpdate(items, maxItems === null ? {} : { items: maxItems })) {
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

async function applyFilter(
  update: UpdatedItems<Item>,
  { only, filters }: Subscription['filter'],
): Promise<UpdatedItems<Item>> {
  let { items_new, items_changed } = update;
  if (only === 'changed') items_new = [];
  if (only === 'new') items_changed = [];
  for (const each of filters) {
    items_new = await shownOrAll(items_new, each);
    items_changed = await shownOrAll(items_changed, each);
  }
  return { items_new, items_changed };
}

/** Filters that take too long hide nothing: an additional event is better than a lost one. */
async function shownOrAll(items: readonly Item[], filters: string | null): Promise<Item[]> {
  try {
    return await shownItems(items, [filters]);
  } catch (error) {
    if (error instanceof ServiceError) return [...items];
    throw error;
  }
}

function eventSize({ items_new, items_changed }: UpdatedItems<unknown>): number {
  return items_new.length + items_changed.length;
}
