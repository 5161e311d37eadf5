import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../core/logger.js';
import type { Clock } from '../core/time.js';
import type { Store } from '../store/store.js';
import type { Chore } from './claim-chore.js';
import { type ClaimedChore, claimChore, doStep, dueChores, releaseChore } from './claim-chore.js';

/** Dependencies of the chores. */
export interface RetentionDeps {
  store: Store;
  clock: Clock;
  logger: Logger;
}

export interface ChoreOptions {
  /** Total time limit, in milliseconds; unlimited when omitted. */
  withinMs?: number | undefined;
  /** Ends it after the current step. */
  signal?: AbortSignal | undefined;
}

/** Maximum pause between two steps, in milliseconds. */
const MAX_PAUSE_MS = 100;

/**
 * Runs the due chores that no other process runs. After each step it pauses for as long as the step
 * took, to leave the database to others. Unfinished work is resumed by the next caller.
 * @returns deleted rows
 */
export async function doDueChores(
  deps: RetentionDeps,
  chores: readonly Chore[],
  { withinMs = Number.POSITIVE_INFINITY, signal }: ChoreOptions = {},
): Promise<number> {
  const { store, clock, logger } = deps;
  const endsAt = performance.now() + withinMs;
  const isOver = () => signal?.aborted === true || performance.now() >= endsAt;
  const due = await dueChores(store, chores, clock.now());
  const failures: unknown[] = [];
  let cleared = 0;
  for (const chore of due) {
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

/** Runs steps until the round or its time ends. */
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
