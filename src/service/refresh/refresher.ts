import type { FetchedTexts, FetchTextsBody } from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import { isRefreshed } from '../operation/liveness.js';
import { refetchTexts } from '../texts/refetch-texts.js';
import { TextWorker } from '../texts/text-worker.js';
import { type RefreshLoop, startRefreshLoop } from './loop.js';
import { type PoolOptions, RefreshPool } from './pool.js';
import { type Batch, type BatchRequest, refreshBatch } from './refresh-batch.js';
import { type FeedOutcome, notStarted, refreshFeeds } from './refresh-feeds.js';
import type { RefreshDeps } from './refresh-result.js';

/** Refreshes feeds in this process, with one pool of slots for all callers. */
export interface Refresher {
  /** Starts to refresh due feeds. */
  startLoop(): RefreshLoop;
  /** Refreshes feeds now; see `refreshFeeds`. */
  refresh(account: Account, ids: readonly string[]): AsyncGenerator<FeedOutcome>;
  /** Refreshes the next feeds of a selection for a limited time; see `refreshBatch`. */
  refreshBatch(account: Account, request: BatchRequest): Promise<Batch>;
  /** POST /v1/feeds/:id/texts; see `refetchTexts`. */
  refetchTexts(account: Account, id: string, body: FetchTextsBody): Promise<FetchedTexts>;
  /** Fetches the pages of the feed's items in the near future; see `TextWorker`. */
  startTexts(feedId: string): void;
  /**
   * Fetches the pages that are due, unless another process does so.
   * @returns the number of feeds that remained when `until` was aborted
   */
  drainTexts(until: AbortSignal): Promise<number>;
  /** Cancels running reads, releases their feeds, and closes the reader. */
  close(): Promise<void>;
}

export function createRefresher(deps: RefreshDeps, options: PoolOptions = {}): Refresher {
  const pool = new RefreshPool(deps, options);
  const texts = new TextWorker(deps);
  return {
    startLoop() {
      const refreshing = startRefreshLoop(deps, pool);
      const fetchingTexts = texts.startLoop();
      return {
        async stop(graceMs) {
          await Promise.all([refreshing.stop(graceMs), fetchingTexts.stop()]);
        },
      };
    },
    refresh: (account, ids) => refreshFeeds(deps, pool, account, notStarted(ids)),
    refreshBatch: (account, request) => refreshBatch(deps, pool, account, request),
    refetchTexts: (account, id, body) => refetchTexts(deps, account, id, body),
    startTexts: (feedId) => texts.start(feedId),
    async drainTexts(until) {
      if (await isRefreshed(deps.store, deps.clock)) return 0;
      return texts.drain(until);
    },
    async close() {
      pool.abort();
      const closed = texts.close();
      await deps.reader.close();
      await pool.drained();
      await closed;
    },
  };
}
