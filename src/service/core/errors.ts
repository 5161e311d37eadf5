import { ERROR_CODES, type ErrorCode, type LikelyList } from '../../contract/index.js';

/** An error that the service reports. The HTTP layer converts it to the error object. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  /** Seconds to wait before a retry, if known. */
  readonly retryAfterSeconds: number | undefined;
  /** With NO_ITEMS_FOUND: the most likely list of the page, if known. */
  readonly list: LikelyList | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: { cause?: unknown; retryAfterSeconds?: number; list?: LikelyList | undefined } = {},
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'ServiceError';
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.list = options.list;
  }

  get status(): number {
    return ERROR_CODES[this.code].status;
  }
}

/** What was sent cannot be used. @param message says what is wrong, and what to send instead */
export function invalidField(message: string): ServiceError {
  return new ServiceError('INVALID_FIELD', message);
}
