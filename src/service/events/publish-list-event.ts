import type { FeedSummary, ListEvent } from '../../contract/index.js';
import { newEventId } from '../core/ids.js';
import { isoTime } from '../core/time.js';
import type { Db } from '../store/store.js';
import { insertDeliveries, insertEvent } from './insert-deliveries.js';
import type { Subscription } from './subscriptions.js';

interface LostList {
  /** Milliseconds. */
  since: number;
  expected: number;
}

/** The state of a page's list before and after a fetch: null while the feed finds it. */
export interface ListChange {
  before: LostList | null;
  after: LostList | null;
  /** Number of items in this fetch. */
  found: number;
}

/** True if a fetch lost the list of its page, or found it again. */
export function isListEvent({ before, after }: ListChange): boolean {
  return (before === null) !== (after === null);
}

/**
 * Publishes that a list was lost, or found again, once each. Filters do not apply, because they are
 * for items. @returns true if a delivery was queued
 */
export async function publishListEvent(
  transaction: Db,
  subscriptions: readonly Subscription[],
  {
    accountId,
    summary,
    change,
    now,
  }: { accountId: string; summary: FeedSummary; change: ListChange; now: number },
): Promise<boolean> {
  if (!isListEvent(change) || subscriptions.length === 0) return false;
  const event = eventOf(summary, change);
  await insertEvent(transaction, event, { accountId, now });
  for (const { webhooks } of subscriptions) {
    await insertDeliveries(transaction, webhooks, [event.id], { accountId, now });
  }
  return true;
}

function eventOf(feed: FeedSummary, { before, after, found }: ListChange): ListEvent {
  const id = newEventId();
  if (after !== null) {
    const { since, expected } = after;
    return { id, type: 'list_lost', feed, data: { since: isoTime(since), expected, found } };
  }
  return {
    ...{ id, type: 'list_found', feed },
    data: { since: isoTime(before?.since ?? 0), found },
  };
}
