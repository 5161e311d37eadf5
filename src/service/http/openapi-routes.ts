import { Hono } from 'hono';
import type { HttpEnv } from './http-deps.js';
import { refuseOtherMethods } from './method-not-allowed.js';

/** `/openapi.json`, put together when somebody asks for it. */
export function openApiRoutes(): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  app.get('/openapi.json', async (context) => {
    const { openApiDocument } = await import('./openapi.js');
    return context.json(openApiDocument());
  });
  refuseOtherMethods(app, [{ method: 'GET', path: '/openapi.json' }]);
  return app;
}
