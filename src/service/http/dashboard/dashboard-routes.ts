import { type Context, Hono } from 'hono';
import { isoTime } from '../../core/time.js';
import { createSignInLink } from '../../dashboard/sign-in.js';
import { authorizedKey } from '../authorization.js';
import { refuseOtherMethods } from '../error-response.js';
import type { HttpDeps, HttpEnv } from '../http-deps.js';
import { clientAddressOf } from '../proxy.js';
import { reachableBase } from './kit/session.js';

/**
 * `POST /dashboard/links`, which takes an API key and returns JSON, and the pages under
 * `/dashboard`, which are loaded on first use.
 */
export function dashboardRoutes(http: HttpDeps): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  app.post('/dashboard/links', (context) => createLink(context, http));
  refuseOtherMethods(app, [{ method: 'POST', path: '/dashboard/links' }]);

  let pages: Promise<{ fetch: PagesFetch }> | undefined;
  app.on(['GET', 'POST'], ['/dashboard', '/dashboard/*'], async (context) => {
    pages ??= import('./pages.js').then(({ dashboardPages }) => dashboardPages(http));
    const { fetch } = await pages;
    const requestId = context.get('requestId');
    const clientAddress = clientAddressOf(context);
    return fetch(context.req.raw, { ...(context.env as object), requestId, clientAddress });
  });
  return app;
}

type PagesFetch = (request: Request, env: object) => Response | Promise<Response>;

async function createLink(context: Context<HttpEnv>, http: HttpDeps): Promise<Response> {
  const { account, apiKey } = await authorizedKey(context, http, () => clientAddressOf(context));
  const holder = { accountId: account.id, apiKey };
  const { token, expiresAt } = await createSignInLink(http.deps, holder);
  const base = await reachableBase(http.deps, context.req);
  context.header('Cache-Control', 'no-store');
  context.header('Referrer-Policy', 'no-referrer');
  return context.json(
    {
      // In the query, which our logs omit, and not in the path, which they contain.
      url: `${base}/dashboard/sign-in?link=${token}`,
      expires_at: isoTime(expiresAt),
    },
    201,
  );
}
