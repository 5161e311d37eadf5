import {
  type EndpointName,
  ERROR_CODES,
  type ErrorCode,
  type LikelyList,
} from '../../contract/index.js';

/** The next request after an error. */
export interface NextRequest {
  operation: EndpointName;
  id?: string;
  body?: Record<string, unknown>;
  fields?: string[];
}

export interface ErrorFacts {
  cause?: unknown;
  /** Seconds to wait before a retry, if known. */
  retryAfterSeconds?: number | undefined;
  /** With NO_ITEMS_FOUND: the most likely list of the page, if known. */
  list?: LikelyList | undefined;
  next?: NextRequest | undefined;
}

/** An error that the service reports. The HTTP layer converts it to the error object. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly retryAfterSeconds: number | undefined;
  readonly list: LikelyList | undefined;
  readonly next: NextRequest | undefined;

  constructor(code: ErrorCode, message: string, options: ErrorFacts = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'ServiceError';
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.list = options.list;
    this.next = options.next;
  }

  get status(): number {
    return ERROR_CODES[this.code].status;
  }
}

/**
 * The error for an unusable request. @param message says what is wrong, and what to send instead
 */
export function invalidField(message: string): ServiceError {
  return new ServiceError('INVALID_FIELD', message);
}
