import type { Fetcher } from '../fetch/index.js';
import type { RefreshDeps } from '../refresh/refresh-result.js';

/** Dependencies of subscriptions. */
export interface WebSubDeps extends RefreshDeps {
  /** Requests to hubs, whose addresses are vetted like those of sources. */
  hubFetcher(): Promise<Fetcher>;
  /** FEEDCTL_ALLOW_PRIVATE_NETWORKS: hubs and callbacks may use http on this machine. */
  allowPrivateNetworks: boolean;
}
