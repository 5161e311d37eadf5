import { expect, it, onTestFinished } from 'vitest';
import { type Backfilled, backfilledSchema, type Feed } from '../../src/contract/index.js';
import { startSourceServer } from '../support/source-server.js';
import { expectError } from './api.js';
import { describeConformance, type Setup } from './forms.js';

const day = (n: number) => new Date(Date.UTC(2020, 0, n)).toUTCString();

/** Items 2n-1 and 2n of a history, newest first. */
const pair = (n: number) => [2 * n, 2 * n - 1];

const rss = (numbers: readonly number[], channel = '') =>
  `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>T</title>${channel}${numbers
    .map(
      (n) =>
        `<item><guid>g${n}</guid><title>Item ${n}</title><link>/p/${n}</link><pubDate>${day(n)}</pubDate></item>`,
    )
    .join('')}</channel></rss>`;

const link = (rel: string, href: string) => `<atom:link rel="${rel}" href="${href}"/>`;

function serve({ sources }: Setup, path: string, text: string | ((url: URL) => string | null)) {
  return sources.on(path, (request, response) => {
    const url = new URL(request.url ?? '', 'http://x');
    const body = typeof text === 'string' ? text : text(url);
    if (body === null) response.writeHead(404).end();
    else response.end(body);
  });
}

async function create({ api }: Setup, url: string): Promise<Feed> {
  const { status, body } = await api.post('/v1/feeds', { url });
  expect(status).toBe(201);
  return body as Feed;
}

async function backfill({ api }: Setup, id: string, body: object = {}): Promise<Backfilled> {
  let answer: Backfilled | undefined;
  do {
    const sent = answer?.cursor == null ? body : { cursor: answer.cursor };
    const response = await api.post(`/v1/feeds/${id}/backfill`, sent);
    answer = backfilledSchema.strict().parse(response.body);
  } while (answer.cursor !== null);
  return answer;
}

async function numbers({ api }: Setup, id: string): Promise<number[]> {
  const { items } = (await api.get(`/v1/feeds/${id}`)).body as Feed;
  return items.map(({ title }) => Number(title.slice(5)));
}

