import type { Account } from '../../accounts/account.js';
import { ServiceError } from '../../core/errors.js';
import { isoTime, type Page } from '../../core/time.js';
import type { Db } from '../../store/store.js';
import { findWebhook, type WebhookDeps } from '../webhook.js';
import {
  DELIVERY_COLUMNS,
  type Delivery,
  type DeliveryDetails,
  presentDelivery,
} from './delivery.js';
import type { Settled } from './settle.js';

/**
 * A delivery with all attempts and its event.
 * @throws ServiceError DELIVERY_NOT_FOUND
 */
export async function getDelivery(
  { store }: WebhookDeps,
  account: Account,
  id: string,
): Promise<DeliveryDetails> {
  const { payload, ...row } = await findDelivery(store.db, account, id);
  const log = await store.db
    .selectFrom('delivery_attempts')
    .selectAll()
    .where('delivery_id', '=', id)
    .orderBy('number')
    .execute();
  return {
    ...presentDelivery(row),
    log: log.map(({ delivery_id: _, at, ...attempt }) => ({ ...attempt, at: isoTime(at) })),
    event: JSON.parse(payload) as unknown,
  };
}

/** @throws ServiceError DELIVERY_NOT_FOUND, also for a delivery of another account. */
export async function findDelivery(db: Db, account: Account, id: string) {
  const row = await db
    .selectFrom('deliveries')
    .innerJoin('events', 'events.id', 'deliveries.event_id')
    .innerJoin('webhooks', 'webhooks.id', 'deliveries.webhook_id')
    .select([...DELIVERY_COLUMNS, 'events.payload', 'webhooks.disabled_reason'])
    .where('deliveries.id', '=', id)
    .where('deliveries.account_id', '=', account.id)
    .executeTakeFirst();
  if (row !== undefined) return row;
  throw new ServiceError(
    'DELIVERY_NOT_FOUND',
    `There is no delivery ${id} in this account. Deliveries are kept for 30 days.`,
  );
}

export interface DeliverySelection extends Page {
  /** Only those of one webhook. */
  webhookId?: string | undefined;
  status?: Settled | undefined;
  /** Only deliveries of events since this time, in milliseconds. */
  since?: number | undefined;
}

/**
 * The account's deliveries, newest first.
 * @throws ServiceError WEBHOOK_NOT_FOUND
 */
export async function listDeliveries(
  { store }: WebhookDeps,
  account: Account,
  { webhookId, status, since, limit, offset }: DeliverySelection,
): Promise<Delivery[]> {
  if (webhookId !== undefined) await findWebhook(store.db, account, webhookId);
  let query = store.db
    .selectFrom('deliveries')
    .innerJoin('events', 'events.id', 'deliveries.event_id')
    .select(DELIVERY_COLUMNS)
    .where('deliveries.account_id', '=', account.id);
  if (webhookId !== undefined) query = query.where('deliveries.webhook_id', '=', webhookId);
  if (status !== undefined) query = query.where('deliveries.status', '=', status);
  if (since !== undefined) query = query.where('deliveries.created_at', '>=', since);
  const rows = await query
    .orderBy('deliveries.created_at', 'desc')
    .orderBy('deliveries.position', 'desc')
    .orderBy('deliveries.id')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(presentDelivery);
}

/** Removes pending deliveries of a webhook from the queue; running attempts are completed. */
export async function holdDeliveries(transaction: Db, webhookId: string): Promise<void> {
  await transaction
    .updateTable('deliveries')
    .set({ status: 'held', next_attempt_at: null })
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'pending')
    .where('lease_token', 'is', null)
    .execute();
}
