import { ERROR_CODES, type ErrorCode } from '../../contract/index.js';

/** An error that the service reports. The HTTP layer converts it to the error object. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  /** Seconds to wait before a retry, if known. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: { cause?: unknown; retryAfterSeconds?: number } = {},
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'ServiceError';
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): number {
    return ERROR_CODES[this.code].status;
  }
}

/** What was sent cannot be used. @param message says what is wrong, and what to send instead */
export function invalidField(message: string): ServiceError {
  return new ServiceError('INVALID_FIELD', message);
}
