export type { AddressPolicy } from './address-policy.js';
export { addressPolicy } from './address-policy.js';
export { Body } from './body.js';
export { botWall } from './bot-wall.js';
export type { FetchedDocument } from './fetched-document.js';
export {
  createFetcher,
  FETCH_LIMITS,
  type Fetcher,
  type FetcherOptions,
  type FetchLimits,
  type FetchRequest,
} from './fetcher.js';
export { blocked, SourceError } from './http-failure.js';
export { type RequestAccess, requestAccess } from './request-access.js';
export type { Resolver } from './vetted-connector.js';
