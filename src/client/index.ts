/** The client of the feed aggregation interface, as a library: `import { FeedClient } from "feedctl"`. */

export { answerOf, type ServiceAnswer } from './answers.js';
export { parseBaseUrl, type Query } from './base-url.js';
export { FeedClient, type RefreshOptions, type RefreshSelection } from './client.js';
export { type Credentials, parseToken } from './credentials.js';
export type { DashboardLink } from './decode.js';
export {
  ApiError,
  type ApiErrorFacts,
  ConfigurationError,
  type ErrorEntry,
  type ErrorObject,
  FeedctlError,
  type LikelyList,
  NetworkError,
  type NetworkErrorKind,
  type NextRequest,
  RedirectError,
  UnreadableResponseError,
  UnsupportedError,
} from './errors.js';
export type { InProcessOptions } from './in-process.js';
export type {
  CallOptions,
  FeedClientOptions,
  Hooks,
  RawCallOptions,
  RawResponse,
  RequestEvent,
  ResponseEvent,
} from './options.js';
export type { ListOptions, Rows } from './paging.js';
export type * from './resources.js';
export { DEFAULT_RETRY, type RetryOptions } from './retry-policy.js';
export type { CallAnswer, ServiceCall } from './road.js';
export type { ServiceInfo, Timing } from './timing.js';
export type { FetchHandler } from './transport.js';
