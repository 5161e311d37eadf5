import { Hono } from 'hono';
import type { AppOptions } from './app.js';
import { errorResponse, notFoundResponse } from './error-response.js';
import { healthRoutes } from './health.js';
import type { HttpDeps, HttpEnv } from './http-deps.js';
import { requestIdentity } from './request-identity.js';

/** What a worker answers: how it is, and - with a token - its metrics. */
export function createWorkerApp(
  http: HttpDeps,
  { guards = [], beside = [] }: AppOptions = {},
): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  app.onError((error, context) => errorResponse(error, context, http.logger));
  app.notFound(notFoundResponse);
  app.use(requestIdentity);
  for (const guard of guards) app.use(guard);
  app.route('/', healthRoutes(http));
  for (const routes of beside) app.route('/', routes);
  return app;
}
