import { Hono, type MiddlewareHandler } from 'hono';
import { mountEndpoints } from './endpoints.js';
import { errorResponse, notFoundResponse } from './error-response.js';
import { healthRoutes } from './health.js';
import type { HttpDeps, HttpEnv } from './http-deps.js';
import { openApiRoutes } from './openapi-routes.js';
import { requestIdentity } from './request-identity.js';

export interface AppOptions {
  /** Refuses requests by their Host header; without it every host is served (in-process use). */
  hostCheck?: MiddlewareHandler;
}

/** The service as one fetch handler, for a port and for use within the process alike. */
export function createApp(http: HttpDeps, { hostCheck }: AppOptions = {}): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  app.onError((error, context) => errorResponse(error, context, http.logger));
  app.notFound(notFoundResponse);
  app.use(requestIdentity);
  if (hostCheck !== undefined) app.use(hostCheck);
  mountEndpoints(app, http);
  app.route('/', healthRoutes(http));
  app.route('/', openApiRoutes());
  return app;
}
