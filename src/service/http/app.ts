import { Hono, type MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import { routePath } from 'hono/route';
import { publishedBundles } from '../bundles/published-bundle.js';
import { publishedFeeds } from '../feeds/published-feed.js';
import type { Metrics } from '../operation/metrics.js';
import { mountEndpoints } from './endpoints.js';
import {
  acceptsHtml,
  errorResponse,
  notFoundResponse,
  refuseOtherMethods,
} from './error-response.js';
import { healthRoutes } from './health.js';
import type { HttpDeps, HttpEnv } from './http-deps.js';
import { type PublishedDeps, publishedRoutes } from './published.js';
import { requestIdentity } from './request-identity.js';
import { webSubRoutes } from './websub-routes.js';

export interface AppOptions {
  /** Middleware that rejects requests by their transport; absent within the process. */
  guards?: readonly MiddlewareHandler<HttpEnv>[];
  /** Further routes, after the same middleware. */
  extraRoutes?: readonly Hono<HttpEnv>[];
  /** False until start-up is complete: `/readyz` returns 503. Default true. */
  isReady?: () => boolean;
}

/** The API and published feeds as one fetch handler. */
export function createApp(http: HttpDeps, options: AppOptions = {}): Hono<HttpEnv> {
  const { metrics } = http.deps;
  const measuring = metrics === undefined ? [] : [measureAnswers(metrics)];
  const { guards = [], extraRoutes = [], isReady = () => true } = options;
  const app = createBareApp(http, { first: measuring, guards, isReady });
  mountEndpoints(app, http);
  app.route('/', publishedRoutes(publishedSources(http)));
  app.route('/', openApiRoutes());
  app.route('/', webSubRoutes(http));
  app.route('/', rootRoute());
  for (const routes of extraRoutes) app.route('/', routes);
  return app;
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** Measures every response by its route pattern; unknown paths form a single series. */
function measureAnswers(metrics: Metrics) {
  return createMiddleware<HttpEnv>(async (context, next) => {
    const started = performance.now();
    await next();
    const route = routePath(context, -1);
    metrics.answered({
      method: METHODS.has(context.req.method) ? context.req.method : 'other',
      route: /^\/?\*$/.test(route) ? 'unknown' : route,
      status: context.res.status,
      durationMs: performance.now() - started,
    });
  });
}

/** `/openapi.json`, generated on first request. */
function openApiRoutes(): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  app.get('/openapi.json', async (context) => {
    const { openApiDocument } = await import('./openapi.js');
    return context.json(openApiDocument());
  });
  refuseOtherMethods(app, [{ method: 'GET', path: '/openapi.json' }]);
  return app;
}

/** Published feeds and bundles. */
function publishedSources({ deps, answers, pictures }: HttpDeps): PublishedDeps {
  const { clock, hub, publicAddress } = deps;
  return {
    feeds: publishedFeeds(deps),
    bundles: publishedBundles(deps),
    clock,
    answers,
    pictures,
    base: () => publicAddress.base(),
    hub: hub === undefined ? undefined : { url: hub },
  };
}

interface BareAppOptions {
  /** Middleware that runs before everything else. */
  first?: readonly MiddlewareHandler<HttpEnv>[];
  guards: readonly MiddlewareHandler<HttpEnv>[];
  isReady: () => boolean;
}

/**
 * The start of every app of a process: errors, request ids, health checks, then the guards. Load
 * balancers and kubelets check by address, over plain HTTP and past the proxy, and the answers hold no
 * secret, so no guard applies to health checks.
 */
function createBareApp(
  http: HttpDeps,
  { first = [], guards, isReady }: BareAppOptions,
): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  app.onError((error, context) => errorResponse(error, context, http.logger));
  app.notFound(notFoundResponse);
  for (const each of [requestIdentity, ...first]) app.use(each);
  app.route('/', healthRoutes(http, isReady));
  for (const each of guards) app.use(each);
  return app;
}

/** The endpoints of a worker: its health and, with a token, its metrics. */
export function createWorkerApp(
  http: HttpDeps,
  { guards = [], extraRoutes = [], isReady = () => true }: AppOptions = {},
): Hono<HttpEnv> {
  const app = createBareApp(http, { guards, isReady });
  for (const routes of extraRoutes) app.route('/', routes);
  return app;
}

/** Redirects browsers from `/` to the dashboard; programs get a 404. */
function rootRoute(): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  app.get('/', (context, next) =>
    acceptsHtml(context.req)
      ? // Relative: a proxy may serve this under a longer path.
        Promise.resolve(context.redirect('dashboard/', 302))
      : next(),
  );
  return app;
}
