import type { Insertable } from 'kysely';
import type { WebhookEvent } from '../../contract/index.js';
import { newDeliveryId } from '../core/ids.js';
import type { Database } from '../store/schema.js';
import type { Db } from '../store/store.js';
import type { SubscribedWebhook } from './subscriptions.js';

/** Keeps the number of parameters below the limits of both stores. */
const ROWS_PER_STATEMENT = 50;

/** Writes an event of any type into the outbox. Times in milliseconds. */
export async function insertEvent(
  transaction: Db,
  event: WebhookEvent,
  { accountId, now }: { accountId: string; now: number },
): Promise<void> {
  await transaction
    .insertInto('events')
    .values({
      id: event.id,
      feed_id: event.feed.id,
      account_id: accountId,
      created_at: now,
      payload: JSON.stringify(event),
    })
    .execute();
}

/** Queues a delivery of each event, in order, for each webhook. */
export async function insertDeliveries(
  transaction: Db,
  webhooks: readonly SubscribedWebhook[],
  eventIds: readonly string[],
  { accountId, now }: { accountId: string; now: number },
): Promise<void> {
  const rows = webhooks.flatMap((webhook) =>
    eventIds.map((eventId, position) =>
      deliveryValues(webhook, eventId, { accountId, position, now }),
    ),
  );
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    await transaction
      .insertInto('deliveries')
      .values(rows.slice(start, start + ROWS_PER_STATEMENT))
      .execute();
  }
}

export function deliveryValues(
  { id, off }: SubscribedWebhook,
  eventId: string,
  { accountId, position, now }: { accountId: string; position: number; now: number },
): Insertable<Database['deliveries']> {
  return {
    id: newDeliveryId(),
    account_id: accountId,
    webhook_id: id,
    event_id: eventId,
    position,
    is_test: 0,
    status: off ? 'held' : 'pending',
    attempts: 0,
    failures: 0,
    next_attempt_at: off ? null : now,
    created_at: now,
  };
}
