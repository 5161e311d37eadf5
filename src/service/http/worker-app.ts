import type { Hono } from 'hono';
import type { AppOptions } from './app.js';
import { createBareApp } from './bare-app.js';
import { healthRoutes } from './health.js';
import type { HttpDeps, HttpEnv } from './http-deps.js';

/** What a worker answers: how it is, and - with a token - its metrics. */
export function createWorkerApp(
  http: HttpDeps,
  { guards = [], beside = [], isReady = () => true }: AppOptions = {},
): Hono<HttpEnv> {
  const app = createBareApp(http, guards);
  app.route('/', healthRoutes(http, isReady));
  for (const routes of beside) app.route('/', routes);
  return app;
}
