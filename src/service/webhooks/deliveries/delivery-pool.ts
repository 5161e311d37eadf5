import { MAX_CONCURRENT, type WebhookDeps } from '../webhook.js';
import { type Attempt, attemptDelivery } from './attempt.js';
import { type ClaimedDelivery, claimDueDeliveries, LEASE_MS, releaseDelivery } from './claim.js';
import { type Settled, settleDelivery } from './settle.js';

/** The rest of the slots is for webhooks that work: those that fail may take 15 s each. */
const MAX_FAILING = MAX_CONCURRENT / 2;

/** What became of one attempt. */
export interface DeliveryResult {
  delivery: ClaimedDelivery;
  attempt: Attempt;
  settled: Settled;
}

export interface PoolOptions {
  /** Told of every attempt that was stored. */
  onResult?: (result: DeliveryResult) => void;
}

/** The deliveries that this process is attempting. */
export class DeliveryPool {
  readonly #deps: WebhookDeps;
  readonly #onResult: (result: DeliveryResult) => void;
  readonly #underWay = new Map<Promise<void>, ClaimedDelivery>();
  readonly #aborted = new AbortController();
  #ended = 0;

  constructor(deps: WebhookDeps, { onResult = () => undefined }: PoolOptions = {}) {
    this.#deps = deps;
    this.#onResult = onResult;
  }

  get isIdle(): boolean {
    return this.#underWay.size === 0;
  }

  /**
   * Attempts that have ended so far. One that ended while a claim looked may have been what the
   * claim found in its way: a webhook has only so many at once, and its row is locked while an
   * attempt is stored. Then nothing started does not mean that nothing is due.
   */
  get ended(): number {
    return this.#ended;
  }

  /**
   * Claims what is due, as far as there is room, and starts it.
   * @param limit most to start.
   * @param timeoutMs longest wait for an answer.
   * @returns how many were started.
   */
  async startDue(options: { limit?: number; timeoutMs?: number } = {}): Promise<number> {
    if (this.#aborted.signal.aborted) return 0;
    const { limit = MAX_CONCURRENT, timeoutMs } = options;
    const failing = [...this.#underWay.values()].filter((delivery) => delivery.failing).length;
    const claimed = await claimDueDeliveries(this.#deps.store, {
      limit: Math.min(limit, MAX_CONCURRENT - this.#underWay.size),
      failingLimit: MAX_FAILING - failing,
      now: this.#deps.clock.now(),
      leaseMs: this.#deps.leaseMs ?? LEASE_MS,
    });
    for (const delivery of claimed) this.start(delivery, timeoutMs);
    return claimed.length;
  }

  /** Attempts a delivery that is claimed already. */
  start(delivery: ClaimedDelivery, timeoutMs?: number): void {
    const tracked: Promise<void> = this.#deliver(delivery, timeoutMs)
      .catch((error: unknown) => {
        // The lease runs out by itself, and somebody tries again.
        this.#deps.logger.error({ delivery: delivery.id, err: error }, 'attempt was not stored');
      })
      .finally(() => {
        this.#underWay.delete(tracked);
        this.#ended += 1;
      });
    this.#underWay.set(tracked, delivery);
  }

  /** Resolves when the next of the attempts ends; at once when there are none. */
  async oneEnded(): Promise<void> {
    if (!this.isIdle) await Promise.race(this.#underWay.keys());
  }

  /** Resolves when all attempts have ended. */
  async drained(): Promise<void> {
    await Promise.all(this.#underWay.keys());
  }

  /** Breaks off what is under way, which is then given back: it may well have arrived. */
  abort(): void {
    this.#aborted.abort();
  }

  async #deliver(delivery: ClaimedDelivery, timeoutMs: number | undefined): Promise<void> {
    const { signal } = this.#aborted;
    const limits = { signal, ...(timeoutMs === undefined ? {} : { timeoutMs }) };
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
