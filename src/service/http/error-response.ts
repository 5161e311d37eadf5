import type { Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import {
  ERROR_CODES,
  type ErrorBody,
  type ErrorCode,
  type LikelyList,
} from '../../contract/index.js';
import { InvalidFields } from '../calls/check.js';
import { ServiceError } from '../core/errors.js';
import type { Logger } from '../core/logger.js';
import type { HttpEnv } from './http-deps.js';

/** An answer that says what went wrong. */
interface ErrorAnswer {
  status: ContentfulStatusCode;
  headers: Record<string, string>;
  body: ErrorBody;
}

/** Whom an answer is for: a client on the network, or a caller within the process. */
interface Asked {
  isRemote: boolean;
  requestId: string;
}

/** The error answer for whatever was thrown. */
export function errorResponse(error: unknown, context: Context<HttpEnv>, logger: Logger): Response {
  // Only the server on a port identifies requests: within the process the caller owns the database.
  const isRemote = context.env?.identify !== undefined;
  const asked = { isRemote, requestId: context.get('requestId') };
  return send(context, errorAnswer(error, asked, logger));
}

/** The same, as data. */
export function errorAnswer(
  error: unknown,
  { isRemote, requestId }: Asked,
  logger: Logger,
): ErrorAnswer {
  if (error instanceof ServiceError) {
    return serviceErrorAnswer(isRemote ? networkError(error, requestId, logger) : error);
  }
  logger.error({ err: error, requestId }, 'request failed');
  // Within the process there is no log: the caller is told by its logger.
  const where = isRemote ? ` Its log has more under request id ${requestId}.` : '';
  return answerOf('INTERNAL', `The service failed.${where}`);
}

export function notFoundResponse(context: Context<HttpEnv>): Response {
  const hint = context.req.path.startsWith('/v1/')
    ? ''
    : ' Addresses of the interface begin with /v1/.';
  return send(context, answerOf('NOT_FOUND', `There is nothing at ${context.req.path}.${hint}`));
}

function serviceErrorAnswer(error: ServiceError): ErrorAnswer {
  const titles = error instanceof InvalidFields ? error.problems : undefined;
  const answer = answerOf(error.code, error.message, titles, error.list);
  if (error.code === 'UNAUTHORIZED') {
    answer.headers['WWW-Authenticate'] = 'Bearer realm="feedctl"';
  }
  if (error.retryAfterSeconds !== undefined) {
    answer.headers['Retry-After'] = String(Math.ceil(error.retryAfterSeconds));
  }
  return answer;
}

function answerOf(
  code: ErrorCode,
  message: string,
  titles: readonly string[] = [ERROR_CODES[code].title],
  list?: LikelyList,
): ErrorAnswer {
  const { status } = ERROR_CODES[code];
  const errors = titles.map((title) => ({ title, code, ...(list !== undefined && { list }) }));
  return {
    status,
    headers: { 'Cache-Control': 'no-store' },
    body: { message, statusCode: status, errors },
  };
}

function send(context: Context<HttpEnv>, { status, headers, body }: ErrorAnswer): Response {
  for (const [name, value] of Object.entries(headers)) context.header(name, value);
  return context.json(body, status);
}

/** Answers 405 with the methods that an address does take; to be called after its routes. */
export function refuseOtherMethods(
  app: Hono<HttpEnv>,
  routes: readonly { method: string; path: string }[],
): void {
  for (const path of new Set(routes.map((route) => route.path))) {
    const allowed = routes.filter((route) => route.path === path).map((route) => route.method);
    if (allowed.includes('GET')) allowed.push('HEAD');
    const allow = allowed.join(', ');
    app.all(path, (context) => {
      context.header('Allow', allow);
      throw new ServiceError(
        'METHOD_NOT_ALLOWED',
        `${context.req.path} does not take ${context.req.method}. It takes: ${allow}.`,
      );
    });
  }
}

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
