import { describe, expect, it, onTestFinished } from 'vitest';
import {
  ApiError,
  answerOf,
  FeedClient,
  type FeedClientOptions,
  type FeedSummary,
  NetworkError,
} from '../../src/client/index.js';
import {
  type HostedDialect,
  type HostedDialectOptions,
  startHostedDialect,
} from '../fakes/hosted-dialect.js';
import { StillTiming } from './still-timing.js';

interface Setup {
  hosted: HostedDialect;
  client: FeedClient;
  timing: StillTiming;
}

/** A client and a hosted service that live on the same clock, which only sleeping moves. */
async function setup(
  dialect: Partial<HostedDialectOptions> = {},
  options: Partial<FeedClientOptions> = {},
): Promise<Setup> {
  const timing = new StillTiming();
  const hosted = await startHostedDialect({ now: timing.now, ...dialect });
  const { key, secret } = hosted.account;
  const client = new FeedClient({
    baseUrl: hosted.url,
    apiKey: key,
    apiSecret: secret,
    timing,
    ...options,
  });
  onTestFinished(async () => {
    await client.close();
    await hosted.close();
  });
  return { hosted, client, timing };
}

function lines(hosted: HostedDialect): string[] {
  return hosted.requests.map(({ method, path }) => `${method} ${path}`);
}

async function collect<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

const dialects: [string, Partial<HostedDialectOptions>][] = [
  ['as seen today', {}],
  [
    'as specified',
    { lists: 'array', icons: 'string', members: 'ids', sparse: false, createStatus: 201 },
  ],
  [
    'at its barest',
    { icons: 'absent', deletes: 'empty', memberChanges: 'empty', lists: 'envelope-without-total' },
  ],
];

describe.each(dialects)('a hosted service %s', (_name, dialect) => {
  it('gives a feed in one shape through its whole life', async () => {
    const { client } = await setup(dialect);
    const created = await client.createFeed({ url: 'https://example.com/blog' });
    expect(created).toMatchObject({
      source_url: 'https://example.com/blog',
      icon: dialect.icons === 'absent' ? '' : 'https://example.com/favicon.png',
      description: '',
      is_active: true,
    });
    expect(created.items).toHaveLength(2);
    expect(created.items[0]?.description_html).toBe('');

    const { items, ...summary } = await client.getFeed(created.id);
    expect(items).toEqual(created.items);
    expect(await client.listFeeds()).toEqual([summary]);
    const dates = (await client.getFeed(created.id, { sort: 'date' })).items.map(
      (item) => item.date_published,
    );
    expect(dates).toEqual(['2026-01-02T08:00:00.000Z', '2026-01-01T08:00:00.000Z']);

    expect((await client.updateFeed(created.id, { title: 'New' })).title).toBe('New');
    expect(await client.getFeedSettings(created.id)).toEqual({ customAuthor: null });
    const settings = await client.updateFeedSettings(created.id, { customAuthor: 'Desk' });
    expect(settings).toEqual({ customAuthor: 'Desk' });
    expect(await client.listFeeds({ include: 'settings' })).not.toMatchObject([{ settings }]);
    expect((await client.getFeed(created.id)).items[0]?.authors).toEqual([{ name: 'Desk' }]);

    expect(await client.deleteFeed(created.id)).toEqual({ id: created.id, deleted: true });
    await expect(client.getFeed(created.id)).rejects.toMatchObject({ status: 404 });
  });

  it('gives a bundle in one shape through its whole life', async () => {
    const { hosted, client } = await setup(dialect);
    const first = hosted.state().addFeed({ source_url: 'https://one.example/' });
    const second = hosted.state().addFeed({ source_url: 'https://two.example/' });

    const bundle = await client.createBundle({ name: 'Both' });
    expect(bundle).toMatchObject({ name: 'Both', description: '', feeds: [] });
    expect((await client.addFeedToBundle(bundle.id, first.id)).feeds).toEqual([first.id]);
    const both = await client.addFeedToBundle(bundle.id, second.id);
    expect(both.feeds).toEqual([first.id, second.id]);
    expect((await client.getBundle(bundle.id)).feeds).toEqual(both.feeds);
    expect((await client.listBundles())[0]?.feeds).toEqual(both.feeds);
    expect((await client.updateBundle(bundle.id, { name: 'B' })).name).toBe('B');
    expect((await client.removeFeedFromBundle(bundle.id, first.id)).feeds).toEqual([second.id]);
    expect(await client.deleteBundle(bundle.id)).toEqual({ id: bundle.id, deleted: true });
    expect(await client.listBundles()).toEqual([]);
  });

  it('is walked from end to end', async () => {
    const { hosted, client } = await setup(dialect);
    for (let n = 0; n < 230; n++) hosted.state().addFeed({ source_url: `https://e.example/${n}` });
    const rows = client.feeds();
    const feeds = await collect(rows);
    expect(feeds.map(({ id }) => id)).toEqual(hosted.state().feeds.map(({ id }) => id));
    expect(rows.shifted).toBe(false);
    expect(rows.total).toBe('lists' in dialect ? undefined : 230);
  });
});

