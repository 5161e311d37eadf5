import type { Account } from '../accounts/account.js';
import { holdDeliveries } from './deliveries/hold-deliveries.js';
import { HEALTHY_ENDPOINT } from './delivery-schedule.js';
import { setWebhook } from './update-webhook.js';
import type { Webhook } from './webhook.js';
import type { WebhookDeps } from './webhook-deps.js';

/** Shown as the reason of a webhook that its owner switched off. */
const BY_HAND = 'It was switched off by hand.';

/**
 * Takes deliveries again, with a clean record. What was held meanwhile stays held, so that nobody is
 * flooded: `resendDeliveries` sends it.
 * @throws ServiceError WEBHOOK_NOT_FOUND
 */
export async function enableWebhook(
  { store, clock }: WebhookDeps,
  account: Account,
  id: string,
): Promise<Webhook> {
  return setWebhook(store.db, account, id, {
    failing_since: HEALTHY_ENDPOINT.failingSince,
    disabled_reason: HEALTHY_ENDPOINT.disabledReason,
    updated_at: clock.now(),
  });
}

/**
 * Sends nothing more until it is switched on; what is announced meanwhile is held.
 * @throws ServiceError WEBHOOK_NOT_FOUND
 */
export async function disableWebhook(
  { store, clock }: WebhookDeps,
  account: Account,
  id: string,
): Promise<Webhook> {
  return store.db.transaction().execute(async (transaction) => {
    const webhook = await setWebhook(transaction, account, id, {
      disabled_reason: BY_HAND,
      updated_at: clock.now(),
    });
    await holdDeliveries(transaction, id);
    return webhook;
  });
}
