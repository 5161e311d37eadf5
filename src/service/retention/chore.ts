import type { Db } from '../store/store.js';

/** One kind of clearing away, done for all accounts in rounds, by one process at a time. */
export interface Chore {
  /** That of its row in `chores`. */
  name: string;
  /** From the end of one round to the beginning of the next, in milliseconds. */
  everyMs: number;
  /**
   * One step of a round: looks at a bounded number of rows and clears away what is too old, in a
   * transaction of its own.
   * @param position where the last step ended; null at the very beginning.
   */
  step(db: Db, now: number, position: string | null): Promise<Step>;
}

export interface Step {
  /** Where the next step begins, of this round or of the next one. */
  position: string | null;
  /** The round is over. */
  done: boolean;
  /** Rows cleared away. */
  cleared: number;
}

export const HOUR = 60 * 60_000;
export const DAY = 24 * HOUR;
