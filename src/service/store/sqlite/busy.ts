import { setTimeout as sleep } from 'node:timers/promises';
import { sqliteCode } from './sqlite-error.js';

/**
 * Time for which one attempt may block the event loop, in milliseconds. SQLite waits for a lock
 * synchronously: with one long timeout, a lock held for 2 s elsewhere froze this process for 1.9 s.
 */
export const BUSY_TIMEOUT_MS = 5;

/** Maximum time to retry while another process holds the lock, in milliseconds. */
const BUSY_PATIENCE_MS = 5000;

export function isBusy(error: unknown): boolean {
  return sqliteCode(error)?.startsWith('SQLITE_BUSY') ?? false;
}

/** After this time, in milliseconds, the lock is requested without pauses. */
const EAGER_AFTER_MS = 300;

/**
 * Pause before the next attempt, in milliseconds; random, so that two waiting processes do not stay in
 * step. SQLite has no queue: two servers that write all the time release the lock for 0.1 ms every
 * 10 ms, and a process that tried sixty times per second did not get it for 5 s.
 */
export function busyDelay(random: number, waitedMs: number): number {
  return waitedMs < EAGER_AFTER_MS ? 5 + Math.floor(random * 15) : 1 + Math.floor(random * 3);
}

/**
 * Repeats `attempt` while another process holds the lock, up to the maximum time; then throws the last
 * error.
 */
export async function retryWhileBusy<T>(
  attempt: () => T,
  pause: (ms: number) => Promise<void> = sleep,
  patienceMs: number = BUSY_PATIENCE_MS,
): Promise<T> {
  const started = performance.now();
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() - started >= patienceMs) throw error;
    }
    await pause(busyDelay(Math.random(), performance.now() - started));
  }
}
