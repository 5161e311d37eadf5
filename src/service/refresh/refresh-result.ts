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
  /** Milliseconds since the epoch; null for a paused feed. */
  nextRefreshAt: number | null;
  /** Duration of the read, in milliseconds. */
  durationMs: number;
}

/** How a source is read. */
export interface ReadOptions {
  /**
   * Requests and parses the whole document even if it is unchanged, and writes all of its items
   * again: this release may extract more than what was stored.
   */
  reread?: boolean | undefined;
  /** Somebody waits for the result. */
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
  /** Set where the operator limits the number of requests. */
  budget?: RequestBudget | undefined;
  /** Lease of a claimed feed, in milliseconds; default `LEASE_MS`. */
  leaseMs?: number;
  /** Waits until no other suspect is parsed in this process; see suspension.ts. */
  beforeSuspect?: (() => Promise<void>) | undefined;
  /** How long a result may wait to be stored together with others, in milliseconds. */
  shareMs?: (() => number | undefined) | undefined;
  /** Called when pages of a feed's items are to be fetched for their texts. */
  textsDue?: ((feedId: string) => void) | undefined;
  /** Called when an event was published, so that it is delivered immediately. */
  eventsPublished?: (() => void) | undefined;
}
