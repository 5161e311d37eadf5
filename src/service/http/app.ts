import { Hono, type MiddlewareHandler } from 'hono';
import { dashboardRoutes } from './dashboard/dashboard-routes.js';
import { mountEndpoints } from './endpoints.js';
import { errorResponse, notFoundResponse } from './error-response.js';
import { healthRoutes } from './health.js';
import type { HttpDeps, HttpEnv } from './http-deps.js';
import { measureAnswers } from './measure-answers.js';
import { openApiRoutes } from './openapi-routes.js';
import { publishedRoutes } from './published.js';
import { publishedSources } from './published-sources.js';
import { requestIdentity } from './request-identity.js';

export interface AppOptions {
  /** Refuse requests that came in a way they should not; none within the process. */
  guards?: readonly MiddlewareHandler<HttpEnv>[];
  /** Further routes, behind the same guards. */
  beside?: readonly Hono<HttpEnv>[];
}

/** The service as one fetch handler, for a port and for use within the process alike. */
export function createApp(
  http: HttpDeps,
  { guards = [], beside = [] }: AppOptions = {},
): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  app.onError((error, context) => errorResponse(error, context, http.logger));
  app.notFound(notFoundResponse);
  app.use(requestIdentity);
  if (http.deps.metrics !== undefined) app.use(measureAnswers(http.deps.metrics));
  for (const guard of guards) app.use(guard);
  mountEndpoints(app, http);
  app.route('/', publishedRoutes(publishedSources(http.deps)));
  app.route('/', healthRoutes(http));
  app.route('/', openApiRoutes());
  app.route('/', dashboardRoutes(http));
  for (const routes of beside) app.route('/', routes);
  return app;
}
