import type { Hono } from 'hono';
import { dashboardRoutes } from '../dashboard/dashboard-routes.js';
import type { DashboardDeps } from '../dashboard/kit/http.js';
import { type AppOptions, createApp } from '../http/app.js';
import type { HttpEnv } from '../http/http-deps.js';

/** The service as one fetch handler, for a port and for use within the process. */
export function createWholeApp(http: DashboardDeps, options: AppOptions = {}): Hono<HttpEnv> {
  const { extraRoutes = [] } = options;
  return createApp(http, { ...options, extraRoutes: [dashboardRoutes(http), ...extraRoutes] });
}
