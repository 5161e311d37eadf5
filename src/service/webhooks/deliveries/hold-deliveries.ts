import type { Db } from '../../store/store.js';

/** Takes what waits for a webhook out of the queue; what is just being sent ends as it ends. */
export async function holdDeliveries(transaction: Db, webhookId: string): Promise<void> {
  await transaction
    .updateTable('deliveries')
    .set({ status: 'held', next_attempt_at: null })
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'pending')
    .where('lease_token', 'is', null)
    .execute();
}
