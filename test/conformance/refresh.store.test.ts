import { expect, it } from 'vitest';
import {
  feedFetchSchema,
  MAX_PREVIEW_BYTES,
  previewSchema,
  type RefreshBatch,
  type RefreshOutcome,
  refreshBatchSchema,
  refreshOutcomeSchema,
  serviceHealthSchema,
  VERSION,
} from '../../src/contract/index.js';
import { numberedItems, rss } from '../support/rss.js';
import { expectError } from './api.js';
import { describeConformance, type Setup } from './forms.js';

async function feedOf(setup: Setup, path: string, items = 1) {
  const publish = (count: number) =>
    setup.sources.publish(path, { title: path, items: numberedItems(count, path) });
  const { id } = await setup.api.createFeed(publish(items));
  return { id, publish };
}

describeConformance('extension: fetching one feed now', (setup) => {
  it('stores what is new and says what that was', async () => {
    const { id, publish } = await feedOf(setup, '/one.xml');
    publish(3);
    const { status, body } = await setup.api.request('POST', `/v1/feeds/${id}/refresh`);
    expect(status).toBe(200);
    expect(refreshOutcomeSchema.strict().parse(body)).toEqual({
      id,
      title: '/one.xml',
      outcome: 'updated',
      items_new: 2,
      items_changed: 0,
      error: null,
      next_refresh_at: expect.stringMatching(/^2026-.*Z$/),
    });
    expect((await setup.api.get(`/v1/feeds/${id}?sort=date`)).body).toMatchObject({
      items: numberedItems(3, '/one.xml').map(({ title }) => ({ title })),
    });
  });

  it('tells why a source could not be read', async () => {
    const { id } = await feedOf(setup, '/broken.xml');
    setup.sources.on('/broken.xml', (_, response) => response.writeHead(500).end());
    const { status, body } = await setup.api.request('POST', `/v1/feeds/${id}/refresh`);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        outcome: 'failed',
        error: { code: 'SOURCE_UNREACHABLE', message: expect.stringContaining('HTTP 500') },
      },
    });
  });

  it('is for feeds of the account', async () => {
    const { id } = await feedOf(setup, '/mine.xml');
    const hits = setup.sources.hits('/mine.xml');
    const path = `/v1/feeds/${id}/refresh`;
    expectError(await setup.stranger.request('POST', path), 'FEED_NOT_FOUND');
    expectError(
      await setup.api.request('POST', '/v1/feeds/nosuchfeed000000/refresh'),
      'FEED_NOT_FOUND',
    );
    expectError(await setup.api.get(path), 'METHOD_NOT_ALLOWED');
    expect(setup.sources.hits('/mine.xml')).toBe(hits);
  });
});

describeConformance('extension: fetching several feeds now', (setup) => {
  async function refreshed(body: object): Promise<RefreshOutcome[]> {
    const results: RefreshOutcome[] = [];
    let cursor: string | null | undefined;
    do {
      const reply = await setup.api.post('/v1/refresh', { ...body, ...(cursor && { cursor }) });
      expect(reply.status).toBe(200);
      const batch: RefreshBatch = refreshBatchSchema.strict().parse(reply.body);
      results.push(...batch.results);
      cursor = batch.cursor;
    } while (cursor !== null);
    return results;
  }

  it('takes feeds, bundles, the due ones, and all', async () => {
    const one = await feedOf(setup, '/1.xml');
    const two = await feedOf(setup, '/2.xml');
    const three = await feedOf(setup, '/3.xml');
    const bundle = await setup.api.createBundle('Some', [one.id, two.id]);
    one.publish(4);
    const named = await refreshed({ ids: [bundle.id, 'nosuchfeed000000', one.id] });
    expect(new Map(named.map(({ id, outcome }) => [id, outcome]))).toEqual(
      new Map([
        [one.id, 'updated'],
        [two.id, 'unchanged'],
        ['nosuchfeed000000', 'failed'],
      ]),
    );
    expect(await refreshed({ due: true })).toEqual([]);
    const all = await refreshed({ all: true });
    expect(all.map(({ id }) => id).sort()).toEqual([one.id, two.id, three.id].sort());

    setup.clock.advance(3 * 24 * 3_600_000);
    expect(await refreshed({ ids: [three.id], due: true })).toHaveLength(1);
    expect(await refreshed({ ids: [three.id], due: true })).toEqual([]);
    const due = await refreshed({ due: true });
    expect(due.map(({ id }) => id).sort()).toEqual([one.id, two.id].sort());
  });

  it('answers in time, and goes on where it stopped', async () => {
    const { id } = await feedOf(setup, '/slow.xml');
    let answer: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      setup.sources.on('/slow.xml', (_, response) => {
        answer = () => response.end(rss({ title: 'Slow', items: numberedItems(2) }));
        resolve();
      });
    });
    const body = { ids: [id], wait_seconds: 0.2 };
    const first = (await setup.api.post('/v1/refresh', body)).body as RefreshBatch;
    expect(first).toMatchObject({ results: [], remaining: 1, cursor: expect.any(String) });
    await asked;
    answer();
    const rest = { ...body, wait_seconds: 30, cursor: first.cursor };
    expect((await setup.api.post('/v1/refresh', rest)).body).toMatchObject({
      results: [{ id, outcome: 'updated' }],
      remaining: 0,
      cursor: null,
    });
  });

  it('fetches named feeds again only after the wanted time, and the shortest interval', async () => {
    const { id, publish } = await feedOf(setup, '/aged.xml');
    publish(2);
    const fetch = async (older_than_seconds: number) => {
      const wanted = { ids: [id], older_than_seconds };
      const { body } = await setup.api.post('/v1/refresh', wanted);
      return refreshBatchSchema.strict().parse(body);
    };
    expect(await fetch(0)).toMatchObject({ results: [], shortest_interval_seconds: 300 });
  });

  it('leaves other accounts alone', async () => {
    await feedOf(setup, '/theirs.xml');
    const { body } = await setup.stranger.post('/v1/refresh', { all: true });
    expect(body).toMatchObject({ results: [], remaining: 0, cursor: null });
  });

  it.each([
    [{}, /must have one of "ids", "due": true and "all": true/],
    [{ all: true, due: true }, /must have one of/],
    [{ all: true, ids: ['a'] }, /must have one of/],
    [{ ids: [] }, /"ids" must not be empty/],
    [{ all: true, wait_seconds: 31 }, /"wait_seconds" must be at most 30/],
    [{ all: true, cursor: 'x' }, /"cursor" is invalid/],
    [{ everything: true }, /"everything" is not a field/],
  ])('refuses %j', async (body, message) => {
    expectError(await setup.api.post('/v1/refresh', body), 'INVALID_FIELD', message);
  });
});