describeConformance('extension: older items', (setup) => {
  it('follows the archives of a feed (RFC 5005), without events', async () => {
    const url = serve(setup, '/arch.xml', rss(pair(3), link('prev-archive', '/arch-2.xml')));
    serve(setup, '/arch-2.xml', rss([...pair(3), ...pair(2)], link('prev-archive', '/arch-1.xml')));
    serve(setup, '/arch-1.xml', rss(pair(1)));
    const hook = { url: `${setup.sources.origin}/hook` };
    const created = await setup.api.post('/v1/webhooks', hook);
    const { id } = await create(setup, url);
    expect(await backfill(setup, id)).toMatchObject({ items: 4, requests: 3, ended: 'end' });
    expect(await numbers(setup, id)).toEqual([6, 5, 4, 3, 2, 1]);
    const { db } = setup.service.http.deps.store;
    const events = await db.selectFrom('events').selectAll().where('feed_id', '=', id).execute();
    expect(events).toEqual([]);
    await setup.api.request('DELETE', `/v1/webhooks/${(created.body as { id: string }).id}`);
    // A later fetch takes none of them for new.
    expect((await setup.api.request('POST', `/v1/feeds/${id}/refresh`)).body).toMatchObject({
      items_new: 0,
    });
    expect(await numbers(setup, id)).toEqual([6, 5, 4, 3, 2, 1]);
  });

  it('follows pages of a feed, WordPress, JSON Feed and pages of a list', async () => {
    const paged = serve(setup, '/paged.xml', ({ searchParams }) => {
      const page = Number(searchParams.get('p') ?? 1);
      return rss(pair(4 - page), page < 3 ? link('next', `/paged.xml?p=${page + 1}`) : '');
    });
    const wordpress = serve(setup, '/wp/feed', ({ searchParams }) => {
      const page = Number(searchParams.get('paged') ?? 1);
      const generator = '<generator>https://wordpress.org/?v=6.5</generator>';
      return page > 3 ? null : rss(pair(4 - page), generator);
    });
    const json = serve(setup, '/feed.json', ({ searchParams }) => {
      const page = Number(searchParams.get('p') ?? 1);
      return JSON.stringify({
        version: 'https://jsonfeed.org/version/1.1',
        title: 'T',
        ...(page < 3 && { next_url: `${setup.sources.origin}/feed.json?p=${page + 1}` }),
        items: pair(4 - page).map((n) => ({ id: `g${n}`, title: `Item ${n}`, content_text: 'x' })),
      });
    });
    for (const url of [paged, wordpress, json]) {
      const { id } = await create(setup, url);
      expect(await backfill(setup, id)).toMatchObject({ items: 4, ended: 'end', message: null });
      expect(await numbers(setup, id)).toEqual([6, 5, 4, 3, 2, 1]);
    }
    const list = serve(setup, '/list', ({ searchParams }) => {
      const page = Number(searchParams.get('p') ?? 1);
      const stories = Array.from({ length: 5 }, (_, at) => 15 - (page - 1) * 5 - at);
      return `<html><body><main><ul>${stories
        .map((n) => `<li><h2><a href="/list/story-${n}">Item ${n}</a></h2><p>About ${n}.</p></li>`)
        .join(
          '',
        )}</ul></main>${page < 3 ? `<a rel="next" href="/list?p=${page + 1}">Older</a>` : ''}`;
    });
    const { id } = await create(setup, list);
    expect(await backfill(setup, id)).toMatchObject({ items: 10, ended: 'end' });
    expect(await numbers(setup, id)).toEqual(Array.from({ length: 15 }, (_, at) => 15 - at));
  });

  it('stops at the wanted number and date', async () => {
    const url = serve(setup, '/long.xml', ({ searchParams }) => {
      const page = Number(searchParams.get('p') ?? 1);
      return rss(pair(15 - page), link('next', `/long.xml?p=${page + 1}`));
    });
    const some = await create(setup, url);
    expect(await backfill(setup, some.id, { limit: 3 })).toMatchObject({
      ...{ items: 3, ended: 'complete' },
    });
    expect(await numbers(setup, some.id)).toEqual([28, 27, 26, 25, 24]);
    await setup.api.request('DELETE', `/v1/feeds/${some.id}`);
    const { id } = await create(setup, url);
    const since = '2020-01-21';
    expect(await backfill(setup, id, { since })).toMatchObject({ items: 6, ended: 'complete' });
    expect((await numbers(setup, id)).at(-1)).toBe(21);
  });

  it('is bounded: loops, repeated and endless pages, other sites', async () => {
    const other = await startSourceServer();
    onTestFinished(() => other.close());
    const loop = serve(setup, '/loop.xml', rss(pair(1), link('next', '/loop-2.xml')));
    serve(setup, '/loop-2.xml', rss(pair(1), link('next', '/loop.xml')));
    const same = serve(setup, '/same.xml', ({ search }) =>
      rss(pair(1), link('next', `/same.xml?x=${search.length}`)),
    );
    const endless = serve(setup, '/endless.xml', ({ searchParams }) => {
      const page = Number(searchParams.get('p') ?? 1);
      return rss([10_000 - page], link('next', `/endless.xml?p=${page + 1}`));
    });
    const away = serve(
      setup,
      '/away.xml',
      rss(pair(1), link('next', `${other.origin}/stolen.xml`)),
    );
    const results = [];
    for (const url of [loop, same, endless, away]) {
      const { id } = await create(setup, url);
      results.push(await backfill(setup, id));
    }
    expect(results).toMatchObject([
      { ended: 'limits', items: 0 },
      { ended: 'limits', items: 0 },
      { ended: 'limits', requests: 50, items: 49 },
      { ended: 'limits', message: expect.stringContaining(`${other.origin}/stolen.xml`) },
    ]);
    expect(results[1]?.requests).toBeLessThan(6);
    expect(other.hits('/stolen.xml')).toBe(0);
  });

  it('says when there is nothing older, and when the source fails', async () => {
    const plain = await create(setup, serve(setup, '/plain.xml', rss(pair(1))));
    expect(await backfill(setup, plain.id)).toMatchObject({ ended: 'no-older-items', items: 0 });
    const url = serve(setup, '/broken.xml', rss(pair(2), link('next', '/broken-2.xml')));
    setup.sources.on('/broken-2.xml', (_, response) => response.writeHead(503).end());
    const broken = await create(setup, url);
    expect(await backfill(setup, broken.id)).toMatchObject({
      ...{ ended: 'failed', items: 0, message: expect.stringContaining('503') },
    });
    const path = `/v1/feeds/${plain.id}/backfill`;
    expectError(await setup.api.post(path, { cursor: 'nonsense' }), 'INVALID_FIELD');
    expectError(await setup.api.post(path, { since: 'yesterday' }), 'INVALID_FIELD');
    expectError(await setup.stranger.post(path, {}), 'FEED_NOT_FOUND');
  });
});
