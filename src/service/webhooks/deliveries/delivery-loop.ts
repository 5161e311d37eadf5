import { drainedWithin, msUntil, PollLoop } from '../../core/async/poll-loop.js';
import type { WebhookDeps } from '../webhook.js';
import { nextDeliveryAt } from './claim.js';
import { DeliveryPool, type DeliveryResult } from './delivery-pool.js';

/** Maximum sleep, in milliseconds: events published by other processes are found within it. */
const POLL_MS = 500;

export interface DeliveryLoop {
  /** An event was published in this process: check immediately. */
  nudge(): void;
  /**
   * Stops claiming and waits for running attempts up to the given milliseconds; the rest is
   * cancelled and released.
   */
  stop(graceMs: number): Promise<void>;
}

/** Delivers due events until it is stopped. */
export function startDeliveryLoop(deps: WebhookDeps): DeliveryLoop {
  const { store, clock, logger } = deps;
  const pool = new DeliveryPool(deps, { onResult: (result) => reportDelivery(deps, result) });
  const loop = new PollLoop({
    startDue,
    onError: (error) => logger.error({ err: error }, 'due deliveries could not be claimed'),
    retryMs: POLL_MS,
    work: pool,
  });
  return {
    nudge: () => loop.nudge(),
    async stop(graceMs) {
      await loop.stop();
      if (!(await drainedWithin(pool, graceMs))) pool.abort();
      await pool.drained();
    },
  };

  async function startDue(): Promise<number | null> {
    const endedBefore = pool.ended;
    const started = await pool.startDue();
    if (started > 0 || pool.ended > endedBefore) return null;
    return msUntil(await nextDeliveryAt(store, clock.now()), clock.now(), POLL_MS);
  }
}

function reportDelivery(
  { logger }: WebhookDeps,
  { delivery, attempt, settled }: DeliveryResult,
): void {
  const { id, webhook_id } = delivery;
  const { status, durationMs: ms, error } = attempt;
  const fields = { delivery: id, webhook: webhook_id, status, ms };
  if (error === null) logger.info(fields, 'delivered');
  else logger.warn({ ...fields, outcome: settled, reason: error }, 'delivery failed');
}
