import { type Context, Hono } from 'hono';
import { isoTime } from '../core/time.js';
import { authorizedKey } from '../http/authorization.js';
import { refuseOtherMethods } from '../http/error-response.js';
import type { HttpEnv } from '../http/http-deps.js';
import { clientAddressOf } from '../http/proxy.js';
import type { DashboardDeps } from './kit/http.js';
import { reachableBase } from './kit/session.js';
import { createSignInLink } from './use-cases/sign-in.js';

/**
 * Creates the routes of the dashboard: `POST /dashboard/links`, which takes an API key and returns
 * JSON, and the pages under `/dashboard`, which are loaded on first use.
 */
export function dashboardRoutes(http: DashboardDeps): Hono<HttpEnv> {
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

async function createLink(context: Context<HttpEnv>, http: DashboardDeps): Promise<Response> {
  const { account, apiKey } = await authorizedKey(context, http, () => clientAddressOf(context));
  const holder = { accountId: account.id, apiKey };
  const { token, expiresAt } = await createSignInLink(http.deps, holder);
  const base = await reachableBase(http.deps, context.req);
  context.header('Cache-Control', 'no-store');
  context.header('Referrer-Policy', 'no-referrer');
  return context.json(
    {
      // The token is in the query, which the logs of the service omit, and not in the path, which
      // they contain.
      url: `${base}/dashboard/sign-in?link=${token}`,
      expires_at: isoTime(expiresAt),
    },
    201,
  );
}
