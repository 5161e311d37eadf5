import { createMiddleware } from 'hono/factory';
import { VERSION_HEADER } from '../../contract/index.js';
import type { HttpEnv } from './http-deps.js';

/** What scripts may read of an answer, besides the headers that are always readable. */
const EXPOSED = `Link, Location, Retry-After, X-Request-Id, ${VERSION_HEADER}`;

/**
 * Lets scripts of other origins use the interface (https://fetch.spec.whatwg.org/#http-cors-protocol). Each
 * request carries the key that the script has: no cookie counts, so an origin gets nothing by being allowed.
 * @param origins as browsers send them
 */
export function crossOrigin(origins: readonly string[]) {
  const allowed = new Set(origins);
  return createMiddleware<HttpEnv>(async (context, next) => {
    const { req } = context;
    const origin = req.header('Origin');
    if (!req.path.startsWith('/v1/')) return next();
    context.header('Vary', 'Origin');
    if (origin === undefined || !allowed.has(origin)) return next();
    context.header('Access-Control-Allow-Origin', origin);
    if (req.method !== 'OPTIONS') {
      context.header('Access-Control-Expose-Headers', EXPOSED);
      return next();
    }
    context.header('Access-Control-Allow-Methods', 'GET, POST, PUT, PATCH, DELETE');
    // Firefox sends the User-Agent that a script sets, Chromium its own.
    context.header('Access-Control-Allow-Headers', 'Authorization, Content-Type, User-Agent');
    context.header('Access-Control-Max-Age', '86400');
    return context.body(null, 204);
  });
}
