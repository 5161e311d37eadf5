/** Timeout for all hops together; it does not run while waiting for a slot. */
export class TimeBudget {
  readonly totalMs: number;
  #leftMs: number;

  constructor(totalMs: number) {
    this.totalMs = totalMs;
    this.#leftMs = totalMs;
  }

  start(): { signal: AbortSignal; stop(): void } {
    const controller = new AbortController();
    const startedAt = performance.now();
    const timer = setTimeout(() => controller.abort(), Math.max(1, this.#leftMs));
    const stop = () => {
      clearTimeout(timer);
      this.#leftMs -= performance.now() - startedAt;
    };
    return { signal: controller.signal, stop };
  }
}

/**
 * The result of `work`, or the reason of `signal` as soon as it is aborted. For work that reacts
 * late: a request of undici rejects only after its connection was made or has failed.
 */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
