import type { Given } from './calls.js';
import type { Page } from './decode.js';
import type { ENDPOINTS } from './methods.js';
import type { ServiceInfo } from './timing.js';

/** The endpoints by their names in docs/api.md. */
export type EndpointName = keyof typeof ENDPOINTS;

/** How calls reach a service: over HTTP, or within this process. */
export interface Road {
  /** What the answers so far say of the service. */
  readonly service: ServiceInfo;
  /** Finds out which kind of service this is, if no answer has told yet. */
  detect(signal?: AbortSignal): Promise<ServiceInfo>;
  /** @throws ApiError, NetworkError, ConfigurationError, or the reason of an aborted signal */
  answer(name: EndpointName, given: Given): Promise<object>;
  /** One page of a list; throws the same. */
  page(name: EndpointName, given: Given): Promise<Page<object>>;
  /** Ends kept-alive connections. */
  close(): Promise<void>;
}

/** Calls an endpoint of a service in this process, in the name of an account. */
export type ServiceCall = (
  name: EndpointName,
  given: {
    params: Readonly<Record<string, string>>;
    query: Readonly<Record<string, string | number | undefined>>;
    body: unknown;
  },
) => Promise<CallAnswer>;

/** The answer to such a call. */
export interface CallAnswer {
  /** As in HTTP. */
  status: number;
  /** What JSON would hold; an error object for an error. */
  body: unknown;
  /** The cursor of the next page of a list; null without one. */
  next?: string | null | undefined;
  retryAfterSeconds?: number | undefined;
}
