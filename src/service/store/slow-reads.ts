import type { RawBuilder } from 'kysely';
import { FairQueue } from '../../base/fair-queue.js';

/**
 * Reads the numbers that an expensive statement selects, in order, without blocking the event loop.
 * @returns null if it took longer than the limit in milliseconds
 */
export type ReadNumbers = (
  query: RawBuilder<{ number: number }>,
  limitMs: number,
) => Promise<number[] | null>;

/** Reads whose cost depends on a user's input: a few at a time, and accounts take turns. */
export class SlowReads {
  readonly #waiting = new FairQueue<() => void>();
  #free: number;

  constructor(
    permits: number,
    private readonly read: ReadNumbers,
  ) {
    this.#free = permits;
  }

  /** Runs the work in the turn of the account. */
  async inTurn<T>(accountId: string, work: (read: ReadNumbers) => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(accountId, resolve));
    try {
      return await work(this.read);
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}
