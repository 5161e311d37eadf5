import { ERROR_CODES, type ErrorBody } from '../../contract/index.js';
import type { ServiceError } from '../core/errors.js';
import { InvalidFields } from './call.js';

/** The answer to a call that failed. */
interface ErrorReply {
  status: number;
  body: ErrorBody;
  retryAfterSeconds: number | undefined;
}

/** The error object of the interface. */
export function errorReply(error: ServiceError): ErrorReply {
  const { code, message, status, list, next, retryAfterSeconds } = error;
  const titles = error instanceof InvalidFields ? error.problems : [ERROR_CODES[code].title];
  const facts = { ...(next && { next }), ...(list && { list }) };
  const errors = titles.map((title) => ({ title, code, ...facts }));
  return { status, body: { message, statusCode: status, errors }, retryAfterSeconds };
}
