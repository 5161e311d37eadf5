/** Ids remembered: far more than are tried again at any time. */
const REMEMBERED = 10_000;

/**
 * Does the work for each id once: an event that comes again while it is being dealt with waits for
 * that, and afterwards it is only acknowledged. What failed is done again.
 */
export class Once {
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #done = new Set<string>();

  /** @returns false when the work had been done before */
  async do(id: string, work: () => Promise<void>): Promise<boolean> {
    if (this.#done.has(id)) return false;
    const running = this.#underWay.get(id);
    if (running !== undefined) {
      await running;
      return false;
    }
    const started = work();
    this.#underWay.set(id, started);
    try {
      await started;
      this.#remember(id);
      return true;
    } finally {
      this.#underWay.delete(id);
    }
  }

  #remember(id: string): void {
    this.#done.add(id);
    if (this.#done.size <= REMEMBERED) return;
    const oldest = this.#done.values().next();
    if (!oldest.done) this.#done.delete(oldest.value);
  }
}
