import { getCookie, setCookie } from 'hono/cookie';
import { isHttps } from './is-https.js';
import type { PageContext } from './page-env.js';

/** `session`: who is signed in. `visitor`: ties the form of signing in to the browser it was shown in. */
export type CookieName = 'session' | 'visitor';

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
