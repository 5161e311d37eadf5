import { attemptTimeout, TIMEOUT_MS } from '../delivery-schedule.js';
import { MAX_CONCURRENT } from '../sender.js';
import type { WebhookDeps } from '../webhook.js';
import { type Attempt, attemptDelivery } from './attempt.js';
import { type ClaimedDelivery, claimDueDeliveries, LEASE_MS, releaseDelivery } from './claim.js';
import type { Settled } from './deliveries.js';
import { settleDelivery } from './settle.js';

/** The remaining slots are for healthy webhooks, because failing ones may take 15 s each. */
const MAX_FAILING = MAX_CONCURRENT / 2;

/** The remaining slots are for other accounts: slow receivers may take 15 s each, too. */
const MAX_PER_ACCOUNT = (MAX_CONCURRENT * 3) / 4;

/** The outcome of one attempt. */
export interface DeliveryResult {
  delivery: ClaimedDelivery;
  attempt: Attempt;
  settled: Settled;
}

export interface PoolOptions {
  /** Called for every stored attempt. */
  onResult?: (result: DeliveryResult) => void;
}

/** The running deliveries of this process. */
export class DeliveryPool {
  readonly #deps: WebhookDeps;
  readonly #onResult: (result: DeliveryResult) => void;
  readonly #running = new Map<Promise<void>, ClaimedDelivery>();
  readonly #aborted = new AbortController();
  #ended = 0;

  constructor(deps: WebhookDeps, { onResult = () => undefined }: PoolOptions = {}) {
    this.#deps = deps;
    this.#onResult = onResult;
  }

  get isIdle(): boolean {
    return this.#running.size === 0;
  }

  /**
   * Number of completed attempts. An attempt that completes during a claim may have blocked it: a
   * webhook has a concurrency limit, and its row is locked while an attempt is stored. In that
   * case, a claim without results does not mean that nothing is due.
   */
  get ended(): number {
    return this.#ended;
  }

  /**
   * Claims due deliveries while there are free slots and starts them.
   * @param limit maximum to start
   * @param timeoutMs request timeout
   * @returns the number started
   */
  async startDue(options: { limit?: number; timeoutMs?: number } = {}): Promise<number> {
    if (this.#aborted.signal.aborted) return 0;
    const { limit = MAX_CONCURRENT, timeoutMs } = options;
    const running = new Map<string, number>();
    let failing = 0;
    for (const delivery of this.#running.values()) {
      running.set(delivery.account_id, (running.get(delivery.account_id) ?? 0) + 1);
      if (delivery.failing) failing += 1;
    }
    const claimed = await claimDueDeliveries(this.#deps.store, {
      limit: Math.min(limit, MAX_CONCURRENT - this.#running.size),
      failingLimit: MAX_FAILING - failing,
      accountLimit: MAX_PER_ACCOUNT,
      running,
      now: this.#deps.clock.now(),
      leaseMs: this.#deps.leaseMs ?? LEASE_MS,
    });
    for (const delivery of claimed) this.start(delivery, timeoutMs);
    return claimed.length;
  }

  /** Attempts a delivery that is already claimed. */
  start(delivery: ClaimedDelivery, timeoutMs?: number): void {
    const tracked: Promise<void> = this.#deliver(delivery, timeoutMs)
      .catch((error: unknown) => {
        // The lease expires, and the delivery is retried.
        this.#deps.logger.error({ delivery: delivery.id, err: error }, 'attempt was not stored');
      })
      .finally(() => {
        this.#running.delete(tracked);
        this.#ended += 1;
      });
    this.#running.set(tracked, delivery);
  }

  /** Resolves when the next attempt ends; immediately when none is running. */
  async oneEnded(): Promise<void> {
    if (!this.isIdle) await Promise.race(this.#running.keys());
  }

  /** Resolves when all attempts have ended. */
  async drained(): Promise<void> {
    await Promise.all(this.#running.keys());
  }

  /** Cancels running attempts and releases their deliveries, although some may have arrived. */
  abort(): void {
    this.#aborted.abort();
  }

  async #deliver(delivery: ClaimedDelivery, timeoutMs: number | undefined): Promise<void> {
    const { signal } = this.#aborted;
    const patience = attemptTimeout(delivery);
    const within = patience < TIMEOUT_MS ? Math.min(timeoutMs ?? patience, patience) : timeoutMs;
    const limits = { signal, ...(within === undefined ? {} : { timeoutMs: within }) };
    let attempt: Attempt | null;
    try {
      attempt = await attemptDelivery(this.#deps, delivery, limits);
    } catch (error) {
      await releaseDelivery(this.#deps.store, delivery, this.#deps.clock.now());
      if (signal.aborted) return;
      throw error;
    }
    if (attempt === null) return;
    const settled = await settleDelivery(this.#deps, delivery, attempt);
    if (settled === null) return;
    this.#measure(settled, attempt);
    this.#onResult({ delivery, attempt, settled });
  }

  #measure(settled: Settled, { durationMs }: Attempt): void {
    const outcome =
      settled === 'delivered' ? settled : settled === 'pending' ? 'retrying' : 'abandoned';
    this.#deps.metrics?.delivered({ outcome, durationMs });
  }
}