describeConformance('extension: the history of a feed', (setup) => {
  it('lists the latest fetches, newest first, a page at a time', async () => {
    const { id, publish } = await feedOf(setup, '/history.xml');
    const path = `/v1/feeds/${id}/history`;
    expect((await setup.api.get(path)).body).toEqual([]);
    publish(2);
    await setup.api.request('POST', `/v1/feeds/${id}/refresh`);
    setup.sources.on('/history.xml', (_, response) => response.writeHead(404).end());
    await setup.api.request('POST', `/v1/feeds/${id}/refresh`);

    const { body } = await setup.api.get(path);
    const fetches = feedFetchSchema.strict().array().parse(body);
    expect(fetches).toEqual([
      expect.objectContaining({
        number: 2,
        outcome: 'failed',
        http_status: 404,
        items_new: 0,
        error: { code: 'SOURCE_UNREACHABLE', message: expect.stringContaining('404') },
      }),
      {
        number: 1,
        at: new Date(setup.clock.now()).toISOString(),
        outcome: 'updated',
        http_status: null,
        items_new: 1,
        items_changed: 0,
        duration_ms: expect.any(Number),
        error: null,
      },
    ]);
    expect((await setup.api.get(`${path}?limit=1&offset=1`)).body).toEqual([fetches[1]]);
    expectError(await setup.api.get(`${path}?limit=101`), 'INVALID_FIELD', /"limit"/);
    expectError(await setup.stranger.get(path), 'FEED_NOT_FOUND');
  });
});

const STORIES = ['Rain over the harbour', 'New bridge opened', 'Library stays open'];
const PAGE = `<!doctype html><title>The Harbour News</title><main><ul>${STORIES.map(
  (title, n) =>
    `<li class="story"><h2><a href="/news/2026/story-${n}">${title}</a></h2><p>About ${n}.</p></li>`,
).join('')}</ul></main>`;
const ARTICLE = `<title>One story</title><article><h1>One</h1>${'<p>Words. '.repeat(80)}</article>`;

