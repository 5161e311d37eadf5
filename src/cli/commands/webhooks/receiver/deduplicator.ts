/** Maximum number of remembered ids; senders retry far fewer at any time. */
const MAX_IDS = 10_000;

/**
 * Runs the work for each id once. A duplicate waits while the first is in progress and is only
 * acknowledged afterwards. Failed work runs again.
 */
export class Deduplicator {
  readonly #running = new Map<string, Promise<void>>();
  readonly #done = new Set<string>();

  /** @returns false if the work was already done */
  async run(id: string, work: () => Promise<void>): Promise<boolean> {
    if (this.#done.has(id)) return false;
    const running = this.#running.get(id);
    if (running !== undefined) {
      await running;
      return false;
    }
    const started = work();
    this.#running.set(id, started);
    try {
      await started;
      this.#remember(id);
      return true;
    } finally {
      this.#running.delete(id);
    }
  }

  #remember(id: string): void {
    this.#done.add(id);
    if (this.#done.size <= MAX_IDS) return;
    const oldest = this.#done.values().next();
    if (!oldest.done) this.#done.delete(oldest.value);
  }
}
