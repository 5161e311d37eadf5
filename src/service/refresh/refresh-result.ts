import type { Logger } from '../core/logger.js';
import type { Deps } from '../feeds/deps.js';
import type { Random } from '../schedule/backoff.js';
import type { RequestBudget } from './request-budget.js';

/** The result of fetching a feed's source. */
export interface RefreshResult {
  feedId: string;
  title: string;
  outcome: 'unchanged' | 'updated' | 'failed';
  itemsNew: number;
  itemsChanged: number;
  error: { code: string; message: string } | null;
  /** Milliseconds since the epoch; null if the feed is paused. */
  nextRefreshAt: number | null;
  /** Duration of the read, in milliseconds. */
  durationMs: number;
}

/** Options for the read of a source. */
export interface ReadOptions {
  /**
   * True if the whole document is requested and parsed even if it is unchanged, and all of its
   * items are written again: this release may extract more than was stored.
   */
  reread?: boolean | undefined;
  /** True if a caller waits for the result. */
  isAwaited?: boolean | undefined;
}

/** Dependencies of refreshing. */
export interface RefreshDeps
  extends Pick<
    Deps,
    | 'store'
    | 'clock'
    | 'reader'
    | 'publicAddress'
    | 'refreshFloorMs'
    | 'refreshCeilingMs'
    | 'fetchCost'
    | 'keepItems'
    | 'hub'
    | 'metrics'
  > {
  logger: Logger;
  random: Random;
  /** Undefined unless the operator limits the number of requests. */
  budget?: RequestBudget | undefined;
  /** Lease of a claimed feed, in milliseconds; default `LEASE_MS`. */
  leaseMs?: number;
  /** Waits until no other suspect is being parsed in this process; see suspension.ts. */
  beforeSuspect?: (() => Promise<void>) | undefined;
  /** Time for which a result may wait to be stored together with others, in milliseconds. */
  shareMs?: (() => number | undefined) | undefined;
  /** Called if pages of a feed's items must be fetched for their texts. */
  textsDue?: ((feedId: string) => void) | undefined;
  /** Called after an event was published, so that it is delivered immediately. */
  eventsPublished?: (() => void) | undefined;
}
