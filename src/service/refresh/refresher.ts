import { setFlagsFromString } from 'node:v8';
import type { Account } from '../accounts/account.js';
import { type RefreshLoop, startRefreshLoop } from './loop.js';
import { type PoolOptions, RefreshPool } from './pool.js';
import { type Batch, type BatchRequest, refreshBatch } from './refresh-batch.js';
import { type FeedOutcome, notStarted, refreshFeeds } from './refresh-feeds.js';
import type { RefreshDeps } from './refresh-result.js';

/** Everything that refreshes feeds in this process: one pool of slots, whoever asks. */
export interface Refresher {
  /** Refreshes feeds as they become due. */
  startLoop(): RefreshLoop;
  /** Refreshes feeds now; see `refreshFeeds`. */
  refresh(account: Account, ids: readonly string[]): AsyncGenerator<FeedOutcome>;
  /** Refreshes the next feeds of a selection, for a while; see `refreshBatch`. */
  refreshBatch(account: Account, request: BatchRequest): Promise<Batch>;
  /** Breaks off what is being read, which is then given back. Closes the reader. */
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
 * Lets the heap grow to one and a half times what is in use before it is cleaned up, where V8 by
 * itself lets it grow to four times: what waits for the network while others are read is old, and
 * with it the documents that were read, by the time it is garbage.
 */
function spareMemory(): void {
  setFlagsFromString('--heap-growing-percent=50');
}
