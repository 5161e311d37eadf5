import type { Account } from '../accounts/account.js';
import { ServiceError } from '../core/errors.js';
import type { Db } from '../store/store.js';
import type { WebhookRow } from './webhook.js';

/**
 * The account's webhook with this id, its secrets in it.
 * @throws ServiceError WEBHOOK_NOT_FOUND, also for a webhook of another account.
 */
export async function findWebhook(db: Db, account: Account, id: string): Promise<WebhookRow> {
  const webhook = await db
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', account.id)
    .executeTakeFirst();
  if (webhook === undefined) throw webhookNotFound(id);
  return webhook;
}

export function webhookNotFound(id: string): ServiceError {
  return new ServiceError('WEBHOOK_NOT_FOUND', `There is no webhook ${id} in this account.`);
}
