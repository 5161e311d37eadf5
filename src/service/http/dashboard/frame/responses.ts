import { createMiddleware } from 'hono/factory';
import type { DoneKey } from './done.js';
import type { PageContext, PageEnv } from './requests.js';

/**
 * The relative path to the start of the dashboard. A proxy may serve it under a longer path that
 * only the browser knows, so all links are relative.
 */
export function pathToRoot(path: string): string {
  return `${'../'.repeat(path.split('/').length - 2)}dashboard/`;
}

/**
 * Redirects to a page after a form was processed.
 * @param page below the dashboard, such as `keys`; "" is its first page
 */
export function seeOther(context: PageContext, page: string, done?: DoneKey): Response {
  const root = pathToRoot(context.req.path);
  const target = page === '' ? root.slice(0, -1) : `${root}${page}`;
  const query = done === undefined ? '' : `${target.includes('?') ? '&' : '?'}done=${done}`;
  return context.redirect(`${target}${query}`, 303);
}

const POLICY: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self'",
  'connect-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'self'",
  'frame-ancestors': "'none'",
};

/**
 * Allows the style sheet, script and pictures of this service: nothing inline and nothing from
 * elsewhere (a remote picture would tell its publisher who reads it), no frames. `base-uri` allows
 * the one relative base of every page.
 * @param additional directives of one page, such as `{ 'frame-src': "'self'" }`
 */
export function contentSecurityPolicy(additional: Readonly<Record<string, string>> = {}): string {
  return Object.entries({ ...POLICY, ...additional })
    .map(([directive, value]) => `${directive} ${value}`)
    .join('; ');
}

/** Headers of every response under `/dashboard`, errors included. */
export const securityHeaders = createMiddleware<PageEnv>(async (context, next) => {
  context.header('Content-Security-Policy', contentSecurityPolicy());
  context.header('X-Content-Type-Options', 'nosniff');
  context.header('X-Frame-Options', 'DENY');
  context.header('Referrer-Policy', 'same-origin');
  context.header('Cross-Origin-Opener-Policy', 'same-origin');
  context.header('Cross-Origin-Resource-Policy', 'same-origin');
  context.header('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=()');
  context.header('Cache-Control', 'no-store');
  await next();
});
