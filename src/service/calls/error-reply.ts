import { ERROR_CODES, type ErrorBody } from '../../contract/index.js';
import { ServiceError } from '../core/errors.js';
import type { Logger } from '../core/logger.js';
import type { AccountCalls } from './as-account.js';
import { InvalidFields } from './check.js';

/** What answers a call that failed. */
interface ErrorReply {
  status: number;
  body: ErrorBody;
  retryAfterSeconds: number | undefined;
}

/** The error object of the interface. */
export function errorReply(error: ServiceError): ErrorReply {
  const { code, message, status, list, retryAfterSeconds } = error;
  const titles = error instanceof InvalidFields ? error.problems : [ERROR_CODES[code].title];
  const errors = titles.map((title) => ({ title, code, ...(list !== undefined && { list }) }));
  return { status, body: { message, statusCode: status, errors }, retryAfterSeconds };
}

/** Calls for a `FeedClient` in this process: a failure is an answer, too. */
export function answering(calls: AccountCalls, logger: Logger) {
  return async (...call: Parameters<AccountCalls>) => {
    try {
      return await calls(...call);
    } catch (error) {
      if (error instanceof ServiceError) return errorReply(error);
      logger.error({ err: error }, 'call failed');
      return errorReply(new ServiceError('INTERNAL', 'The service failed.'));
    }
  };
}

export type AnsweredCalls = ReturnType<typeof answering>;
