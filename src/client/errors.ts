import type { Selectors } from './resources.js';

/** Everything the client throws on purpose is one of these; an aborted call throws the signal's reason. */
export class FeedctlError extends Error {
  /** What to do next, as a sentence, when there is something to be said. */
  readonly suggestion: string | undefined;

  constructor(message: string, options: { cause?: unknown; suggestion?: string | undefined } = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = new.target.name;
    this.suggestion = options.suggestion;
  }
}

/** An option or an argument is wrong; nothing was sent. */
export class ConfigurationError extends FeedctlError {
  override readonly name = 'ConfigurationError';
  /** The option or argument at fault, for example `baseUrl` or `id`. */
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

/** The service lacks what was asked of it: it is not feedctl's own, or an older feedctl. */
export class UnsupportedError extends FeedctlError {
  override readonly name = 'UnsupportedError';
  /** What it lacks, for example `webhooks`. */
  readonly feature: string;

  /** @param version of the service, when it is feedctl's own */
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

/** No answer came from the service. A write may or may not have been carried out. */
export class NetworkError extends FeedctlError {
  override readonly name = 'NetworkError';
  readonly kind: NetworkErrorKind;
  /** Host and port the request was meant for. */
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

/** A list of a page, and selectors that were tried on the page and give its items. */
export interface LikelyList {
  /** Number of its items. */
  items: number;
  /** Titles of its first items. */
  titles: string[];
  selectors: Selectors;
}

/** The request that leads on from an error. */
export interface NextRequest {
  /** Name of its method, such as `createFeed`. */
  operation: string;
  /** Id in its path. */
  id?: string | undefined;
  /** What to send, besides what the refused request sent. */
  body?: Record<string, unknown> | undefined;
  /** Fields of the refused request that belong to this one. */
  fields?: string[] | undefined;
}

/** An entry of the error object. */
export interface ErrorEntry {
  title: string;
  code: string;
  /** The request that leads on, where there is one. */
  next?: NextRequest | undefined;
  /** With NO_ITEMS_FOUND, the most likely list of the page, where it has one. */
  list?: LikelyList | undefined;
}

/** The error object of the interface: `{ message, statusCode, errors: [{ title, code }] }`. */
export interface ErrorObject {
  message: string;
  statusCode: number;
  errors: ErrorEntry[];
}

/** What an {@link ApiError} knows of the answer it stands for. */
export interface ApiErrorFacts {
  /** HTTP status. */
  status: number;
  /** Method of the request. */
  method: string;
  /** Path of the request, version prefix included, without the query. */
  path: string;
  /** Machine-readable codes of the error object, verbatim; empty when there were none. */
  codes: string[];
  /** The service's error object, missing fields filled in; undefined when the body was none. */
  errorBody: ErrorObject | undefined;
  /** First 512 bytes of a body that was not JSON, as text; undefined otherwise. */
  bodyStart: string | undefined;
  /** The `Content-Type` of the answer. */
  contentType: string | undefined;
  /** The service's own id of the request, to quote when asking for help. */
  requestId: string | undefined;
  /** Seconds after which the service asks to be tried again. */
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

  /** The first machine-readable code, verbatim. */
  get code(): string | undefined {
    return this.codes[0];
  }

  /** The request that leads on, where the service names one. */
  get next(): NextRequest | undefined {
    return this.errorBody?.errors.find(({ next }) => next !== undefined)?.next;
  }

  /** With NO_ITEMS_FOUND: the most likely list of the page, where the service names one. */
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

/** The status says success, the body is not what the interface promises (HTML, for example). */
export class UnreadableResponseError extends ApiError {
  override readonly name = 'UnreadableResponseError';
}
