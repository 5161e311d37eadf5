/**
 * Reads that callers share: all that ask for a key in one round of the event loop get the result of
 * one read. It begins after the last of them has asked, so each sees what was written before it
 * asked; a caller that asks later gets another read.
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
