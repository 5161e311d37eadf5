import { setTimeout as delay } from 'node:timers/promises';

/** Time and chance, injected so that tests need neither. */
export interface Timing {
  /** Milliseconds since the epoch. */
  now(): number;
  /** From 0 (inclusive) to 1 (exclusive). */
  random(): number;
  /** Resolves after `ms` milliseconds, or rejects with the signal's reason. */
  sleep(ms: number, signal: AbortSignal | undefined): Promise<void>;
}

export const systemTiming: Timing = {
  now: () => Date.now(),
  random: () => Math.random(),
  async sleep(ms, signal) {
    signal?.throwIfAborted();
    if (ms <= 0) return;
    try {
      await delay(ms, undefined, signal === undefined ? {} : { signal });
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    }
  },
};
