import type { Deleted } from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import { webhookNotFound } from './find-webhook.js';
import type { WebhookDeps } from './webhook-deps.js';

/**
 * Deletes a webhook with its deliveries, those that wait included.
 * @throws ServiceError WEBHOOK_NOT_FOUND
 */
export async function deleteWebhook(
  { store }: WebhookDeps,
  account: Account,
  id: string,
): Promise<Deleted> {
  const { numDeletedRows } = await store.db
    .deleteFrom('webhooks')
    .where('id', '=', id)
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw webhookNotFound(id);
  return { id, deleted: true };
}
