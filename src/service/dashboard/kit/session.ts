import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { HonoRequest } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { createMiddleware } from 'hono/factory';
import { isLocalName } from '../../../base/loopback.js';
import { parseUrl } from '../../../base/url.js';
import { workFor } from '../../core/async/turn.js';
import { ServiceError } from '../../core/errors.js';
import type { Deps } from '../../feeds/deps.js';
import type { PublicAddress } from '../../operation/public-address.js';
import { findSession, newToken } from '../use-cases/sign-in.js';
import {
  type DashboardDeps,
  dashboardAddress,
  type PageContext,
  type PageEnv,
  seeOther,
} from './http.js';

/**
 * `session`: the signed-in user. `visitor`: binds the sign-in form to the browser. `entry`: a form that was sent
 * after the session had ended.
 */
type CookieName = 'session' | 'visitor' | 'entry';

/** Maximum length of a cookie; longer ones cannot be valid. */
const MAX_TOKEN_LENGTH = 100;

/** The token of a cookie; "" if there is none. */
export function readCookie(context: PageContext, name: CookieName): string {
  const token = isHttps(context.req)
    ? getCookie(context, `feedctl_${name}`, 'host')
    : getCookie(context, `feedctl_${name}`);
  return token === undefined || token.length > MAX_TOKEN_LENGTH ? '' : token;
}

/**
 * Sets a cookie with SameSite=Lax: it is sent with links from other sites, but not with forms of
 * other sites. Over HTTPS the prefix `__Host-` prevents neighbouring hosts from setting the cookie.
 * @param lifeMs lifetime in milliseconds; omitted: until the browser is closed; 0: deletes it
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

/**
 * True if the browser uses HTTPS, possibly through a proxy. Forging the header only leads to
 * stricter cookies and broken links.
 */
function isHttps(request: HonoRequest): boolean {
  const forwarded = request.header('X-Forwarded-Proto') ?? '';
  return request.url.startsWith('https:') || /^\s*https\b/i.test(forwarded);
}

/**
 * The address at which the caller reaches the service. If the configured one is local and the
 * caller uses another, it is the address of the request.
 */
export async function reachableBase(
  { publicAddress }: Pick<Deps, 'publicAddress'>,
  request: HonoRequest,
): Promise<string> {
  const base = await publicAddress.base();
  const asked = new URL(request.url);
  const isElsewhere = isLocalName(new URL(base).hostname) && !isLocalName(asked.hostname);
  if (!isElsewhere) return base;
  return isHttps(request) ? `https://${asked.host}` : asked.origin;
}

/**
 * Derives the form token from the cookie, so that it needs no storage and other sites cannot know
 * it.
 */
function formTokenOf(cookie: string): string {
  return createHash('sha256').update(`form ${cookie}`).digest('base64url');
}

/** The name of the field with the form token. */
export const FORM_TOKEN_FIELD = 'form_token';

const NONCE_BYTES = 9;
/** Length of a nonce in base64url, in characters. */
const NONCE_LENGTH = 12;

/**
 * Masks a form token for a page: its characters differ each time, so that compression does not
 * reveal the token.
 */
export function maskedToken(token: string): string {
  return withNonce(token, randomBytes(NONCE_BYTES).toString('base64url'));
}

function withNonce(token: string, nonce: string): string {
  return nonce + createHash('sha256').update(`${nonce} ${token}`).digest('base64url');
}

/** True if a form was sent with the token of this visitor. */
export function isFormToken(given: string, token: string): boolean {
  return isEqual(given, withNonce(token, given.slice(0, NONCE_LENGTH)));
}

/** Compares two texts in constant time. */
export function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Sets a cookie that binds the forms of the sign-in pages to the browser. */
export const visitor = createMiddleware<PageEnv>(async (context, next) => {
  const known = readCookie(context, 'visitor');
  const token = known || newToken();
  if (known === '') writeCookie(context, 'visitor', token);
  context.set('formToken', formTokenOf(token));
  await next();
});

/**
 * Redirects requests without a session to the sign-in page; used for all other pages.
 * @param keepForm receives a form whose session has ended, and the path of its page
 */
export function signedIn(
  { deps, files }: Pick<DashboardDeps, 'deps' | 'files'>,
  keepForm: (context: PageContext, page: string) => Promise<void>,
) {
  return createMiddleware<PageEnv>(async (context, next) => {
    const token = readCookie(context, 'session');
    const isSigningOut = context.req.path.endsWith('/sign-out');
    const session = token === '' ? null : await findSession(deps, token);
    if (session === null) {
      const next = pageToReturnTo(context);
      if (token !== '' && next !== '' && context.req.method === 'POST' && !isSigningOut) {
        context.set('formToken', formTokenOf(token));
        await keepForm(context, next.split('?')[0] ?? '');
      }
      const done = token === '' ? undefined : 'session-ended';
      return seeOther(context, dashboardAddress('sign-in', { next }), done);
    }
    context.set('session', session);
    context.set('formToken', formTokenOf(token));
    context.set('hasFiles', files !== undefined);
    context.set('now', deps.clock.now());
    return workFor(session.account.id, {}, next);
  });
}

/**
 * The requested page. For a form whose session has ended, it is the page with the form, which the
 * browser sends as `Referer`.
 */
function pageToReturnTo(context: PageContext): string {
  const { method, url } = context.req;
  const target = parseUrl(method === 'GET' ? url : (context.req.header('Referer') ?? ''));
  const next = target === null ? '' : ownPage(target.pathname.split('/dashboard/')[1] ?? '');
  return next === '' ? '' : next + (target?.search ?? '');
}

/** Maximum length of the path of a page with its query. */
const MAX_NEXT_LENGTH = 5000;

/** A page below the dashboard to return to after signing in; "" for any other address. */
export function ownPage(path: string): string {
  const isPage = /^[a-z][\w/-]*(?:\?[^\s\\]*)?$/i.test(path) && path.length <= MAX_NEXT_LENGTH;
  return isPage && !path.startsWith('sign-') ? path : '';
}

/** @throws ServiceError FORBIDDEN if the session is read-only */
export function checkMayChange(context: PageContext): void {
  if (!context.get('session').isReadOnly) return;
  throw new ServiceError(
    'FORBIDDEN',
    'You are signed in with a read-only key, which cannot change anything. Sign in with another key to make changes.',
  );
}

/**
 * Rejects cross-site requests before the token is checked. The browser sets `Sec-Fetch-Site`;
 * without it, the host of `Origin` must be the requested host, or that of the public address behind
 * a proxy.
 */
export function sameOriginOnly(publicAddress: PublicAddress) {
  return createMiddleware<PageEnv>(async (context, next) => {
    const { method, url } = context.req;
    if (method === 'GET' || method === 'HEAD') return next();
    const site = context.req.header('Sec-Fetch-Site');
    const ours = [url, await publicAddress.base()].map((own) => parseUrl(own)?.host);
    const origin = parseUrl(context.req.header('Origin') ?? '')?.host;
    const isOurs = site === undefined ? ours.includes(origin ?? 'none') : site === 'same-origin';
    if (isOurs) return next();
    throw new ServiceError(
      'FORBIDDEN',
      'This form was sent from another site and was rejected. Go back to the dashboard and send it from there.',
    );
  });
}
