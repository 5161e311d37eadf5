import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '../core/errors.js';
import type { Logger } from '../core/logger.js';
import type { Db, Store } from '../store/store.js';
import { indexStep, isWaiting } from './index-step.js';

/** How many items are not indexed yet. */
export async function countUnindexed(db: Db): Promise<number> {
  const { waiting } = await db
    .selectFrom('item_search')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where(isWaiting)
    .executeTakeFirstOrThrow();
  return Number(waiting);
}

/**
 * Indexes items that are new or changed, the newest first, in steps of their own transactions. On
 * PostgreSQL several processes may do so at once: each takes other items.
 * @returns whether all are indexed; false when the time is over
 */
export async function indexItems(
  db: Db,
  { withinMs, signal }: { withinMs: number; signal?: AbortSignal },
): Promise<boolean> {
  const endsAt = performance.now() + withinMs;
  while ((await indexStep(db)) > 0) {
    if (signal?.aborted === true || performance.now() >= endsAt) return false;
  }
  return true;
}

/** Pause between two looks for new items, in milliseconds. */
const IDLE_MS = 5000;

export interface IndexLoop {
  /** Stops after the current step. */
  stop(): Promise<void>;
}

/** Indexes new and changed items of all accounts until it is stopped, using half of the time. */
export function startIndexLoop({ db }: Store, logger: Logger): IndexLoop {
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = run(db, logger, signal);
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

async function run(db: Db, logger: Logger, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const started = performance.now();
    const indexed = await indexStep(db).catch((error: unknown) => {
      logger.error({ err: error }, 'indexing items failed');
      return 0;
    });
    const pauseMs = indexed === 0 ? IDLE_MS : performance.now() - started;
    await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

/** The same as `indexItems`; false when another process has the database for too long. */
export async function indexItemsIfFree(db: Db, withinMs: number): Promise<boolean> {
  try {
    return await indexItems(db, { withinMs });
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'STORE_UNAVAILABLE') return false;
    throw error;
  }
}
