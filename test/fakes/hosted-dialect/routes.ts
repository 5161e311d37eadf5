import { isUrl } from '../../../src/base/url.js';
import type { FakeAccount, HostedDialectOptions } from './options.js';
import type { Renderer } from './render.js';
import { empty, error, json, type Reply } from './replies.js';
import { type AccountState, type FakeFeed, type FakeSource, sampleItems } from './state.js';

/** A request that has passed authentication and the rate limit. */
export interface RouteRequest {
  method: string;
  /** Path split at the slashes, after `/v1`. */
  segments: string[];
  query: URLSearchParams;
  body: Record<string, unknown>;
  account: AccountState;
  settings: FakeAccount;
}

/** What the routes need beside the request. */
export interface RouteContext {
  options: HostedDialectOptions;
  render: Renderer;
  sources: Map<string, FakeSource>;
}

/** The /v1 interface as the hosted dialect has it. */
export function route(request: RouteRequest, context: RouteContext): Reply {
  const [noun, id, sub, memberId] = request.segments;
  if (noun === 'feeds') {
    if (id === undefined) return feedCollection(request, context);
    const feed = request.account.feed(id);
    if (feed === undefined) return error(404, 'Feed not found', 'feed_not_found');
    if (sub === undefined) return oneFeed(feed, request, context);
    if (sub === 'settings') return feedSettings(feed, request);
  }
  if (noun === 'bundles') {
    if (id === undefined) return bundleCollection(request, context);
    if (sub === undefined) return oneBundle(id, request, context);
    if (sub === 'feeds' && memberId !== undefined) return member(id, memberId, request, context);
  }
  return error(404, 'Not found', 'not_found');
}

function feedCollection(request: RouteRequest, context: RouteContext): Reply {
  const { render } = context;
  if (request.method === 'POST') return createFeed(request, context);
  if (request.method !== 'GET') return notAllowed();
  return list(request, render, request.account.feeds, (feed) => render.feedSummary(feed));
}

function createFeed(
  { body, account, settings }: RouteRequest,
  { options, render, sources }: RouteContext,
): Reply {
  const unknown = Object.keys(body).filter((name) => !['url', 'keyword', 'region'].includes(name));
  if (unknown.length > 0 && options.unknownFields === 'reject') {
    return error(400, `property ${unknown[0]} should not exist`, 'validation_error');
  }
  const sourceUrl = sourceOf(body);
  if (sourceUrl === undefined) return error(400, 'Invalid feed url', 'validation_error');
  const existing = account.feeds.find((feed) => feed.source_url === sourceUrl);
  if (existing !== undefined && options.sameSource === 'existing') {
    return json(200, render.feed(existing));
  }
  if (account.feeds.length >= (settings.feedLimit ?? Number.POSITIVE_INFINITY)) {
    return error(402, 'You have reached the feed limit of your plan', 'plan_limit_reached');
  }
  const source = sources.get(sourceUrl) ?? { kind: 'page', items: sampleItems(sourceUrl) };
  if (source.kind === 'failure') return error(400, source.message, source.code ?? 'feed_error');
  // An empty page makes an empty feed, and uses up a slot of the plan.
  const feed = account.addFeed({
    source_url: sourceUrl,
    title: source.kind === 'page' ? (source.title ?? `Feed of ${sourceUrl}`) : '',
    icon: `${new URL(sourceUrl).origin}/favicon.png`,
    items: source.kind === 'page' ? source.items : [],
  });
  return json(options.createStatus, render.feed(feed));
}

/** A keyword feed carries what it was made of in the query of its `source_url`. */
function sourceOf({ url, keyword, region }: Record<string, unknown>): string | undefined {
  if (typeof url === 'string') return isUrl(url) ? url : undefined;
  if (typeof keyword !== 'string' || keyword === '') return undefined;
  const search = new URL('https://news.example/search');
  const edition = typeof region === 'string' ? region : 'US:en';
  search.searchParams.set('keyword', keyword);
  search.searchParams.set('region', edition);
  search.searchParams.set('lang', edition.split(':')[1] ?? 'en');
  return search.href;
}

function oneFeed(feed: FakeFeed, request: RouteRequest, { options, render }: RouteContext): Reply {
  if (request.method === 'GET') return json(200, render.feed(feed, request.query.get('sort')));
  if (request.method === 'PATCH') {
    assignTexts(feed, request.body, ['title', 'description', 'icon']);
    return json(200, render.feedSummary(feed));
  }
  if (request.method !== 'DELETE') return notAllowed();
  request.account.removeFeed(feed.id);
  return options.deletes === 'empty' ? empty() : json(200, { id: feed.id, deleted: true });
}

