import { Hono } from 'hono';
import { sql } from 'kysely';
import type { HttpDeps, HttpEnv } from './http-deps.js';
import { refuseOtherMethods } from './method-not-allowed.js';

/**
 * `/healthz`: the process answers. `/readyz`: so does its database; 503 with the error object when
 * it does not.
 */
export function healthRoutes({ deps }: HttpDeps): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  app.get('/healthz', (context) => context.json({ status: 'ok' }));
  app.get('/readyz', async (context) => {
    await sql`select 1 from accounts`.execute(deps.store.db);
    return context.json({ status: 'ready' });
  });
  refuseOtherMethods(app, [
    { method: 'GET', path: '/healthz' },
    { method: 'GET', path: '/readyz' },
  ]);
  return app;
}
