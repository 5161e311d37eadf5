import type { Selectors } from './resources.js';

/**
 * Base of all errors that the client throws; an aborted call throws the signal's reason instead.
 */
export class FeedctlError extends Error {
  /** What to do next, as a sentence; undefined if nothing helps. */
  readonly suggestion: string | undefined;

  constructor(message: string, options: { cause?: unknown; suggestion?: string | undefined } = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = new.target.name;
    this.suggestion = options.suggestion;
  }
}

/** An option or an argument is invalid; nothing was sent. */
export class ConfigurationError extends FeedctlError {
  override readonly name = 'ConfigurationError';
  /** The invalid option or argument, for example `baseUrl` or `id`. */
  readonly field: string;

  constructor(
    field: string,
    message: string,
    options: { cause?: unknown; suggestion?: string } = {},
  ) {
    super(message, options);
    this.field = field;
  }
}

/** The service does not support the call: it is not feedctl's own, or an older feedctl. */
export class UnsupportedError extends FeedctlError {
  override readonly name = 'UnsupportedError';
  /** The missing feature, for example `webhooks`. */
  readonly feature: string;

  /** @param version of the service, if it is feedctl's own */
  constructor(feature: string, version: string | null, options: { cause?: unknown } = {}) {
    super(
      version === null
        ? `This service has no ${feature}: only feedctl's own service does.`
        : `This service runs feedctl ${version}, which has no interface for ${feature} yet.`,
      {
        ...options,
        suggestion:
          version === null
            ? 'Use the service of this machine (--profile embedded), or one started with: feedctl serve'
            : 'Update feedctl where the service runs, then restart it.',
      },
    );
    this.feature = feature;
  }
}

/** Why no answer came. */
export type NetworkErrorKind = 'dns' | 'refused' | 'reset' | 'tls' | 'timeout' | 'proxy' | 'other';

/** No answer came from the service. A write may or may not have taken effect. */
export class NetworkError extends FeedctlError {
  override readonly name = 'NetworkError';
  readonly kind: NetworkErrorKind;
  /** Host and port of the request. */
  readonly host: string;
  /** The system's or the HTTP library's code, for example `ECONNREFUSED`. */
  readonly code: string | undefined;

  constructor(
    message: string,
    facts: {
      kind: NetworkErrorKind;
      host: string;
      code?: string | undefined;
      cause?: unknown;
      suggestion?: string | undefined;
    },
  ) {
    super(message, facts);
    this.kind = facts.kind;
    this.host = facts.host;
    this.code = facts.code;
  }
}

/** A list of a page with selectors that were tried on the page and return its items. */
export interface LikelyList {
  /** Number of its items. */
  items: number;
  /** Titles of its first items. */
  titles: string[];
  selectors: Selectors;
}

/** The request that solves or continues what failed. */
export interface NextRequest {
  /** Name of its method, such as `createFeed`. */
  operation: string;
  /** Id in its path. */
  id?: string | undefined;
  /** Additions to the body of the refused request. */
  body?: Record<string, unknown> | undefined;
  /** Fields of the refused request to send again. */
  fields?: string[] | undefined;
}

/** An entry of the error object. */
export interface ErrorEntry {
  title: string;
  code: string;
  /** The next request, if there is one. */
  next?: NextRequest | undefined;
  /** With NO_ITEMS_FOUND: the most likely list of the page, if it has one. */
  list?: LikelyList | undefined;
}

/** The error object of the interface: `{ message, statusCode, errors: [{ title, code }] }`. */
export interface ErrorObject {
  message: string;
  statusCode: number;
  errors: ErrorEntry[];
}

/** The answer from which an {@link ApiError} was made. */
export interface ApiErrorFacts {
  /** HTTP status. */
  status: number;
  /** Method of the request. */
  method: string;
  /** Path of the request, version prefix included, without the query. */
  path: string;
  /** Error codes of the error object, unchanged; empty if it has none. */
  codes: string[];
  /** The service's error object with missing fields filled in; undefined if the body was none. */
  errorBody: ErrorObject | undefined;
  /** First 512 bytes of a body that was not JSON, as text; undefined otherwise. */
  bodyStart: string | undefined;
  /** The `Content-Type` of the answer. */
  contentType: string | undefined;
  /** The service's id of the request, to quote in a report. */
  requestId: string | undefined;
  /** Seconds until the service accepts another attempt. */
  retryAfterSeconds: number | undefined;
}

/** The service answered, and the answer is not a success. */
export class ApiError extends FeedctlError implements ApiErrorFacts {
  override readonly name: string = 'ApiError';
  declare readonly status: number;
  declare readonly method: string;
  declare readonly path: string;
  declare readonly codes: string[];
  declare readonly errorBody: ErrorObject | undefined;
  declare readonly bodyStart: string | undefined;
  declare readonly contentType: string | undefined;
  declare readonly requestId: string | undefined;
  declare readonly retryAfterSeconds: number | undefined;

  constructor(
    message: string,
    facts: ApiErrorFacts,
    options: { cause?: unknown; suggestion?: string } = {},
  ) {
    super(message, options);
    Object.assign(this, facts);
  }

  /** The first error code, unchanged. */
  get code(): string | undefined {
    return this.codes[0];
  }

  /** The next request, if the service names one. */
  get next(): NextRequest | undefined {
    return this.errorBody?.errors.find(({ next }) => next !== undefined)?.next;
  }

  /** With NO_ITEMS_FOUND: the most likely list of the page, if the service names one. */
  get list(): LikelyList | undefined {
    return this.errorBody?.errors.find(({ list }) => list !== undefined)?.list;
  }
}

/** The service answered with a redirect. It was not followed: the secret stays with its origin. */
export class RedirectError extends ApiError {
  override readonly name = 'RedirectError';
  /** Origin the `Location` header points to, or undefined when it cannot be read. */
  readonly locationOrigin: string | undefined;

  constructor(
    message: string,
    facts: ApiErrorFacts,
    options: { locationOrigin: string | undefined; suggestion?: string },
  ) {
    super(message, facts, options);
    this.locationOrigin = options.locationOrigin;
  }
}

/**
 * The status means success, but the body is not what the interface promises (HTML, for example).
 */
export class UnreadableResponseError extends ApiError {
  override readonly name = 'UnreadableResponseError';
}
