import { Pause } from '../../core/async/pause.js';
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
  const pool = new DeliveryPool(deps, { onResult: (result) => report(deps, result) });
  let stopped = false;
  let nudged = false;
  let sleeping = new Pause(0);
  const running = run();
  return {
    nudge() {
      nudged = true;
      sleeping.end();
    },
    async stop(graceMs) {
      stopped = true;
      sleeping.end();
      await running;
      const grace = new Pause(graceMs);
      const late = grace.over.then(() => 'late' as const);
      if ((await Promise.race([pool.drained(), late])) === 'late') pool.abort();
      grace.end();
      await pool.drained();
    },
  };

  async function run(): Promise<void> {
    while (!stopped) {
      nudged = false;
      try {
        const endedBefore = pool.ended;
        const started = await pool.startDue();
        if (started === 0 && pool.ended === endedBefore) await somethingToDo();
      } catch (error) {
        logger.error({ err: error }, 'due deliveries could not be claimed');
        await pause(POLL_MS);
      }
    }
  }

  async function somethingToDo(): Promise<void> {
    const due = await nextDeliveryAt(store, clock.now());
    const ms = due === null ? POLL_MS : Math.min(POLL_MS, Math.max(0, due - clock.now()));
    const ended = pool.isIdle ? [] : [pool.oneEnded()];
    await Promise.race([pause(ms), ...ended]);
    sleeping.end();
  }

  async function pause(ms: number): Promise<void> {
    if (stopped || nudged) return;
    sleeping = new Pause(ms);
    await sleeping.over;
  }
}

function report({ logger }: WebhookDeps, { delivery, attempt, settled }: DeliveryResult): void {
  const { id, webhook_id } = delivery;
  const { status, durationMs: ms, error } = attempt;
  const fields = { delivery: id, webhook: webhook_id, status, ms };
  if (error === null) logger.info(fields, 'delivered');
  else logger.warn({ ...fields, outcome: settled, reason: error }, 'delivery failed');
}
