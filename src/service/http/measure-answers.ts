import { createMiddleware } from 'hono/factory';
import { routePath } from 'hono/route';
import type { Metrics } from '../metrics/metrics.js';
import type { HttpEnv } from './http-deps.js';

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** Tells of every answer, by the pattern of its route: what callers make up is one series only. */
export function measureAnswers(metrics: Metrics) {
  return createMiddleware<HttpEnv>(async (context, next) => {
    const started = performance.now();
    await next();
    const route = routePath(context, -1);
    metrics.answered({
      method: METHODS.has(context.req.method) ? context.req.method : 'other',
      route: /^\/?\*$/.test(route) ? 'unknown' : route,
      status: context.res.status,
      durationMs: performance.now() - started,
    });
  });
}
