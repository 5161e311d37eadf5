/**
 * Reads that callers share: all requests for a key in one turn of the event loop get the result of
 * one read. It starts after the last of them, so each sees what was written before its request; a
 * later request gets another read.
 */
export class SharedReads<T> {
  readonly #upcoming = new Map<string, Promise<T>>();

  get(key: string, read: () => Promise<T>): Promise<T> {
    const upcoming = this.#upcoming.get(key) ?? this.#schedule(key, read);
    this.#upcoming.set(key, upcoming);
    return upcoming;
  }

  #schedule(key: string, read: () => Promise<T>): Promise<T> {
    return new Promise((resolve) => {
      setImmediate(() => {
        this.#upcoming.delete(key);
        resolve(read());
      });
    });
  }
}
