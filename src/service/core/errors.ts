import { ERROR_CODES, type ErrorCode } from '../../contract/index.js';

/** Anything the service says no with. The HTTP layer turns it into the error object. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  /** Seconds after which trying again makes sense, when that is known. */
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