function feedSettings(feed: FakeFeed, { method, body }: RouteRequest): Reply {
  if (method !== 'GET' && method !== 'PATCH') return notAllowed();
  const { customAuthor } = body;
  if (typeof customAuthor === 'string' || customAuthor === null) feed.customAuthor = customAuthor;
  return json(200, { customAuthor: feed.customAuthor });
}

function bundleCollection(request: RouteRequest, { options, render }: RouteContext): Reply {
  const { account, body } = request;
  if (request.method === 'GET') {
    return list(request, render, account.bundles, (bundle) =>
      render.bundleSummary(bundle, account),
    );
  }
  if (request.method !== 'POST') return notAllowed();
  if (typeof body.name !== 'string') return error(400, 'name is required', 'validation_error');
  // Without the field this is an error here, although docs/api.md makes it optional.
  if (!Array.isArray(body.feeds)) return error(400, 'feeds must be an array', 'validation_error');
  const members = body.feeds.filter((id): id is string => typeof id === 'string');
  const missing = members.find((id) => account.feed(id) === undefined);
  if (missing !== undefined) return error(404, `Feed ${missing} not found`, 'feed_not_found');
  // The rest is for PATCH, see docs/api.md.
  const unknown = Object.keys(body).find((name) => !['name', 'feeds'].includes(name));
  if (unknown !== undefined && options.unknownFields === 'reject') {
    return error(400, `property ${unknown} should not exist`, 'validation_error');
  }
  const bundle = account.addBundle({ name: body.name, members: [...new Set(members)] });
  return json(options.createStatus, render.bundle(bundle, account));
}

function oneBundle(id: string, request: RouteRequest, { options, render }: RouteContext): Reply {
  const { account } = request;
  const bundle = account.bundle(id);
  if (bundle === undefined) return error(404, 'Bundle not found', 'bundle_not_found');
  if (request.method === 'GET') {
    return json(200, render.bundle(bundle, account, request.query.get('sort')));
  }
  if (request.method === 'PATCH') {
    // `feeds` is passed over without a word: there is no call that replaces the members.
    assignTexts(bundle, request.body, ['name', 'description', 'icon']);
    return json(200, render.bundleSummary(bundle, account));
  }
  if (request.method !== 'DELETE') return notAllowed();
  account.removeBundle(id);
  return options.deletes === 'empty' ? empty() : json(200, { id, deleted: true });
}

function member(
  id: string,
  feedId: string,
  { method, account }: RouteRequest,
  { options, render }: RouteContext,
): Reply {
  const bundle = account.bundle(id);
  if (bundle === undefined) return error(404, 'Bundle not found', 'bundle_not_found');
  if (method === 'PUT') {
    if (account.feed(feedId) === undefined) return error(404, 'Feed not found', 'feed_not_found');
    if (!bundle.members.includes(feedId)) bundle.members.push(feedId);
  } else if (method === 'DELETE') {
    if (!bundle.members.includes(feedId)) {
      return error(404, 'Feed is not in the bundle', 'feed_not_found');
    }
    bundle.members = bundle.members.filter((one) => one !== feedId);
  } else {
    return notAllowed();
  }
  return options.memberChanges === 'empty'
    ? empty()
    : json(200, render.bundleSummary(bundle, account));
}

function list<Row>(
  { query }: RouteRequest,
  render: Renderer,
  rows: readonly Row[],
  summary: (row: Row) => Record<string, unknown>,
): Reply {
  const limit = Number(query.get('limit') ?? 10);
  const offset = Number(query.get('offset') ?? 0);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) {
    return error(400, 'limit must be between 1 and 100', 'validation_error');
  }
  if (!Number.isInteger(offset) || offset < 0) {
    return error(400, 'offset must not be negative', 'validation_error');
  }
  return json(200, render.list(rows, summary, { limit, offset }));
}

function assignTexts<Name extends string>(
  target: Record<Name, string>,
  body: Record<string, unknown>,
  names: readonly Name[],
): void {
  for (const name of names) {
    const value = body[name];
    if (typeof value === 'string') target[name] = value;
  }
}

function notAllowed(): Reply {
  return error(405, 'Method not allowed', 'method_not_allowed');
}
