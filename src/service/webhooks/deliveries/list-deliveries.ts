import type { Account } from '../../accounts/account.js';
import type { Page } from '../../core/page.js';
import { findWebhook } from '../find-webhook.js';
import type { WebhookDeps } from '../webhook-deps.js';
import { DELIVERY_COLUMNS, type Delivery, presentDelivery } from './delivery.js';
import type { Settled } from './settle.js';

export interface DeliverySelection extends Page {
  /** Only those of one webhook. */
  webhookId?: string | undefined;
  status?: Settled | undefined;
}

/**
 * The account's deliveries, newest first.
 * @throws ServiceError WEBHOOK_NOT_FOUND
 */
export async function listDeliveries(
  { store }: WebhookDeps,
  account: Account,
  { webhookId, status, limit, offset }: DeliverySelection,
): Promise<Delivery[]> {
  if (webhookId !== undefined) await findWebhook(store.db, account, webhookId);
  let query = store.db
    .selectFrom('deliveries')
    .innerJoin('events', 'events.id', 'deliveries.event_id')
    .select(DELIVERY_COLUMNS)
    .where('deliveries.account_id', '=', account.id);
  if (webhookId !== undefined) query = query.where('deliveries.webhook_id', '=', webhookId);
  if (status !== undefined) query = query.where('deliveries.status', '=', status);
  const rows = await query
    .orderBy('deliveries.created_at', 'desc')
    .orderBy('deliveries.position', 'desc')
    .orderBy('deliveries.id')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(presentDelivery);
}
