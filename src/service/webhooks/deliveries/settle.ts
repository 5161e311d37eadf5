import { countActivity } from '../../metrics/activity.js';
import type { Db } from '../../store/store.js';
import {
  afterFailedDelivery,
  afterRateLimit,
  HEALTHY_ENDPOINT,
  nextAttemptAt,
} from '../delivery-schedule.js';
import type { WebhookDeps } from '../webhook.js';
import type { Attempt } from './attempt.js';
import type { ClaimedDelivery } from './claim.js';
import type { Settled } from './delivery.js';
import { holdDeliveries } from './hold.js';

/** Attempts kept per delivery; the schedule makes ten, the others are replays. */
const KEPT_ATTEMPTS = 30;

/**
 * Stores the result of an attempt in one transaction: log line, next attempt, health of the
 * webhook. Null, without storing anything, when the lease was lost: another process attempts the
 * delivery, or it was replayed or deleted.
 */
export async function settleDelivery(
  deps: WebhookDeps,
  claimed: ClaimedDelivery,
  attempt: Attempt,
): Promise<Settled | null> {
  const { store } = deps;
  let accountId = '';
  const settled = await store.db.transaction().execute(async (transaction) => {
    const delivery = await transaction
      .selectFrom('deliveries')
      .innerJoin('webhooks', 'webhooks.id', 'deliveries.webhook_id')
      .select([
        'deliveries.account_id',
        'deliveries.attempts',
        'deliveries.failures',
        'deliveries.is_test',
        'webhooks.failing_since',
        'webhooks.disabled_reason',
      ])
      .where('deliveries.id', '=', claimed.id)
      .where('deliveries.lease_token', '=', claimed.lease_token)
      // Keep the lease until everything is stored.
      .forUpdate('deliveries')
      .executeTakeFirst();
    if (delivery === undefined) return null;
    const { attempts, failures } = delivery;
    accountId = delivery.account_id;
    await enterIntoLog(transaction, claimed.id, attempts + 1, attempt);
    const continueAt = continueTime(attempt, delivery.failing_since);
    if (attempt.nextMessageAt !== null) {
      const next = Math.max(attempt.nextMessageAt, continueAt ?? 0);
      await setNextMessage(transaction, claimed.webhook_id, next);
    }
    if (continueAt !== null && delivery.is_test === 0) {
      return continueLater(transaction, claimed, attempt, continueAt, delivery);
    }
    if (attempt.error === null) {
      await setDelivery(transaction, claimed, attempt, {
        status: 'delivered',
        attempts: attempts + 1,
        failures,
        next_attempt_at: null,
        // A replay sends everything again.
        sent_messages: null,
      });
      await noteSuccess(transaction, claimed.webhook_id, attempt);
      return 'delivered' as const;
    }
    const isTest = delivery.is_test === 1;
    const isDisabled =
      !isTest && (await noteFailure(transaction, claimed.webhook_id, delivery, attempt));
    const retryAt = isTest || isDisabled ? null : retryTime(deps, failures + 1, attempt);
    const status = retryAt !== null ? 'pending' : isDisabled ? 'held' : 'failed';
    await setDelivery(transaction, claimed, attempt, {
      status,
      attempts: attempts + 1,
      failures: failures + 1,
      next_attempt_at: retryAt,
    });
    if (isDisabled) await holdDeliveries(transaction, claimed.webhook_id);
    return status;
  });
  if (settled !== null) {
    const kind = settled === 'delivered' ? 'delivered' : 'not-delivered';
    countActivity(store, accountId, kind, attempt.at);
  }
  return settled;
}

/**
 * The chat limits the rate, or more messages follow: no failure of the delivery. A chat that accepts
 * nothing for days is disabled like any other receiver.
 */
async function continueLater(
  transaction: Db,
  claimed: ClaimedDelivery,
  attempt: Attempt,
  continueAt: number,
  before: HealthBefore & { attempts: number; failures: number },
): Promise<Settled> {
  const { webhook_id } = claimed;
  if (attempt.error === null) await noteSuccess(transaction, webhook_id, attempt);
  const isDisabled =
    attempt.error !== null && (await noteFailure(transaction, webhook_id, before, attempt));
  const status = isDisabled ? 'held' : 'pending';
  await setDelivery(transaction, claimed, attempt, {
    status,
    attempts: before.attempts + 1,
    failures: before.failures,
    next_attempt_at: isDisabled ? null : continueAt,
  });
  if (isDisabled) await holdDeliveries(transaction, webhook_id);
  return status;
}

/** When the next message of the delivery may be sent; null where the attempt ended it. */
function continueTime({ continueAt, error, at }: Attempt, failingSince: number | null) {
  if (continueAt === null || error === null) return continueAt;
  return afterRateLimit(continueAt, failingSince, at);
}

async function setNextMessage(transaction: Db, webhookId: string, at: number): Promise<void> {
  await transaction
    .updateTable('webhooks')
    .set({ next_message_at: at })
    .where('id', '=', webhookId)
    .execute();
}

function retryTime({ clock, random }: WebhookDeps, attempts: number, attempt: Attempt) {
  const { status, retryAfterMs } = attempt;
  const gone = attempt.gone !== null;
  return nextAttemptAt({ attempts, status, gone, retryAfterMs, now: clock.now(), random });
}

async function setDelivery(
  transaction: Db,
  { id }: ClaimedDelivery,
  attempt: Attempt,
  columns: {
    status: Settled;
    attempts: number;
    failures: number;
    next_attempt_at: number | null;
    sent_messages?: null;
  },
): Promise<void> {
  await transaction
    .updateTable('deliveries')
    .set({
      ...columns,
      lease_token: null,
      last_attempt_at: attempt.at,
      last_status: attempt.status,
      last_error: attempt.error,
      last_duration_ms: attempt.durationMs,
    })
    .where('id', '=', id)
    .execute();
}

async function noteSuccess(transaction: Db, webhookId: string, { at }: Attempt): Promise<void> {
  await transaction
    .updateTable('webhooks')
    .set({ failing_since: HEALTHY_ENDPOINT.failingSince, last_success_at: at })
    .where('id', '=', webhookId)
    .execute();
}

interface HealthBefore {
  failing_since: number | null;
  disabled_reason: string | null;
}

/** @returns whether the webhook is now disabled */
async function noteFailure(
  transaction: Db,
  webhookId: string,
  before: HealthBefore,
  { gone, at }: Attempt,
): Promise<boolean> {
  const health = afterFailedDelivery(
    { failingSince: before.failing_since, disabledReason: before.disabled_reason },
    { gone, now: at },
  );
  await transaction
    .updateTable('webhooks')
    .set({ failing_since: health.failingSince, disabled_reason: health.disabledReason })
    .where('id', '=', webhookId)
    .execute();
  return health.disabledReason !== null;
}

async function enterIntoLog(
  transaction: Db,
  deliveryId: string,
  number: number,
  { at, durationMs, status, error, request, response }: Attempt,
): Promise<void> {
  await transaction
    .insertInto('delivery_attempts')
    .values({
      delivery_id: deliveryId,
      number,
      at,
      duration_ms: durationMs,
      status,
      error,
      request,
      response,
    })
    .execute();
  await transaction
    .deleteFrom('delivery_attempts')
    .where('delivery_id', '=', deliveryId)
    .where('number', '<=', number - KEPT_ATTEMPTS)
    .execute();
}
