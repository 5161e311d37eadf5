import { setTimeout as sleep } from 'node:timers/promises';
import { endAbandonedLeases } from '../../store/abandoned-leases.js';
import { TIMEOUT_MS } from '../delivery-schedule.js';
import type { WebhookDeps } from '../webhook.js';
import { nextMessageAt } from './claim.js';
import { DeliveryPool } from './delivery-pool.js';

/** Minimum time for an attempt, in milliseconds: with less it would only time out. */
const MIN_ATTEMPT_MS = 1000;

export interface DeliverDueOptions {
  /** Maximum total time, in milliseconds. */
  withinMs: number;
  /** Maximum number of attempts; all due ones when omitted. */
  limit?: number;
  /** Cancels running attempts and releases their deliveries. */
  signal?: AbortSignal;
}

/** Summary of the attempts. */
export interface DeliverySummary {
  delivered: number;
  /** Number of failed attempts, which are retried or abandoned. */
  failed: number;
}

/** Attempts due deliveries, for a command that ends soon. */
export async function deliverDue(
  deps: WebhookDeps,
  { withinMs, limit = Number.POSITIVE_INFINITY, signal }: DeliverDueOptions,
): Promise<DeliverySummary> {
  const summary: DeliverySummary = { delivered: 0, failed: 0 };
  const pool = new DeliveryPool(deps, {
    onResult({ settled }) {
      summary[settled === 'delivered' ? 'delivered' : 'failed'] += 1;
    },
  });
  const abort = () => pool.abort();
  signal?.addEventListener('abort', abort, { once: true });
  if (signal?.aborted) abort();
  const endsAt = performance.now() + withinMs;
  try {
    await endAbandonedLeases(deps.store);
    for (let left = limit; left > 0 && signal?.aborted !== true; ) {
      const remaining = endsAt - performance.now();
      if (remaining < MIN_ATTEMPT_MS) break;
      const timeoutMs = Math.min(TIMEOUT_MS, remaining);
      const endedBefore = pool.ended;
      const started = await pool.startDue({ limit: left, timeoutMs });
      left -= started;
      if (started === 0 && pool.isIdle && pool.ended === endedBefore) {
        const waited = await waitForChat(deps, remaining - MIN_ATTEMPT_MS, signal);
        if (!waited) break;
      }
      await pool.oneEnded();
    }
  } finally {
    await pool.drained();
    signal?.removeEventListener('abort', abort);
  }
  return summary;
}

/** Waits until a chat accepts the next message. @returns false when that takes too long */
async function waitForChat(
  { store, clock, wait = (ms) => sleep(ms, undefined, { signal }) }: WebhookDeps,
  withinMs: number,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const now = clock.now();
  const next = await nextMessageAt(store, now);
  if (next === null || next - now > withinMs) return false;
  try {
    await wait(next - now + 1);
    return true;
  } catch (error) {
    if (signal?.aborted) return false;
    throw error;
  }
}
