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
