import type { Query } from './base-url.js';
import type { FeedOrder, HealthFilter, Sort } from './resources.js';

/** What any call can be given. */
export interface CallOptions {
  /** Ends the call when it is aborted; the promise rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** One page of a list, specification section 8. */
export interface PageOptions extends CallOptions {
  /** 1-100; the service's default is 10. */
  limit?: number | undefined;
  /** Rows to skip; default 0. */
  offset?: number | undefined;
}

/** Which feeds are listed, and in which order. Only feedctl's own service understands these. */
export interface FeedFilter {
  /** Part of a title or of `source_url`; case and accents do not count. */
  search?: string | undefined;
  /** The default is `created`, newest first. */
  sort?: FeedOrder | undefined;
  /** Only feeds of this health. */
  health?: HealthFilter | undefined;
}

/** How the items of a feed or bundle are wanted. */
export interface ItemOptions extends CallOptions {
  /** The service's default is `last_added`. */
  sort?: Sort | undefined;
}

/** A raw call, see `FeedClient.request`. */
export interface RawCallOptions extends CallOptions {
  /** Added to the query string of the path. */
  query?: Query | undefined;
  /** A string is sent as it is, anything else as JSON. */
  body?: unknown;
}

/** The answer to a raw call, whatever its status. */
export interface RawResponse {
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  text: string;
}
