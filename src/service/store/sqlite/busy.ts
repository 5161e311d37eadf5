import { setTimeout as sleep } from 'node:timers/promises';
import { sqliteCode } from './sqlite-error.js';

/**
 * How long one attempt may block the event loop, in milliseconds. SQLite waits for a lock
 * synchronously: with one long timeout, a lock held for 2 s elsewhere froze this process for 1.9 s.
 */
export const BUSY_TIMEOUT_MS = 50;

/** How long to keep asking for a lock that another process holds, in milliseconds. */
export const BUSY_PATIENCE_MS = 5000;

export function isBusy(error: unknown): boolean {
  return sqliteCode(error)?.startsWith('SQLITE_BUSY') ?? false;
}

/** Pause before the next attempt, in milliseconds: 20 to 80, so that two waiters fall out of step. */
export function busyDelay(random: number): number {
  return 20 + Math.floor(random * 60);
}

/**
 * Repeats `attempt` while another process holds the lock, until patience runs out; the last error
 * is thrown as it is.
 */
export async function retryWhileBusy<T>(
  attempt: () => T,
  pause: (ms: number) => Promise<void> = sleep,
  patienceMs: number = BUSY_PATIENCE_MS,
): Promise<T> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= deadline) throw error;
    }
    await pause(busyDelay(Math.random()));
  }
}
