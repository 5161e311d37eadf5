import { setFlagsFromString } from 'node:v8';
import type { Account } from '../accounts/account.js';
import { type RefreshLoop, startRefreshLoop } from './loop.js';
import { type PoolOptions, RefreshPool } from './pool.js';
import { type BeforeReading, refreshBeforeReading } from './refresh-before-reading.js';
import { type FeedOutcome, refreshFeeds } from './refresh-feeds.js';
import type { RefreshDeps } from './refresh-result.js';
import { type FeedSelection, selectFeeds } from './select-feeds.js';

/** Everything that refreshes feeds in this process: one pool of slots, whoever asks. */
export interface Refresher {
  /** Refreshes feeds as they become due. */
  startLoop(): RefreshLoop;
  /** Ids of the feeds that `refresh` would read. */
  select(account: Account, selection: FeedSelection): Promise<string[]>;
  /** Refreshes feeds now; see `refreshFeeds`. */
  refresh(account: Account, ids: readonly string[]): AsyncGenerator<FeedOutcome>;
  /** Refreshes what is due of a feed or bundle, unless a `serve` does so; see there. */
  beforeReading(account: Account, id: string): Promise<BeforeReading>;
  /** Breaks off what is being read, which is then given back. Closes the reader. */
  close(): Promise<void>;
}

export function createRefresher(deps: RefreshDeps, options: PoolOptions = {}): Refresher {
  spareMemory();
  const pool = new RefreshPool(deps, options);
  return {
    startLoop: () => startRefreshLoop(deps, pool),
    select: (account, selection) =>
      selectFeeds(deps.store.db, account, selection, deps.clock.now(), deps.refreshFloorMs),
    refresh: (account, ids) => refreshFeeds(deps, pool, account, ids),
    beforeReading: (account, id) => refreshBeforeReading(deps, pool, account, id),
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
