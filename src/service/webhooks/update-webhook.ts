import type { Updateable } from 'kysely';
import type { Account } from '../accounts/account.js';
import type { WebhookFilter } from '../events/filters.js';
import type { WebhooksTable } from '../store/schema.js';
import type { Db } from '../store/store.js';
import { findWebhook } from './find-webhook.js';
import { findPresented } from './list-webhooks.js';
import type { Webhook } from './webhook.js';
import type { WebhookDeps } from './webhook-deps.js';
import { checkUrl, filterText, scopeIdOf, type WebhookInput } from './webhook-input.js';

/**
 * Changes what is given. Scope and filters count for what is announced from now on; deliveries that
 * wait go to the new address.
 * @throws ServiceError WEBHOOK_NOT_FOUND, WEBHOOK_FORBIDDEN, INVALID_FIELD, FEED_NOT_FOUND,
 *   BUNDLE_NOT_FOUND
 */
export async function updateWebhook(
  { store, clock, sender }: WebhookDeps,
  account: Account,
  id: string,
  input: WebhookInput,
): Promise<Webhook> {
  const { url, scope } = input;
  await findWebhook(store.db, account, id);
  if (url !== undefined) await sender.vet(checkUrl(url));
  return store.db.transaction().execute(async (transaction) => {
    const before = await findWebhook(transaction, account, id);
    const filter = filterText(input, JSON.parse(before.filter) as WebhookFilter);
    const scopeId =
      scope === undefined ? before.scope_id : await scopeIdOf(transaction, account, scope);
    return setWebhook(transaction, account, id, {
      url: url ?? before.url,
      scope_id: scopeId,
      filter,
      updated_at: clock.now(),
    });
  });
}

/**
 * Sets columns and returns what the webhook is like then.
 * @throws ServiceError WEBHOOK_NOT_FOUND
 */
export async function setWebhook(
  db: Db,
  account: Account,
  id: string,
  columns: Updateable<WebhooksTable>,
): Promise<Webhook> {
  await db
    .updateTable('webhooks')
    .set(columns)
    .where('id', '=', id)
    .where('account_id', '=', account.id)
    .execute();
  return findPresented(db, account, id);
}
