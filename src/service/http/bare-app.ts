import { Hono, type MiddlewareHandler } from 'hono';
import { errorResponse, notFoundResponse } from './error-response.js';
import type { HttpDeps, HttpEnv } from './http-deps.js';
import { requestIdentity } from './request-identity.js';

/** What every app of a process begins with: errors, the identity of requests, and then `middleware`. */
export function createBareApp(
  { logger }: Pick<HttpDeps, 'logger'>,
  middleware: readonly MiddlewareHandler<HttpEnv>[],
): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  app.onError((error, context) => errorResponse(error, context, logger));
  app.notFound(notFoundResponse);
  app.use(requestIdentity);
  for (const each of middleware) app.use(each);
  return app;
}
