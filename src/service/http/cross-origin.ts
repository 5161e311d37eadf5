import { createMiddleware } from 'hono/factory';
import { VERSION_HEADER } from '../../contract/index.js';
import type { HttpEnv } from './http-deps.js';

/** Headers of an answer that scripts may read, besides those that are always readable. */
const EXPOSED = `Link, Location, Retry-After, X-Request-Id, ${VERSION_HEADER}`;

/**
 * Lets scripts of other origins use the interface
 * (https://fetch.spec.whatwg.org/#http-cors-protocol). Each request carries the key of the script,
 * and cookies are not accepted, so an allowed origin gains nothing else. @param origins as browsers
 * send them
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
    // User-Agent is listed for Firefox, which sends the one that a script sets; Chromium sends its
    // own.
    context.header('Access-Control-Allow-Headers', 'Authorization, Content-Type, User-Agent');
    context.header('Access-Control-Max-Age', '86400');
    return context.body(null, 204);
  });
}
