import type { Clock } from '../../src/service/core/time.js';

/** A clock that moves only when told to. Times in milliseconds. */
export class ManualClock implements Clock {
  #now: number;

  constructor(now: number = Date.UTC(2026, 0, 15, 12)) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  advance(milliseconds: number): void {
    this.#now += milliseconds;
  }
}
