import type { HonoRequest } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { PageContext } from './requests.js';

/** `session`: who is signed in. `visitor`: ties the form of signing in to the browser it was shown in. */
type CookieName = 'session' | 'visitor';

export function readCookie(context: PageContext, name: CookieName): string | undefined {
  return isHttps(context.req)
    ? getCookie(context, `feedctl_${name}`, 'host')
    : getCookie(context, `feedctl_${name}`);
}

/**
 * Lax: a link from elsewhere finds its reader signed in, a form from elsewhere does not. Over HTTPS
 * the prefix `__Host-` keeps neighbouring hosts from setting the cookie.
 * @param lifeMs how long the browser keeps it, in milliseconds; until it is closed when left out.
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
 * Whether the browser came over HTTPS, also when a proxy spoke it for us. Who forges the header gets
 * stricter cookies and links that do not work: nothing to gain.
 */
export function isHttps(request: HonoRequest): boolean {
  const forwarded = request.header('X-Forwarded-Proto') ?? '';
  return request.url.startsWith('https:') || /^\s*https\b/i.test(forwarded);
}