describe('walking an account that changes', () => {
  it('loses no feed when another program deletes some, and says so', async () => {
    const { hosted, client } = await setup(
      {},
      {
        onResponse: ({ attempt, url }) => {
          if (attempt === 1 && url.endsWith('offset=0')) hosted.state().feeds.splice(0, 30);
        },
      },
    );
    for (let n = 0; n < 150; n++) hosted.state().addFeed({ source_url: `https://e.example/${n}` });
    const before = hosted.state().feeds.map(({ id }) => id);
    const rows = client.feeds();
    expect((await collect<FeedSummary>(rows)).map(({ id }) => id)).toEqual(before);
    expect(rows.shifted).toBe(true);
  });

  it('walks bundles too, and stops at a limit', async () => {
    const { hosted, client } = await setup();
    for (let n = 0; n < 120; n++) hosted.state().addBundle({ name: `B${n}` });
    const rows = client.bundles({ limit: 110, offset: 5 });
    const bundles = await collect(rows);
    expect(bundles).toHaveLength(110);
    expect(bundles[0]?.name).toBe('B114');
    expect(rows.more).toBe(true);
  });
});

describe('what goes wrong on the way', () => {
  it('repeats a read that a gateway failed', async () => {
    const { hosted, client, timing } = await setup();
    hosted.fault({ fault: { kind: 'html', status: 502 }, times: 2 });
    expect(await client.listFeeds()).toEqual([]);
    expect(lines(hosted)).toEqual(['GET /v1/feeds', 'GET /v1/feeds', 'GET /v1/feeds']);
    expect(timing.sleeps).toEqual([250, 500]);
  });

  it('gives up after three repeats, and keeps the first bytes of the page', async () => {
    const { hosted, client } = await setup();
    hosted.fault({ fault: { kind: 'html', status: 503 }, times: 9 });
    const error = await client.listFeeds().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 503, codes: [], contentType: 'text/html' });
    expect(error).toHaveProperty('bodyStart', expect.stringMatching(/^<!doctype html>/));
    expect(String(error)).toBe(
      `ApiError: ${new URL(hosted.url).host} answers 503 Service Unavailable: the proxy is up, the service behind it is not.`,
    );
    expect(hosted.requests).toHaveLength(4);
  });

  it.each([
    'html',
    'reset',
    'lost-answer',
    'cut-answer',
    'gateway-timeout',
    'too-many-requests',
  ] as const)('never repeats a POST: %s', async (kind) => {
    const { hosted, client } = await setup();
    hosted.fault({ fault: kind === 'html' ? { kind, status: 502 } : { kind }, times: 9 });
    await expect(client.createFeed({ url: 'https://example.com/' })).rejects.toThrow();
    await expect(client.createBundle({ name: 'B' })).rejects.toThrow();
    expect(lines(hosted)).toEqual(['POST /v1/feeds', 'POST /v1/bundles']);
  });

  it('says by a lost answer that nothing is known: the feed may be there', async () => {
    const { hosted, client } = await setup();
    hosted.fault({ method: 'POST', fault: { kind: 'lost-answer' } });
    const error = await client.createFeed({ url: 'https://e.example/' }).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(NetworkError);
    expect((await client.listFeeds()).map((feed) => feed.source_url)).toEqual([
      'https://e.example/',
    ]);
  });

  it.each(['lost-answer', 'gateway-timeout'] as const)(
    'takes 404 on a repeated DELETE as done: %s',
    async (kind) => {
      const { hosted, client } = await setup();
      const feed = hosted.state().addFeed({ source_url: 'https://e.example/' });
      const bundle = hosted.state().addBundle({ name: 'B', members: [feed.id] });
      hosted.fault({ method: 'DELETE', path: /bundles.*feeds/, fault: { kind } });
      expect((await client.removeFeedFromBundle(bundle.id, feed.id)).feeds).toEqual([]);
      hosted.fault({ method: 'DELETE', fault: { kind } });
      expect(await client.deleteFeed(feed.id)).toEqual({ id: feed.id, deleted: true });
      hosted.fault({ method: 'DELETE', fault: { kind } });
      expect(await client.deleteBundle(bundle.id)).toEqual({ id: bundle.id, deleted: true });
    },
  );

  it('takes 404 on a first DELETE as the error it is', async () => {
    const { client } = await setup();
    await expect(client.deleteFeed('nothing')).rejects.toMatchObject({
      status: 404,
      code: 'feed_not_found',
      message: 'Feed not found',
    });
  });

  it('repeats PUT and PATCH, which change nothing the second time', async () => {
    const { hosted, client } = await setup();
    const feed = hosted.state().addFeed({ source_url: 'https://e.example/' });
    const bundle = hosted.state().addBundle({ name: 'B' });
    hosted.fault({ method: 'PUT', fault: { kind: 'lost-answer' } });
    expect((await client.addFeedToBundle(bundle.id, feed.id)).feeds).toEqual([feed.id]);
    hosted.fault({ method: 'PATCH', fault: { kind: 'cut-answer' } });
    expect((await client.updateFeed(feed.id, { title: 'T' })).title).toBe('T');
    expect(hosted.requests).toHaveLength(4);
  });

  it('refuses a success that is a web page', async () => {
    const { hosted, client } = await setup();
    hosted.fault({ fault: { kind: 'html', status: 200 } });
    await expect(client.listFeeds()).rejects.toMatchObject({
      name: 'UnreadableResponseError',
      status: 200,
      message: 'GET /v1/feeds answered 200, but the body is a web page, not JSON.',
      bodyStart: expect.stringContaining('<!doctype html>'),
    });
  });

  it('keeps the codes and the message of a refusal', async () => {
    const { hosted, client } = await setup({
      accounts: [{ key: 'c_1', secret: 's_1', feedLimit: 0 }],
    });
    await expect(client.createFeed({ url: 'https://e.example/' })).rejects.toMatchObject({
      name: 'ApiError',
      status: 402,
      code: 'plan_limit_reached',
      errorBody: { statusCode: 402, errors: [{ code: 'plan_limit_reached' }] },
    });
    hosted.options.accounts = [{ key: 'c_1', secret: 'changed' }];
    await expect(client.listFeeds()).rejects.toMatchObject({ status: 401 });
  });
});

