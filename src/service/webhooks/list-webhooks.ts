import type { Account } from '../accounts/account.js';
import type { Db } from '../store/store.js';
import { presentWebhooks } from './deleted-scopes.js';
import { findWebhook, webhookNotFound } from './find-webhook.js';
import type { Webhook } from './webhook.js';
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
  return presentWebhooks(store.db, rows);
}

/** @throws ServiceError WEBHOOK_NOT_FOUND */
export async function getWebhook(
  { store }: WebhookDeps,
  account: Account,
  id: string,
): Promise<Webhook> {
  return findPresented(store.db, account, id);
}

/**
 * A webhook as its owner sees it.
 * @throws ServiceError WEBHOOK_NOT_FOUND
 */
export async function findPresented(db: Db, account: Account, id: string): Promise<Webhook> {
  const [webhook] = await presentWebhooks(db, [await findWebhook(db, account, id)]);
  if (webhook === undefined) throw webhookNotFound(id);
  return webhook;
}
