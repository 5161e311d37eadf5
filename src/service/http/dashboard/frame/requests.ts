import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { findSession, type Session } from '../../../dashboard/sessions.js';
import { newToken } from '../../../dashboard/tokens.js';
import type { Deps } from '../../../domain/deps.js';
import { readCookie, writeCookie } from './cookies.js';
import { seeOther } from './responses.js';

/** What the pages are answered with. */
export interface PageEnv {
  Bindings: { requestId: string; clientAddress: string };
  Variables: {
    /** Set on every page but those of signing in. */
    session: Session;
    /** What the forms of this visitor carry, so that no other site can send them. */
    formToken: string;
  };
}

export type PageContext = Context<PageEnv>;
export type PageApp = Hono<PageEnv>;

/** The field of every form that holds its token. */
export const FORM_TOKEN_FIELD = 'form_token';

/** Made from the cookie of the visitor, so that it needs no storage and no other site can know it. */
function formTokenOf(cookie: string): string {
  return createHash('sha256').update(`form ${cookie}`).digest('base64url');
}

/** Compares in constant time. */
export function isFormToken(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Longer cookies are none of ours. */
const MAX_TOKEN_LENGTH = 100;

/** For the pages of signing in: gives the browser something to tie their forms to. */
export const visitor = createMiddleware<PageEnv>(async (context, next) => {
  const known = readCookie(context, 'visitor');
  const token = known === undefined || known.length > MAX_TOKEN_LENGTH ? newToken() : known;
  if (token !== known) writeCookie(context, 'visitor', token);
  context.set('formToken', formTokenOf(token));
  await next();
});

/** For all other pages: whoever is not signed in is taken to where that is done. */
export function signedIn(deps: Pick<Deps, 'store' | 'clock'>) {
  return createMiddleware<PageEnv>(async (context, next) => {
    const token = readCookie(context, 'session') ?? '';
    const session = token.length > MAX_TOKEN_LENGTH ? null : await findSession(deps, token);
    if (session === null) return seeOther(context, 'sign-in');
    context.set('session', session);
    context.set('formToken', formTokenOf(token));
    return next();
  });
}
