import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { ERROR_CODES, type ErrorBody, type ErrorCode } from '../../contract/index.js';
import { ServiceError } from '../core/errors.js';
import type { Logger } from '../core/logger.js';
import type { HttpEnv } from './http-deps.js';
import { InvalidFields } from './invalid-fields.js';
import { networkError } from './network-error.js';

/** The error object of specification section 7 for whatever was thrown. */
export function errorResponse(error: unknown, context: Context<HttpEnv>, logger: Logger): Response {
  if (error instanceof ServiceError) {
    // Only the server on a port identifies requests: within the process the caller owns the database.
    const isRemote = context.env?.identify !== undefined;
    const shown = isRemote ? networkError(error, context.get('requestId'), logger) : error;
    return serviceErrorResponse(shown, context);
  }
  logger.error({ err: error, requestId: context.get('requestId') }, 'request failed');
  const message = `The service failed. Its log has more under request id ${context.get('requestId')}.`;
  return send(context, 'INTERNAL', message);
}

export function notFoundResponse(context: Context<HttpEnv>): Response {
  const hint = context.req.path.startsWith('/v1/')
    ? ''
    : ' Addresses of the interface begin with /v1/.';
  return send(context, 'NOT_FOUND', `There is nothing at ${context.req.path}.${hint}`);
}

function serviceErrorResponse(error: ServiceError, context: Context<HttpEnv>): Response {
  if (error.code === 'UNAUTHORIZED') context.header('WWW-Authenticate', 'Bearer realm="feedctl"');
  if (error.retryAfterSeconds !== undefined) {
    context.header('Retry-After', String(Math.ceil(error.retryAfterSeconds)));
  }
  const titles = error instanceof InvalidFields ? error.problems : undefined;
  return send(context, error.code, error.message, titles);
}

function send(
  context: Context<HttpEnv>,
  code: ErrorCode,
  message: string,
  titles: readonly string[] = [ERROR_CODES[code].title],
): Response {
  const { status } = ERROR_CODES[code];
  const body: ErrorBody = {
    message,
    statusCode: status,
    errors: titles.map((title) => ({ title, code })),
  };
  context.header('Cache-Control', 'no-store');
  return context.json(body, status satisfies ContentfulStatusCode);
}
