import type { ErrorCode } from '../../contract/index.js';
import { ServiceError } from '../core/errors.js';

/** A source that could not be read, with what refresh needs to decide when to look again. */
export class SourceError extends ServiceError {
  /** HTTP status of the final answer, when there was one: 410 twice makes a feed inactive. */
  readonly httpStatus: number | null;

  constructor(
    code: ErrorCode,
    message: string,
    options: { cause?: unknown; httpStatus?: number; retryAfterSeconds?: number | null } = {},
  ) {
    super(code, message, {
      cause: options.cause,
      ...(typeof options.retryAfterSeconds === 'number'
        ? { retryAfterSeconds: options.retryAfterSeconds }
        : {}),
    });
    this.name = 'SourceError';
    this.httpStatus = options.httpStatus ?? null;
  }
}

/** The refusal of an address, in the words of the address policy. */
export function forbiddenAddress(host: string, reason: string): SourceError {
  const what = reason === 'a private address' || reason === 'a loopback address';
  // The resolved address itself is not told: it would let a stranger map an internal network.
  return new SourceError(
    'SOURCE_FORBIDDEN',
    `${host} is ${reason}, which this service does not connect to.${
      what ? ' The operator can allow it with FEEDCTL_ALLOW_PRIVATE_NETWORKS=1.' : ''
    }`,
  );
}
