import { ServiceError } from '../core/errors.js';
import type { Logger } from '../core/logger.js';

/**
 * The error as a client on the network may see it. What is wrong with the database names its
 * address, user or path: that goes to the log only.
 */
export function networkError(error: ServiceError, requestId: string, logger: Logger): ServiceError {
  if (error.code !== 'STORE_UNAVAILABLE') return error;
  logger.error({ err: error, requestId }, 'request failed');
  const { retryAfterSeconds } = error;
  return new ServiceError(
    error.code,
    `The database of this service cannot be used right now. Try again soon; the log of the service has the reason under request id ${requestId}.`,
    retryAfterSeconds === undefined ? {} : { retryAfterSeconds },
  );
}
