import type { Account } from '../accounts/account.js';
import { findWebhook } from './find-webhook.js';
import { presentWebhook, type Webhook } from './webhook.js';
import type { WebhookDeps } from './webhook-deps.js';

/** The account's webhooks, newest first; there are at most `MOST_WEBHOOKS`. */
export async function listWebhooks({ store }: WebhookDeps, account: Account): Promise<Webhook[]> {
  const rows = await store.db
    .selectFrom('webhooks')
    .selectAll()
    .where('account_id', '=', account.id)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(presentWebhook);
}

/** @throws ServiceError WEBHOOK_NOT_FOUND */
export async function getWebhook(
  { store }: WebhookDeps,
  account: Account,
  id: string,
): Promise<Webhook> {
  return presentWebhook(await findWebhook(store.db, account, id));
}
