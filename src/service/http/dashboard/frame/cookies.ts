import type { HonoRequest } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { PageContext } from './requests.js';

/** `session`: the signed-in user. `visitor`: binds the sign-in form to the browser. */
type CookieName = 'session' | 'visitor';

export function readCookie(context: PageContext, name: CookieName): string | undefined {
  return isHttps(context.req)
    ? getCookie(context, `feedctl_${name}`, 'host')
    : getCookie(context, `feedctl_${name}`);
}

/**
 * Lax: links from other sites find the user signed in, forms from other sites do not. Over HTTPS
 * the prefix `__Host-` prevents neighbouring hosts from setting the cookie.
 * @param lifeMs lifetime in milliseconds; omitted: until the browser is closed
 */
export function writeCookie(
  context: PageContext,
  name: CookieName,
  value: string,
  lifeMs?: number,
): void {
  setCookie(context, `feedctl_${name}`, value, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    ...(isHttps(context.req) ? { prefix: 'host', secure: true } : {}),
    ...(lifeMs === undefined ? {} : { maxAge: Math.floor(lifeMs / 1000) }),
  });
}

export function clearCookie(context: PageContext, name: CookieName): void {
  writeCookie(context, name, '', 0);
}

/**
 * Whether the browser uses HTTPS, possibly through a proxy. Forging the header only leads to
 * stricter cookies and broken links.
 */
export function isHttps(request: HonoRequest): boolean {
  const forwarded = request.header('X-Forwarded-Proto') ?? '';
  return request.url.startsWith('https:') || /^\s*https\b/i.test(forwarded);
}
