import type { Timing } from '../../src/client/timing.js';

/** A clock that only sleeping moves, and a chance that is always one half. */
export class StillTiming implements Timing {
  time = Date.UTC(2026, 0, 1);
  /** What was slept, in milliseconds. */
  readonly sleeps: number[] = [];

  now = (): number => this.time;
  random = (): number => 0.5;
  sleep = async (ms: number, signal: AbortSignal | undefined): Promise<void> => {
    signal?.throwIfAborted();
    this.sleeps.push(ms);
    this.time += ms;
  };
}
