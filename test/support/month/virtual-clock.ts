import type { Clock } from '../../../src/service/core/time.js';

interface Sleeper {
  until: number;
  wake(): void;
}

/** A clock in which waiting costs nothing: time moves when whoever drives it says so. */
export class VirtualClock implements Clock {
  #now: number;
  readonly #sleepers: Sleeper[] = [];

  constructor(now: number) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  /** How many wait. */
  get sleepers(): number {
    return this.#sleepers.length;
  }

  /** As the fetcher waits for a polite turn. */
  wait = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const abort = () => reject(signal?.reason);
      const wake = () => {
        signal?.removeEventListener('abort', abort);
        resolve();
      };
      signal?.addEventListener('abort', abort, { once: true });
      this.#sleepers.push({ until: this.#now + ms, wake });
    });

  /** Moves on to the first moment somebody waits for. */
  wakeNext(): void {
    const first = Math.min(...this.#sleepers.map(({ until }) => until));
    this.moveTo(first);
  }

  moveTo(time: number): void {
    this.#now = Math.max(this.#now, time);
    for (const sleeper of this.#sleepers.filter(({ until }) => until <= this.#now)) {
      this.#sleepers.splice(this.#sleepers.indexOf(sleeper), 1);
      sleeper.wake();
    }
  }
}
