import type { Account } from '../../accounts/account.js';
import { ServiceError } from '../../core/errors.js';
import { isoTime } from '../../core/time.js';
import type { Db } from '../../store/store.js';
import type { WebhookDeps } from '../webhook-deps.js';
import { DELIVERY_COLUMNS, type DeliveryDetails, presentDelivery } from './delivery.js';

/**
 * A delivery with every attempt and what is sent.
 * @throws ServiceError DELIVERY_NOT_FOUND
 */
export async function getDelivery(
  { store }: WebhookDeps,
  account: Account,
  id: string,
): Promise<DeliveryDetails> {
  const { payload, ...row } = await findDelivery(store.db, account, id);
  const log = await store.db
    .selectFrom('delivery_attempts')
    .selectAll()
    .where('delivery_id', '=', id)
    .orderBy('number')
    .execute();
  return {
    ...presentDelivery(row),
    log: log.map(({ delivery_id: _, at, ...attempt }) => ({ ...attempt, at: isoTime(at) })),
    event: JSON.parse(payload) as unknown,
  };
}

/** @throws ServiceError DELIVERY_NOT_FOUND, also for a delivery of another account. */
export async function findDelivery(db: Db, account: Account, id: string) {
  const row = await db
    .selectFrom('deliveries')
    .innerJoin('events', 'events.id', 'deliveries.event_id')
    .innerJoin('webhooks', 'webhooks.id', 'deliveries.webhook_id')
    .select([...DELIVERY_COLUMNS, 'events.payload', 'webhooks.disabled_reason'])
    .where('deliveries.id', '=', id)
    .where('deliveries.account_id', '=', account.id)
    .executeTakeFirst();
  if (row !== undefined) return row;
  throw new ServiceError(
    'DELIVERY_NOT_FOUND',
    `There is no delivery ${id} in this account. Deliveries are kept for 30 days.`,
  );
}
