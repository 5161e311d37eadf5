/** A queue from which keys take turns: one entry of each key, then the next of the first one again. */
export class FairQueue<T> {
  /** The keys are in the order of their turns. */
  readonly #waiting = new Map<string, T[]>();

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  push(key: string, entry: T): void {
    const entries = this.#waiting.get(key);
    if (entries === undefined) this.#waiting.set(key, [entry]);
    else entries.push(entry);
  }

  /** @param isReady whether a key may take its turn now */
  shift(isReady: (key: string) => boolean = () => true): T | undefined {
    for (const [key, entries] of this.#waiting) {
      if (!isReady(key)) continue;
      const entry = entries.shift();
      this.#waiting.delete(key);
      if (entries.length > 0) this.#waiting.set(key, entries);
      return entry;
    }
    return undefined;
  }
}
