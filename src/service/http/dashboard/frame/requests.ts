import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { ServiceError } from '../../../core/errors.js';
import { findSession, type Session } from '../../../dashboard/sessions.js';
import { newToken } from '../../../dashboard/tokens.js';
import type { Deps } from '../../../feeds/deps.js';
import { readCookie, writeCookie } from './cookies.js';
import { seeOther } from './responses.js';

/** The context of a dashboard request. */
export interface PageEnv {
  Bindings: { requestId: string; clientAddress: string };
  Variables: {
    /** Set on every page except the sign-in pages. */
    session: Session;
    /** The form token of this visitor, against cross-site requests. */
    formToken: string;
  };
}

export type PageContext = Context<PageEnv>;
export type PageApp = Hono<PageEnv>;

/** The field of the form token. */
export const FORM_TOKEN_FIELD = 'form_token';

/** Derived from the visitor cookie, so that it needs no storage and other sites cannot know it. */
function formTokenOf(cookie: string): string {
  return createHash('sha256').update(`form ${cookie}`).digest('base64url');
}

function readOnly(): ServiceError {
  return new ServiceError(
    'FORBIDDEN',
    'You are signed in with a read-only key: it shows everything and changes nothing. Sign in with another key to change something.',
  );
}

const NONCE_BYTES = 9;
/** Characters of a nonce in base64url. */
const NONCE_LENGTH = 12;

/** A form token as a page contains it: other characters each time, so that compression reveals none. */
export function maskedToken(token: string): string {
  return withNonce(token, randomBytes(NONCE_BYTES).toString('base64url'));
}

function withNonce(token: string, nonce: string): string {
  return nonce + createHash('sha256').update(`${nonce} ${token}`).digest('base64url');
}

/** Whether a form was sent with the token of this visitor. */
export function isFormToken(given: string, token: string): boolean {
  return isEqual(given, withNonce(token, given.slice(0, NONCE_LENGTH)));
}

/** Compares in constant time. */
export function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Longer cookies cannot be valid. */
const MAX_TOKEN_LENGTH = 100;

/** For the sign-in pages: sets a cookie that binds their forms to the browser. */
export const visitor = createMiddleware<PageEnv>(async (context, next) => {
  const known = readCookie(context, 'visitor');
  const token = known === undefined || known.length > MAX_TOKEN_LENGTH ? newToken() : known;
  if (token !== known) writeCookie(context, 'visitor', token);
  context.set('formToken', formTokenOf(token));
  await next();
});

/** For all other pages: redirects to the sign-in page without a session. */
export function signedIn(deps: Pick<Deps, 'store' | 'clock'>) {
  return createMiddleware<PageEnv>(async (context, next) => {
    const token = readCookie(context, 'session') ?? '';
    const session = token.length > MAX_TOKEN_LENGTH ? null : await findSession(deps, token);
    if (session === null) return seeOther(context, 'sign-in');
    context.set('session', session);
    context.set('formToken', formTokenOf(token));
    const isSigningOut = context.req.path.endsWith('/sign-out');
    if (session.isReadOnly && context.req.method === 'POST' && !isSigningOut) throw readOnly();
    return next();
  });
}
