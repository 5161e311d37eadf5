import type { Delivery } from '../../../contract/index.js';
import type { Account } from '../../accounts/account.js';
import { ServiceError } from '../../core/errors.js';
import type { Deps } from '../../feeds/deps.js';
import type { Db } from '../../store/store.js';
import { findWebhook } from '../webhook.js';
import { findDelivery } from './deliveries.js';

/** Columns of a delivery that is due now, with the same event id and a new retry schedule. */
const AFRESH = { status: 'pending', failures: 0, lease_token: null } as const;

/**
 * Sends one delivery again, whatever its status; receivers recognise the event id.
 * @throws ServiceError DELIVERY_NOT_FOUND, INVALID_FIELD when its webhook is disabled
 */
export async function replayDelivery(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  account: Account,
  id: string,
): Promise<Delivery> {
  return store.db.transaction().execute(async (transaction) => {
    const { delivery, disabled_reason } = await findDelivery(transaction, account, id);
    requireOn(delivery.webhook_id, disabled_reason);
    await transaction
      .updateTable('deliveries')
      .set({ ...AFRESH, next_attempt_at: clock.now() })
      .where('id', '=', id)
      .execute();
    return (await findDelivery(transaction, account, id)).delivery;
  });
}

/** The result of replaying several deliveries. */
interface ReplayedAll {
  replayed: number;
  /** Reasons why others were not replayed, without duplicates. */
  problems: readonly string[];
}

/** Sends several deliveries again. One that cannot be sent does not stop the others. */
export async function replayDeliveries(
  deps: Pick<Deps, 'store' | 'clock'>,
  account: Account,
  ids: readonly string[],
): Promise<ReplayedAll> {
  const problems = new Set<string>();
  let replayed = 0;
  for (const id of new Set(ids)) {
    try {
      await replayDelivery(deps, account, id);
      replayed += 1;
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status >= 500) throw error;
      problems.add(error.message);
    }
  }
  return { replayed, problems: [...problems] };
}

/** The number of deliveries that were queued again. */
export interface Resent {
  id: string;
  resent: number;
}

/**
 * Sends all events of a webhook since a time again, including those held while it was disabled; not
 * test events.
 * @param since milliseconds
 * @throws ServiceError WEBHOOK_NOT_FOUND, INVALID_FIELD when the webhook is disabled
 */
export async function resendDeliveries(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  account: Account,
  id: string,
  since: number,
): Promise<Resent> {
  return store.db.transaction().execute(async (transaction) => {
    const webhook = await findWebhook(transaction, account, id);
    requireOn(id, webhook.disabled_reason);
    return { id, resent: await requeue(transaction, id, since, clock.now()) };
  });
}

async function requeue(db: Db, webhookId: string, since: number, now: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('deliveries')
    .set({ ...AFRESH, next_attempt_at: now })
    .where('webhook_id', '=', webhookId)
    .where('created_at', '>=', since)
    .where('is_test', '=', 0)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

function requireOn(id: string, disabledReason: string | null): void {
  if (disabledReason === null) return;
  throw new ServiceError(
    'INVALID_FIELD',
    `Webhook ${id} is disabled: ${disabledReason} Enable it first.`,
  );
}

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
