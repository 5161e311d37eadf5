import { type DeliveryDetails, sampleEvent } from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import { newEventId, randomBase62 } from '../core/ids.js';
import { deliveryValues, insertEvent } from '../events/insert-deliveries.js';
import { LEASE_MS } from './deliveries/claim.js';
import { getDelivery } from './deliveries/deliveries.js';
import { DeliveryPool } from './deliveries/delivery-pool.js';
import { findOwnWebhook, type WebhookDeps } from './webhook.js';

/**
 * Sends a sample event to a webhook immediately, even when it is disabled, and returns the result.
 * There is one attempt, which does not affect the health of the webhook.
 * @throws ServiceError WEBHOOK_NOT_FOUND
 */
export async function testWebhook(
  deps: WebhookDeps,
  account: Account,
  id: string,
): Promise<DeliveryDetails> {
  const { store, clock } = deps;
  const now = clock.now();
  const event = sampleEvent(newEventId());
  const lease_token = randomBase62(22);
  const delivery = deliveryValues({ id, off: false }, event.id, {
    accountId: account.id,
    position: 0,
    now,
  });
  await store.db.transaction().execute(async (transaction) => {
    await findOwnWebhook(transaction, account, id);
    await insertEvent(transaction, event, { accountId: account.id, now });
    // Claimed from the start, so that no loop attempts it as an ordinary delivery.
    const leased = { lease_token, next_attempt_at: now + LEASE_MS, is_test: 1 as const };
    await transaction
      .insertInto('deliveries')
      .values({ ...delivery, ...leased })
      .execute();
  });
  const pool = new DeliveryPool(deps);
  pool.start({ id: delivery.id, webhook_id: id, lease_token, failing: false });
  await pool.drained();
  return getDelivery(deps, account, delivery.id);
}
