import type { Fetcher } from '../fetch/index.js';
import type { RefreshDeps } from '../refresh/refresh-result.js';

/** Dependencies of subscriptions. */
export interface WebSubDeps extends RefreshDeps {
  /** Requests to hubs, whose addresses are vetted like those of sources. */
  hubFetcher(): Promise<Fetcher>;
  /** `allowPrivateNetworks`: hubs and callbacks may use http on this machine. */
  allowPrivateNetworks: boolean;
}
