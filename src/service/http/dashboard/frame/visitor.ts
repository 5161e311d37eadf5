import { createMiddleware } from 'hono/factory';
import { findSession } from '../../../dashboard/sessions.js';
import { newToken } from '../../../dashboard/token.js';
import type { Deps } from '../../../domain/deps.js';
import { readCookie, writeCookie } from './cookies.js';
import { formTokenOf } from './form-token.js';
import type { PageEnv } from './page-env.js';
import { seeOther } from './redirect.js';

/** Longer cookies are none of ours. */
const LONGEST_TOKEN = 100;

/** For the pages of signing in: gives the browser something to tie their forms to. */
export const visitor = createMiddleware<PageEnv>(async (context, next) => {
  const known = readCookie(context, 'visitor');
  const token = known === undefined || known.length > LONGEST_TOKEN ? newToken() : known;
  if (token !== known) writeCookie(context, 'visitor', token);
  context.set('formToken', formTokenOf(token));
  await next();
});

/** For all other pages: whoever is not signed in is taken to where that is done. */
export function signedIn(deps: Pick<Deps, 'store' | 'clock'>) {
  return createMiddleware<PageEnv>(async (context, next) => {
    const token = readCookie(context, 'session') ?? '';
    const session = token.length > LONGEST_TOKEN ? null : await findSession(deps, token);
    if (session === null) return seeOther(context, 'sign-in');
    context.set('session', session);
    context.set('formToken', formTokenOf(token));
    return next();
  });
}
