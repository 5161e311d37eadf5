/** Lines of callers, one for each key: each gets its turn when the one before it is done. */
export class Turns {
  readonly #most: number;
  readonly #lines = new Map<string, { last: Promise<unknown>; length: number }>();

  /** @param most callers in one line. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Does the work when it is its turn; null for who would stand in a line that is full. */
  async inTurn<T>(key: string, work: () => Promise<T>): Promise<T | null> {
    const { last, length } = this.#lines.get(key) ?? { last: Promise.resolve(), length: 0 };
    if (length >= this.#most) return null;
    const done = last.then(work);
    // What goes wrong for one is nothing to the next.
    const line = { last: done.catch(() => undefined), length: length + 1 };
    this.#lines.set(key, line);
    try {
      return await done;
    } finally {
      this.#leave(key);
    }
  }

  #leave(key: string): void {
    const line = this.#lines.get(key);
    if (line === undefined) return;
    if (line.length > 1) this.#lines.set(key, { ...line, length: line.length - 1 });
    else this.#lines.delete(key);
  }
}
