import type { Hono, MiddlewareHandler } from 'hono';
import { createBareApp } from './bare-app.js';
import { dashboardRoutes } from './dashboard/dashboard-routes.js';
import { mountEndpoints } from './endpoints.js';
import { healthRoutes } from './health.js';
import type { HttpDeps, HttpEnv } from './http-deps.js';
import { measureAnswers } from './measure-answers.js';
import { openApiRoutes } from './openapi-routes.js';
import { publishedRoutes } from './published.js';
import { publishedSources } from './published-sources.js';
import { rootRoute } from './root-route.js';

export interface AppOptions {
  /** Refuse requests that came in a way they should not; none within the process. */
  guards?: readonly MiddlewareHandler<HttpEnv>[];
  /** Further routes, behind the same guards. */
  beside?: readonly Hono<HttpEnv>[];
  /** False until everything is started: `/readyz` answers 503. Always true when left out. */
  isReady?: () => boolean;
}

/** The service as one fetch handler, for a port and for use within the process alike. */
export function createApp(http: HttpDeps, options: AppOptions = {}): Hono<HttpEnv> {
  const { metrics } = http.deps;
  const measuring = metrics === undefined ? [] : [measureAnswers(metrics)];
  const { guards = [], beside = [], isReady = () => true } = options;
  const app = createBareApp(http, [...measuring, ...guards]);
  mountEndpoints(app, http);
  app.route('/', publishedRoutes(publishedSources(http.deps)));
  app.route('/', healthRoutes(http, isReady));
  app.route('/', openApiRoutes());
  app.route('/', dashboardRoutes(http));
  app.route('/', rootRoute());
  for (const routes of beside) app.route('/', routes);
  return app;
}
