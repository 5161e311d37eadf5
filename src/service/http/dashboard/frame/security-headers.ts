import { createMiddleware } from 'hono/factory';
import type { PageEnv } from './page-env.js';

/**
 * Nothing but our own style sheet and icon is ever loaded: no script, no remote image (a feed's icon
 * would tell its publisher who reads), no frame around us. `base-uri` allows the one relative base
 * that every page has.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** What every answer under `/dashboard` carries, errors included. */
export const securityHeaders = createMiddleware<PageEnv>(async (context, next) => {
  context.header('Content-Security-Policy', CONTENT_SECURITY_POLICY);
  context.header('X-Content-Type-Options', 'nosniff');
  context.header('X-Frame-Options', 'DENY');
  context.header('Referrer-Policy', 'same-origin');
  context.header('Cross-Origin-Opener-Policy', 'same-origin');
  context.header('Cross-Origin-Resource-Policy', 'same-origin');
  context.header('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=()');
  context.header('Cache-Control', 'no-store');
  await next();
});
