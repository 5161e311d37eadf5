import { Hono } from 'hono';
import { ServiceError } from '../core/errors.js';
import { refuseOtherMethods } from './error-response.js';
import type { HttpDeps, HttpEnv } from './http-deps.js';

const HEALTH_PATHS: readonly string[] = ['/healthz', '/readyz'];

/** True for the request target of a health check, with or without a query. */
export function isHealthPath(target: string): boolean {
  return HEALTH_PATHS.includes(target.split('?', 1)[0] ?? '');
}

/**
 * `/healthz`: the process answers. `/readyz`: start-up is complete, and the database answers and is
 * the one that was opened; otherwise 503 with the error object. @param isReady false during
 * start-up
 */
export function healthRoutes({ deps }: HttpDeps, isReady: () => boolean): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  app.get('/healthz', (context) => context.json({ status: 'ok' }));
  app.get('/readyz', async (context) => {
    if (!isReady()) throw new ServiceError('NOT_READY', 'The service is starting. Try again soon.');
    await deps.store.requireReady();
    return context.json({ status: 'ready' });
  });
  refuseOtherMethods(
    app,
    HEALTH_PATHS.map((path) => ({ method: 'GET', path })),
  );
  return app;
}
