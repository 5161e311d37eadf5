/** One queue of callers per key; the callers of a key run one after another. */
export class KeyedQueue {
  readonly #maxLength: number;
  readonly #queues = new Map<string, { last: Promise<unknown>; length: number }>();

  /** @param maxLength callers that one queue may hold, including the running one */
  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  /** Runs the work after all earlier work of the key. @returns null when the queue is full */
  async run<T>(key: string, work: () => Promise<T>): Promise<T | null> {
    const { last, length } = this.#queues.get(key) ?? { last: Promise.resolve(), length: 0 };
    if (length >= this.#maxLength) return null;
    const done = last.then(work);
    // A failure must not reject the callers queued behind it.
    const queue = { last: done.catch(() => undefined), length: length + 1 };
    this.#queues.set(key, queue);
    try {
      return await done;
    } finally {
      this.#leave(key);
    }
  }

  #leave(key: string): void {
    const queue = this.#queues.get(key);
    if (queue === undefined) return;
    if (queue.length > 1) this.#queues.set(key, { ...queue, length: queue.length - 1 });
    else this.#queues.delete(key);
  }
}
