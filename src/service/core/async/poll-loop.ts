import { setImmediate } from 'node:timers/promises';
import { Pause } from './pause.js';

/** Work that runs in parallel with a loop. */
export interface RunningWork {
  isIdle: boolean;
  /** Resolves when one of the running parts ends. */
  oneEnded(): Promise<void>;
  /** Resolves when all have ended. */
  drained(): Promise<void>;
}

interface PollLoopOptions {
  /** Starts due work. @returns milliseconds to wait before the next call; null for none */
  startDue(): Promise<number | null>;
  /** Receives an error of `startDue`, which is called again after `retryMs`. */
  onError(error: unknown): void;
  retryMs: number;
  /** Work in progress; a part of it that ends also ends a wait. */
  work?: RunningWork;
  /** Ends the loop when it is aborted. */
  signal?: AbortSignal;
  /**
   * Waits for this many milliseconds, or until it is ended; default: by the clock of this machine.
   */
  pauseFor?: PauseFor | undefined;
}

export type PauseFor = (ms: number) => Pick<Pause, 'over' | 'end'>;

/** Calls `startDue` until it is stopped. */
export class PollLoop {
  readonly #options: PollLoopOptions;
  readonly #running: Promise<void>;
  #stopped = false;
  #nudged = false;
  #sleeping: Pick<Pause, 'over' | 'end'> = new Pause(0);

  constructor(options: PollLoopOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  /** Ends a wait; a running `startDue` is followed by another one without a wait. */
  nudge(): void {
    this.#nudged = true;
    this.#sleeping.end();
  }

  /** Resolves when no further work will be started. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#sleeping.end();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { startDue, onError, retryMs, signal } = this.#options;
    while (!this.#stopped && !signal?.aborted) {
      this.#nudged = false;
      let ms: number | null;
      try {
        ms = await startDue();
      } catch (error) {
        onError(error);
        ms = retryMs;
      }
      if (ms !== null && !this.#stopped && !this.#nudged) await this.#wait(ms);
      // SQLite answers without a turn of the event loop, in which requests are answered.
      else await setImmediate();
    }
  }

  async #wait(ms: number): Promise<void> {
    const { work, pauseFor = (length) => new Pause(length) } = this.#options;
    this.#sleeping = pauseFor(ms);
    const ended = work === undefined || work.isIdle ? [] : [work.oneEnded()];
    await Promise.race([this.#sleeping.over, ...ended]);
    this.#sleeping.end();
  }
}

/** Milliseconds until something is due, at most `maxMs`; `maxMs` if nothing is (null). */
export function msUntil(due: number | null, now: number, maxMs: number): number {
  return due === null ? maxMs : Math.min(maxMs, Math.max(0, due - now));
}

/** Waits until running work has ended. @returns false if it took longer than `graceMs` */
export async function drainedWithin(work: RunningWork, graceMs: number): Promise<boolean> {
  const grace = new Pause(graceMs);
  const late = grace.over.then(() => false);
  const drained = await Promise.race([work.drained().then(() => true), late]);
  grace.end();
  return drained;
}
