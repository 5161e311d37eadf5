import { createHash, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { ServiceError } from '../core/errors.js';
import type { Logger } from '../core/logger.js';
import type { PrometheusMetrics } from '../operation/prometheus.js';
import { errorResponse, notFoundResponse, refuseOtherMethods } from './error-response.js';
import { hostCheck } from './hosts.js';
import type { HttpEnv } from './http-deps.js';
import { requestIdentity } from './request-identity.js';

const PATH = '/metrics';

/** `/metrics` on the main port, protected by a token: `Authorization: Bearer TOKEN`. */
export function metricsRoutes(metrics: PrometheusMetrics, token: string): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  app.use(PATH, async (context, next) => {
    const given = /^Bearer +(\S+)$/i.exec(context.req.header('Authorization') ?? '')?.[1] ?? '';
    if (!isSame(given, token)) throw new ServiceError('UNAUTHORIZED', 'The token is wrong.');
    return next();
  });
  mountMetrics(app, metrics);
  return app;
}

/** `/metrics` on its own loopback port. */
export function createMetricsApp(metrics: PrometheusMetrics, logger: Logger): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  app.onError((error, context) => errorResponse(error, context, logger));
  app.notFound(notFoundResponse);
  app.use(requestIdentity);
  app.use(hostCheck([]));
  mountMetrics(app, metrics);
  return app;
}

function mountMetrics(app: Hono<HttpEnv>, metrics: PrometheusMetrics): void {
  app.get(PATH, async (context) => {
    const text = await metrics.read();
    return context.body(text, 200, {
      'Content-Type': metrics.contentType,
      'Cache-Control': 'no-store',
    });
  });
  refuseOtherMethods(app, [{ method: 'GET', path: PATH }]);
}

function isSame(given: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(expected));
}
