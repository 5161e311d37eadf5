import { MINUTE } from '../../core/durations.js';
import { countActivity } from '../../operation/activity.js';
import type { Db } from '../../store/store.js';
import {
  afterFailedDelivery,
  afterRateLimit,
  type EndpointHealth,
  nextAttemptAt,
} from '../delivery-schedule.js';
import type { WebhookDeps } from '../webhook.js';
import type { Attempt } from './attempt.js';
import type { ClaimedDelivery } from './claim.js';
import type { Settled } from './deliveries.js';
import { holdDeliveries } from './replay.js';

/** Attempts kept per delivery; the schedule makes ten, the others are replays. */
const KEPT_ATTEMPTS = 30;

/**
 * Stores the result of an attempt in one transaction: log line, next attempt, health of the
 * webhook. Null, without storing anything, when the lease was lost: another process attempts the
 * delivery, or it was replayed or deleted.
 */
export async function settleDelivery(
  deps: WebhookDeps,
  { id, lease_token, webhook_id }: ClaimedDelivery,
  attempt: Attempt,
): Promise<Settled | null> {
  const { store } = deps;
  const settled = await store.db.transaction().execute(async (transaction) => {
    const before = await transaction
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
      .where('deliveries.id', '=', id)
      .where('deliveries.lease_token', '=', lease_token)
      // Keep the lease until everything is stored.
      .forUpdate('deliveries')
      .executeTakeFirst();
    if (before === undefined) return null;
    const number = before.attempts + 1;
    await enterIntoLog(transaction, id, number, attempt);
    const { delivery, webhook } = outcomeOf(deps, before, attempt);
    await transaction
      .updateTable('deliveries')
      .set({
        ...delivery,
        attempts: number,
        lease_token: null,
        last_attempt_at: attempt.at,
        last_status: attempt.status,
        last_error: attempt.error,
        last_duration_ms: attempt.durationMs,
      })
      .where('id', '=', id)
      .execute();
    if (Object.keys(webhook).length > 0) {
      await transaction.updateTable('webhooks').set(webhook).where('id', '=', webhook_id).execute();
    }
    if (delivery.status === 'held') await holdDeliveries(transaction, webhook_id);
    if (attempt.error === null && endsOutage(before, attempt.at)) {
      await releaseWaiting(transaction, webhook_id, deps.clock.now());
    }
    return { status: delivery.status, accountId: before.account_id };
  });
  if (settled === null) return null;
  const { status, accountId } = settled;
  countActivity(store, accountId, status === 'delivered' ? status : 'not-delivered', attempt.at);
  return status;
}

/** Minimum length of an outage; shorter ones end with the usual retries. */
const MIN_OUTAGE = 5 * MINUTE;

/** Number of deliveries that one success releases; each of these releases as many. */
const RELEASED = 100;

/**
 * True if a success shows that a receiver is back after an outage. If other deliveries were
 * accepted meanwhile, the delivery itself was the problem.
 */
function endsOutage({ failing_since, failures, is_test }: Before, at: number): boolean {
  if (is_test === 1) return false;
  return failures > 1 || (failing_since !== null && at - failing_since >= MIN_OUTAGE);
}

/**
 * Makes deliveries due that an outage delayed, the oldest first. Deliveries that the receiver
 * rejected keep their times.
 */
async function releaseWaiting(transaction: Db, webhookId: string, now: number): Promise<void> {
  const waiting = await transaction
    .selectFrom('deliveries')
    .select('id')
    .where('webhook_id', '=', webhookId)
    .where('next_attempt_at', '>', now)
    .where('lease_token', 'is', null)
    .where('failures', '>', 0)
    .where((delivery) =>
      delivery.or([
        delivery('last_status', 'is', null),
        delivery('last_status', '=', 429),
        delivery('last_status', '>=', 500),
      ]),
    )
    .orderBy('next_attempt_at')
    .limit(RELEASED)
    .forUpdate()
    .skipLocked()
    .execute();
  if (waiting.length === 0) return;
  await transaction
    .updateTable('deliveries')
    .set({ next_attempt_at: now })
    .where(
      'id',
      'in',
      waiting.map(({ id }) => id),
    )
    .execute();
}

/** State before an attempt. */
interface Before extends EndpointHealth {
  failures: number;
  is_test: 0 | 1;
}

/**
 * What follows from an attempt, as columns. More messages of an update, and a chat that limits the
 * rate, are no failure of the delivery; but a chat that accepts nothing for days is disabled like any
 * other receiver. A test is attempted once, and its failure says nothing of the webhook.
 */
function outcomeOf({ clock, random }: WebhookDeps, before: Before, attempt: Attempt) {
  const { error, gone, at, status: httpStatus, retryAfterMs } = attempt;
  const isTest = before.is_test === 1;
  const limitedUntil =
    attempt.continueAt === null || error === null
      ? attempt.continueAt
      : afterRateLimit(attempt.continueAt, before.failing_since, at);
  const continueAt = isTest ? null : limitedUntil;
  const hasFailed = error !== null && continueAt === null;
  const failures = before.failures + (hasFailed ? 1 : 0);
  const health = error === null || isTest ? null : afterFailedDelivery(before, { gone, now: at });
  const isDisabled = health !== null && health.disabled_reason !== null;
  const retryAt = () =>
    nextAttemptAt({
      attempts: failures,
      status: httpStatus,
      gone: gone !== null,
      retryAfterMs,
      now: clock.now(),
      random,
    });
  const isOver = isDisabled || (isTest && hasFailed);
  const nextAt = isOver ? null : (continueAt ?? (hasFailed ? retryAt() : null));
  const ended: Settled = isDisabled ? 'held' : hasFailed ? 'failed' : 'delivered';
  const status: Settled = nextAt === null ? ended : 'pending';
  const { nextMessageAt } = attempt;
  return {
    delivery: {
      status,
      failures,
      next_attempt_at: nextAt,
      // Cleared, so that a replay sends all messages again.
      ...(status === 'delivered' && { sent_messages: null }),
    },
    webhook: {
      ...(nextMessageAt !== null && {
        next_message_at: Math.max(nextMessageAt, limitedUntil ?? 0),
      }),
      ...(error === null && { failing_since: null, last_success_at: at }),
      ...health,
    },
  };
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
