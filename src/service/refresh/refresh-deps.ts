import type { Deps } from '../deps.js';
import type { Logger } from '../logger.js';
import type { Random } from './policy/jitter.js';

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
