/** The client of the feed aggregation interface, as a library: `import { FeedClient } from "feedctl"`. */
export { answerOf, type ServiceAnswer } from './answer-of.js';
export { isLoopback, parseBaseUrl, type Query } from './base-url.js';
export type {
  CallOptions,
  FeedFilter,
  ItemOptions,
  PageOptions,
  RawCallOptions,
  RawResponse,
} from './call-options.js';
export { FeedClient } from './client.js';
export { type Credentials, parseToken } from './credentials.js';
export {
  ApiError,
  type ApiErrorFacts,
  ConfigurationError,
  type ErrorObject,
  FeedctlError,
  NetworkError,
  type NetworkErrorKind,
  RedirectError,
  UnreadableResponseError,
} from './errors.js';
export type { FetchHandler } from './handler-transport.js';
export type { Hooks, RequestEvent, ResponseEvent } from './hooks.js';
export type { FeedClientOptions } from './options.js';
export type { ListOptions, Rows } from './paging.js';
export type * from './resources.js';
export { DEFAULT_RETRY, type RetryOptions } from './retry-policy.js';
export type { ServiceInfo } from './service-info.js';
export type { Timing } from './timing.js';
