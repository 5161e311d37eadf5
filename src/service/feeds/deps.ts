import type { AccountLimits, CreateFeedBody } from '../../contract/index.js';
import type { Clock } from '../core/time.js';
import type { Metrics } from '../operation/metrics.js';
import type { PublicAddress } from '../operation/public-address.js';
import type { Source, SourceReader } from '../sources/source-reader.js';
import type { Store } from '../store/store.js';

/** Dependencies of the domain; assembled in service.ts, or by a test. */
export interface Deps {
  store: Store;
  clock: Clock;
  publicAddress: PublicAddress;
  /** @throws ServiceError INVALID_FIELD, SOURCE_FORBIDDEN for an invalid source */
  resolveSource(body: CreateFeedBody): Source;
  reader: SourceReader;
  /** True if `browser` is set. */
  hasBrowser?: boolean | undefined;
  /** Minimum time between two fetches of a feed, in milliseconds; default five minutes. */
  refreshFloorMs?: number | undefined;
  /** Maximum time between two fetches of a feed, in milliseconds; default one hour. */
  refreshCeilingMs?: number | undefined;
  /** The waiting that one request must save, in milliseconds; default `DEFAULT_FETCH_COST`. */
  fetchCost?: (() => number) | undefined;
  /** `hub`: the hub that published feeds name, and that is notified of their changes. */
  hub?: string | undefined;
  /** Maximum number of items that are kept per feed; default 500. */
  keepItems?: number | undefined;
  /** The limits of a new account. */
  newAccountLimits: AccountLimits;
  /** The metrics; disabled if omitted. */
  metrics?: Metrics | undefined;
  /** Called after an event was published, so that it is delivered immediately. */
  eventsPublished?: (() => void) | undefined;
}
