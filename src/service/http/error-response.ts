import { STATUS_CODES } from 'node:http';
import type { Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { escapeHtml } from '../../base/text.js';
import { errorReply } from '../calls/error-reply.js';
import { ServiceError } from '../core/errors.js';
import type { Logger } from '../core/logger.js';
import { pageHtml, pagePolicy } from '../publish/page.js';
import type { HttpEnv } from './http-deps.js';

/** The error answer for anything that was thrown. */
export function errorResponse(error: unknown, context: Context<HttpEnv>, logger: Logger): Response {
  // True for the server on a port; within the process, the caller owns the database.
  const isRemote = context.env?.identify !== undefined;
  const requestId = context.get('requestId');
  if (error instanceof ServiceError) {
    return sendError(context, isRemote ? networkError(error, requestId, logger) : error);
  }
  logger.error({ err: error, requestId }, 'request failed');
  // Within the process there is no log: the caller's logger has the details.
  const where = isRemote ? ` Its log has more under request id ${requestId}.` : '';
  return sendError(context, new ServiceError('INTERNAL', `The service failed.${where}`));
}

export function notFoundResponse(context: Context<HttpEnv>): Response {
  const { path } = context.req;
  const hint = path.startsWith('/v1/') ? '' : ' Addresses of the interface begin with /v1/.';
  return sendError(context, new ServiceError('NOT_FOUND', `There is nothing at ${path}.${hint}`));
}

function sendError(context: Context<HttpEnv>, error: ServiceError): Response {
  const { status, body, retryAfterSeconds } = errorReply(error);
  context.header('Cache-Control', 'no-store');
  if (error.code === 'UNAUTHORIZED') context.header('WWW-Authenticate', 'Bearer realm="feedctl"');
  if (retryAfterSeconds !== undefined) {
    context.header('Retry-After', String(Math.ceil(retryAfterSeconds)));
  }
  const code = status as ContentfulStatusCode;
  context.header('Vary', 'Accept', { append: true });
  return isForPeople(context) ? sendPage(context, error) : context.json(body, code);
}

/** True if a person opened the address in a browser. /v1 only answers programs. */
function isForPeople({ req }: Context<HttpEnv>): boolean {
  return acceptsHtml(req) && !req.path.startsWith('/v1/');
}

/** True if a request accepts HTML; programs accept `*\/*` at most. */
export function acceptsHtml(req: Context['req']): boolean {
  return /\btext\/html\b/i.test(req.header('Accept') ?? '');
}

/** The error as a page without a link to the dashboard, because its reader may have no account. */
function sendPage(context: Context<HttpEnv>, { message, status }: ServiceError): Response {
  const title = STATUS_CODES[status] ?? 'Error';
  context.header('Content-Security-Policy', pagePolicy());
  context.header('X-Content-Type-Options', 'nosniff');
  const main = `<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(message)}</p>\n`;
  return context.html(pageHtml({ title, main }), status as ContentfulStatusCode);
}

/** Answers 405 with the methods that an address accepts; must be called after its routes. */
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
 * The error for a client on the network. Details of database errors contain its address, user or
 * path, so only the log has them.
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
