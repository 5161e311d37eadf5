import type { AccountLimits, CreateFeedBody } from '../../contract/index.js';
import type { Clock } from '../core/clock.js';
import type { PublicAddress } from '../instances/public-address.js';
import type { Metrics } from '../metrics/metrics.js';
import type { Source, SourceReader } from '../sources/source-reader.js';
import type { Store } from '../store/store.js';

/** What the domain works with; put together in service.ts, or by a test. */
export interface Deps {
  store: Store;
  clock: Clock;
  publicAddress: PublicAddress;
  /** @throws ServiceError INVALID_FIELD, SOURCE_FORBIDDEN for what cannot be a source. */
  resolveSource(body: CreateFeedBody): Source;
  reader: SourceReader;
  /** Shortest time between two looks at a feed, in milliseconds; five minutes when left out. */
  refreshFloorMs?: number | undefined;
  /** Items kept of a feed; 500 when left out. */
  keepItems?: number | undefined;
  /** What a new account may use. */
  newAccountLimits: AccountLimits;
  /** Told of everything that is worth counting; left out, nobody counts. */
  metrics?: Metrics | undefined;
  /** Told after something was announced, so that it is delivered at once. */
  announced?: (() => void) | undefined;
}
