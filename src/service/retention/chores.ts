import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../core/clock.js';
import type { Logger } from '../core/logger.js';
import type { Db, Store } from '../store/store.js';
import { type ClaimedChore, claimChore, doStep, dueChores, releaseChore } from './claim-chore.js';

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

/** What clearing away works with. */
export interface RetentionDeps {
  store: Store;
  clock: Clock;
  logger: Logger;
}

export interface ChoreOptions {
  /** Longest time for all of it, in milliseconds; as long as it takes when left out. */
  withinMs?: number | undefined;
  /** Ends it after the step under way. */
  signal?: AbortSignal | undefined;
}

/** Longest pause between two steps, in milliseconds. */
const MAX_PAUSE_MS = 100;

/**
 * Does the chores that are due and that no other process does. After each step the others get as
 * much time with the database as the step took. What does not get done in time is gone on with by
 * whoever comes next.
 * @returns rows cleared away.
 */
export async function doDueChores(
  deps: RetentionDeps,
  chores: readonly Chore[],
  { withinMs = Number.POSITIVE_INFINITY, signal }: ChoreOptions = {},
): Promise<number> {
  const { store, clock, logger } = deps;
  const endsAt = performance.now() + withinMs;
  const isOver = () => signal?.aborted === true || performance.now() >= endsAt;
  const due = new Set(await dueChores(store, clock.now()));
  const failures: unknown[] = [];
  let cleared = 0;
  for (const chore of chores.filter(({ name }) => due.has(name))) {
    if (isOver()) break;
    try {
      const claimed = await claimChore(store, chore, clock.now());
      if (claimed === null) continue;
      const rows = await doRound(deps, claimed, isOver);
      if (rows > 0) logger.info({ chore: chore.name, rows }, 'cleared away');
      cleared += rows;
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return cleared;
}

/** Does steps until the round, or the time for it, is over. */
async function doRound(
  { store, clock }: RetentionDeps,
  claimed: ClaimedChore,
  isOver: () => boolean,
): Promise<number> {
  let cleared = 0;
  for (let at = claimed; ; ) {
    const started = performance.now();
    const step = await doStep(store, clock, at).catch(async (error: unknown) => {
      await releaseChore(store, at).catch(() => undefined);
      throw error;
    });
    if (step === null) return cleared;
    cleared += step.cleared;
    if (step.done) return cleared;
    at = { ...at, position: step.position };
    if (isOver()) {
      await releaseChore(store, at);
      return cleared;
    }
    await sleep(Math.min(MAX_PAUSE_MS, performance.now() - started));
  }
}