describeConformance('extension: previews', (setup) => {
  const onPage = (path: string, html: string) =>
    setup.sources.on(path, (_, response) => {
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.end(html);
    });

  it('show what a feed of an address would be, and store nothing', async () => {
    const url = onPage('/news', PAGE);
    const { status, body } = await setup.api.post('/v1/preview', { url });
    expect(status).toBe(200);
    expect(previewSchema.strict().parse(body)).toMatchObject({
      title: 'The Harbour News',
      from: 'page',
      poll_url: url,
      items: STORIES.map((title) => ({ title })),
      failure: null,
      explanation: null,
    });
    expect((await setup.api.get('/v1/feeds')).body).toEqual([]);
    const feed = await setup.api.createFeed(url);
    // Only what is stored has a guid.
    expect((body as { items: unknown }).items).toEqual(feed.items.map(({ guid, ...item }) => item));
  });

  it('explain how the items were found, or why there are none', async () => {
    const found = await setup.api.post('/v1/preview', {
      url: onPage('/explained', PAGE),
      explain: true,
    });
    const preview = previewSchema.strict().parse(found.body);
    expect(preview.explanation).toMatchObject({
      strategy: 'records',
      runners_up: expect.any(Array),
      suggestions: [{ list: 'winner', selectors: { items: expect.any(String) } }],
    });
    expect(preview.rule).toMatchObject({ version: 1, strategy: 'records' });

    const url = onPage('/article', ARTICLE);
    expectError(await setup.api.post('/v1/preview', { url }), 'NO_ITEMS_FOUND');
    const none = await setup.api.post('/v1/preview', { url, explain: true });
    expect(none.status).toBe(200);
    expect(previewSchema.strict().parse(none.body)).toMatchObject({
      items: [],
      failure: { code: 'NO_ITEMS_FOUND' },
      explanation: { strategy: null },
    });
  });

  it('take selectors, as creating a feed does', async () => {
    const url = onPage('/selected', PAGE);
    const selectors = { items: 'li.story', title: 'p' };
    const { body } = await setup.api.post('/v1/preview', { url, selectors });
    expect(body).toMatchObject({ items: STORIES.map((_, n) => ({ title: `About ${n}.` })) });
    const wrong = { url, selectors: { items: 'li[' } };
    expectError(await setup.api.post('/v1/preview', wrong), 'INVALID_FIELD', /CSS selector/);
  });

  it('read a document without any request, as text or as bytes of any charset', async () => {
    const page_url = 'https://example.com/sub/page';
    const { body } = await setup.api.post('/v1/preview', { html: PAGE, page_url });
    expect(body).toMatchObject({
      items: STORIES.map((title, n) => ({
        title,
        url: `https://example.com/news/2026/story-${n}`,
      })),
    });
    const latin = Buffer.from(
      '<?xml version="1.0" encoding="iso-8859-1"?><rss version="2.0"><channel><title>Caf\xe9</title></channel></rss>',
      'latin1',
    ).toString('base64');
    const feed = { html: latin, encoding: 'base64', page_url };
    expect((await setup.api.post('/v1/preview', feed)).body).toMatchObject({
      title: 'Café',
      from: 'feed',
      items: [],
    });
  });

  it('read large documents, up to a limit', async () => {
    const items = numberedItems(11).map((item) => ({ ...item, description: 'x'.repeat(100_000) }));
    const html = rss({ title: 'Large', items });
    const large = await setup.api.post('/v1/preview', { html, page_url: 'https://example.com' });
    expect(large.body).toMatchObject({ title: 'Large', items: { length: 11 } });
    const most = 'x'.repeat(MAX_PREVIEW_BYTES);
    const tooLarge = { html: most, page_url: 'https://example.com' };
    expectError(await setup.api.post('/v1/preview', tooLarge), 'PAYLOAD_TOO_LARGE', /8 MiB/);
  });

  it.each([
    [{}, /"url" is required/],
    [{ html: PAGE }, /"page_url" is required/],
    [{ html: PAGE, page_url: 'nowhere' }, /"page_url" must be/],
    [{ html: PAGE, page_url: 'https://example.com', url: 'https://example.com' }, /"url" is not/],
    [{ url: 'https://example.com', from: 'rss' }, /"from" must be/],
  ])('refuse %j', async (body, message) => {
    expectError(await setup.api.post('/v1/preview', body), 'INVALID_FIELD', message);
  });

  it('refuse addresses that feeds may not have', async () => {
    const url = 'http://169.254.169.254/latest/meta-data/';
    expectError(await setup.api.post('/v1/preview', { url }), 'SOURCE_FORBIDDEN');
  });
});

describeConformance('extension: the health of the service', (setup) => {
  it('counts the feeds of the account and tells who serves it', async () => {
    const { id } = await feedOf(setup, '/sick.xml');
    await feedOf(setup, '/well.xml');
    setup.sources.on('/sick.xml', (_, response) => response.writeHead(500).end());
    await setup.api.request('POST', `/v1/feeds/${id}/refresh`);
    const { body } = await setup.api.get('/v1/health');
    expect(serviceHealthSchema.strict().parse(body)).toEqual({
      version: VERSION,
      feeds: { all: 2, ok: 1, failing: 1, inactive: 0 },
      served: false,
      refreshed: false,
      queue: { refresh_lag_seconds: 0, delivery_lag_seconds: 0 },
      instances: [],
    });
    setup.clock.advance(2 * 24 * 3_600_000);
    const later = serviceHealthSchema.parse((await setup.api.get('/v1/health')).body);
    expect(later.queue.refresh_lag_seconds).toBeGreaterThan(3600);
  });

  it('keeps the addresses of processes from other accounts', async () => {
    const { body } = await setup.stranger.get('/v1/health');
    expect(body).toMatchObject({ feeds: { all: 0 } });
    expect(body).not.toHaveProperty('instances');
  });
});
