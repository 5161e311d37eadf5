import type { Logger } from '../core/logger.js';
import type { Deps } from '../domain/deps.js';
import type { Random } from '../schedule/backoff.js';

/** What came of a look at a feed's source. */
export interface RefreshResult {
  feedId: string;
  title: string;
  outcome: 'unchanged' | 'updated' | 'failed';
  itemsNew: number;
  itemsChanged: number;
  error: { code: string; message: string } | null;
  /** Milliseconds since the epoch. */
  nextRefreshAt: number;
  /** How long reading took, in milliseconds. */
  durationMs: number;
}

/** How a source is read. */
export interface ReadOptions {
  /**
   * The whole document is asked for and parsed, even when it did not change, and all of its items are
   * written again: what this release reads out of it may be more than what was stored.
   */
  reread?: boolean | undefined;
}

/** What refreshing works with. */
export interface RefreshDeps
  extends Pick<
    Deps,
    'store' | 'clock' | 'reader' | 'publicAddress' | 'refreshFloorMs' | 'keepItems' | 'metrics'
  > {
  logger: Logger;
  random: Random;
  /** How long a claim of a feed holds, in milliseconds; `LEASE_MS` when left out. */
  leaseMs?: number;
  /** Told when something was announced, so that it is delivered at once. */
  announced?: (() => void) | undefined;
}
