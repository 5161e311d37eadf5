import type { Db } from '../../store/store.js';

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