describe('the rate limit', () => {
  it('is kept by spacing writes, so that none is refused', async () => {
    const { hosted, client, timing } = await setup({ writeIntervalMs: 1000 });
    for (let n = 0; n < 4; n++) await client.createFeed({ url: `https://e.example/${n}` });
    expect(timing.sleeps).toEqual([1200, 1200, 1200]);
    expect(hosted.requests.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it('is kept by writes made at the same time', async () => {
    const { client, timing } = await setup();
    const start = timing.now();
    await Promise.all([1, 2, 3].map((n) => client.createBundle({ name: `B${n}` })));
    expect(timing.sleeps).toHaveLength(2);
    expect(timing.now() - start).toBeGreaterThanOrEqual(2400);
  });

  it('spaces no reads', async () => {
    const { client, timing } = await setup();
    for (let n = 0; n < 3; n++) await client.listFeeds();
    expect(timing.sleeps).toEqual([]);
  });

  it.each(['seconds', 'date'] as const)(
    'waits as long as a 429 asks, in %s',
    async (retryAfter) => {
      const { hosted, client, timing } = await setup(
        { writeIntervalMs: 3000, retryAfter },
        { writeIntervalMs: 0 },
      );
      const feed = hosted.state().addFeed({ source_url: 'https://e.example/' });
      await client.updateFeed(feed.id, { title: '1' });
      await client.updateFeed(feed.id, { title: '2' });
      expect(hosted.requests.map(({ status }) => status)).toEqual([200, 429, 200]);
      expect(timing.sleeps).toEqual([3250]);
    },
  );

  it('stops at once when a 429 asks for more than a minute, and says for how long', async () => {
    const { hosted, client, timing } = await setup();
    hosted.fault({ fault: { kind: 'too-many-requests', retryAfter: '3600' } });
    await expect(client.listFeeds()).rejects.toMatchObject({
      status: 429,
      retryAfterSeconds: 3600,
      suggestion: 'Try again in 3600 s.',
    });
    expect(timing.sleeps).toEqual([]);
  });

  it('hands the wait of a refused POST to the caller', async () => {
    const { client } = await setup({ writeIntervalMs: 5000 }, { writeIntervalMs: 0 });
    await client.createBundle({ name: 'B1' });
    await expect(client.createBundle({ name: 'B2' })).rejects.toMatchObject({
      status: 429,
      retryAfterSeconds: 5,
    });
  });
});

describe('a service that is not our own', () => {
  it('is found out with one cheap request, once', async () => {
    const { hosted, client } = await setup({ unknownFields: 'reject' });
    expect(client.service).toMatchObject({ version: null, known: false });
    await client.createFeed({ keyword: 'tides', mode: 'keyword' });
    await client.createFeed({ keyword: 'moon', mode: 'headline' });
    expect(client.service).toMatchObject({ version: null, known: true });
    expect(lines(hosted)).toEqual(['GET /v1/feeds', 'POST /v1/feeds', 'POST /v1/feeds']);
    expect(hosted.requests.map(({ body }) => body)).toEqual([
      undefined,
      { keyword: 'tides' },
      { keyword: 'moon' },
    ]);
  });

  it('is not asked when no extension is used', async () => {
    const { hosted, client } = await setup();
    await client.createFeed({ keyword: 'tides', region: 'US:en' });
    expect(lines(hosted)).toEqual(['POST /v1/feeds']);
  });

  it('is not given selectors: without them it would be another feed', async () => {
    const { hosted, client } = await setup();
    const body = { url: 'https://e.example/', selectors: { items: 'li' } };
    await expect(client.createFeed(body)).rejects.toThrow(/does not take selectors/);
    expect(lines(hosted)).toEqual(['GET /v1/feeds']);
  });

  type Call = (client: FeedClient) => Promise<unknown>;
  const refused: [string, Call][] = [
    ['mode', (client) => client.createFeed({ url: 'https://e.example/', mode: 'changes' })],
    ['interval', (client) => client.updateFeedSettings('f1', { interval: 'auto' })],
    ['url', (client) => client.updateFeed('f1', { url: 'https://e.example/new' })],
    ['filters', (client) => client.createBundle({ name: 'B', filters: { include: ['a'] } })],
    ['dropped', (client) => client.getFeed('f1', { dropped: 'only' })],
    ['search', (client) => client.listFeeds({ search: 'a' })],
    ['health', (client) => collect(client.feeds({ health: 'failing' }))],
  ];
  it.each(refused)('is not given %s: the result would be another one', async (field, call) => {
    const { hosted, client } = await setup();
    await expect(call(client)).rejects.toThrow(`This service does not take ${field}.`);
    expect(lines(hosted)).toEqual(['GET /v1/feeds']);
  });

  it('is given a new feed without what stands for nothing chosen', async () => {
    const { hosted, client } = await setup();
    await client.createFeed({ url: 'https://e.example/', full_text: false, from: 'auto' });
    expect(hosted.requests.at(-1)?.body).toEqual({ url: 'https://e.example/' });
  });
});

describe('raw calls', () => {
  it('give status, headers and text, whatever the status', async () => {
    const { hosted, client } = await setup();
    const missing = await client.request('get', '/v1/feeds/none');
    expect(missing.status).toBe(404);
    expect(missing.headers['content-type']).toContain('application/json');
    expect(JSON.parse(missing.text)).toMatchObject({ message: 'Feed not found' });
    const created = await client.request('POST', '/v1/bundles', {
      body: '{"name":"B","feeds":[]}',
    });
    expect(created.status).toBe(200);
    const listed = await client.request('GET', '/v1/bundles?limit=1', { query: { offset: 0 } });
    expect(JSON.parse(listed.text)).toMatchObject({ total: 1, limit: 1, offset: 0 });
    expect(hosted.requests).toHaveLength(3);
  });

  it.each([
    ['GET', 'https://evil.example/v1/feeds', /leads away/],
    ['GET', '/v1/../feeds/x.xml', /not below/],
    ['TRACE', '/v1/feeds', /not a method/],
  ])('refuse %s %s before anything is sent', async (method, path, message) => {
    const { hosted, client } = await setup();
    await expect(client.request(method, path)).rejects.toThrow(message);
    await expect(client.request('GET', '/v1/feeds', { body: {} })).rejects.toThrow(/no body/);
    expect(hosted.requests).toEqual([]);
  });
});

it('keeps what the service sent, untouched', async () => {
  const { client } = await setup();
  const feed = await client.createFeed({ url: 'https://example.com/' });
  const icon = { url: 'https://example.com/favicon.png', mimeType: 'image/png' };
  expect(answerOf(feed)).toMatchObject({ status: 200, body: { id: feed.id, icon } });
  const [row] = await client.listFeeds();
  expect(row && answerOf(row)).toMatchObject({ body: { id: feed.id, icon } });
  expect(answerOf({})).toBeUndefined();
});
