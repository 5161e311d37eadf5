import type { Given } from './calls.js';
import type { Page } from './decode.js';
import type { ENDPOINTS } from './methods.js';
import type { ServiceInfo } from './timing.js';

/** Names of the endpoints in docs/api.md. */
export type EndpointName = keyof typeof ENDPOINTS;

/** The way of calls to a service: over HTTP, or within this process. */
export interface Road {
  /** What the client knows of the service so far. */
  readonly service: ServiceInfo;
  /** Detects the kind of the service, if no answer has shown it yet. */
  detect(signal?: AbortSignal): Promise<ServiceInfo>;
  /** @throws ApiError, NetworkError, ConfigurationError, or the reason of an aborted signal */
  answer(name: EndpointName, given: Given): Promise<object>;
  /** One page of a list; throws the same errors. */
  page(name: EndpointName, given: Given): Promise<Page<object>>;
  /** Closes kept-alive connections. */
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

/** The answer to a call within this process. */
export interface CallAnswer {
  /** HTTP status. */
  status: number;
  /** The value that JSON would hold; for an error, the error object. */
  body: unknown;
  /** Cursor of the next page of a list; null if there is none. */
  next?: string | null | undefined;
  retryAfterSeconds?: number | undefined;
}
