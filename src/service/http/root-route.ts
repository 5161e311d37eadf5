import { Hono } from 'hono';
import type { HttpEnv } from './http-deps.js';

/** A browser at the address that `serve` prints is sent to the dashboard; programs get a 404. */
export function rootRoute(): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  app.get('/', (context, next) =>
    /\btext\/html\b/i.test(context.req.header('Accept') ?? '')
      ? // Relative: a proxy may serve this under a longer path.
        Promise.resolve(context.redirect('dashboard/', 302))
      : next(),
  );
  return app;
}
