import { setFlagsFromString } from 'node:v8';
import type { Account } from '../accounts/account.js';
import { type RefreshLoop, startRefreshLoop } from './loop.js';
import { type PoolOptions, RefreshPool } from './pool.js';
import { type Batch, type BatchRequest, refreshBatch } from './refresh-batch.js';
import { type FeedOutcome, notStarted, refreshFeeds } from './refresh-feeds.js';
import type { RefreshDeps } from './refresh-result.js';

/** Refreshes feeds in this process, with one pool of slots for all callers. */
export interface Refresher {
  /** Refreshes due feeds. */
  startLoop(): RefreshLoop;
  /** Refreshes feeds now; see `refreshFeeds`. */
  refresh(account: Account, ids: readonly string[]): AsyncGenerator<FeedOutcome>;
  /** Refreshes the next feeds of a selection for a limited time; see `refreshBatch`. */
  refreshBatch(account: Account, request: BatchRequest): Promise<Batch>;
  /** Cancels running reads and releases their feeds. Closes the reader. */
  close(): Promise<void>;
}

export function createRefresher(deps: RefreshDeps, options: PoolOptions = {}): Refresher {
  spareMemory();
  const pool = new RefreshPool(deps, options);
  return {
    startLoop: () => startRefreshLoop(deps, pool),
    refresh: (account, ids) => refreshFeeds(deps, pool, account, notStarted(ids)),
    refreshBatch: (account, request) => refreshBatch(deps, pool, account, request),
    async close() {
      pool.abort();
      await deps.reader.close();
      await pool.drained();
    },
  };
}

/**
 * Lets the heap grow to one and a half times the live data before a collection; the default of V8
 * is four times. Data that waits for the network becomes old, and with it the documents that were
 * read.
 */
function spareMemory(): void {
  setFlagsFromString('--heap-growing-percent=50');
}
