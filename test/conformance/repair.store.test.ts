import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { type Feed, type FeedRepair, feedRepairSchema } from '../../src/contract/index.js';
import { expectError, expectNext } from './api.js';
import { describeConformance, type Setup } from './forms.js';

const html = (page: string) => (_: unknown, response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);

const COUNT = 10;
const numbers = (from = 0) => Array.from({ length: COUNT }, (_, at) => at + from);
const title = (n: number) => `Story number ${n} about the things that happened`;
const menu = Array.from({ length: 9 }, (_, n) => `<li><a href="/topics/t${n}">Topic ${n}</a></li>`);

const list = (from = 0, name = 'story') =>
  numbers(from)
    .map(
      (n) =>
        `<li class="${name}"><a href="/news/story-number-${n}-about">${title(n)}</a> <time datetime="2026-01-0${(n % 8) + 1}">x</time></li>`,
    )
    .join('');

/** The same stories without dates, at any addresses. */
const rows = (href: (n: number) => string, from = 1) =>
  `<ul>${numbers(from)
    .map((n) => `<li><a href="${href(n)}">${title(n)}</a></li>`)
    .join('')}</ul>`;

/** The same stories as a component of another kind, at other addresses. */
const cards = (from = 0) =>
  numbers(from)
    .map(
      (n) =>
        `<section><div><p><a class="more" href="/read?id=${1000 + n}"><b>${title(n)}</b></a></p></div></section>`,
    )
    .join('');

const page = (content: string) =>
  `<html><head><title>News</title></head><body><nav><ul>${menu.join('')}</ul></nav><main>${content}</main></body></html>`;

async function pageFeed(setup: Setup, name: string, body: object = {}, first = list()) {
  const show = (content: string) => setup.sources.on(`/${name}`, html(page(content)));
  const url = show(`<ul>${first}</ul>`);
  const created = await setup.api.post('/v1/feeds', { url, from: 'html', ...body });
  expect(created.status).toBe(201);
  const { id } = created.body as Feed;
  const path = `/v1/feeds/${id}/repair`;
  return {
    ...{ id, path, show, url },
    async propose(): Promise<FeedRepair> {
      const reply = await setup.api.get(path);
      expect(reply.status).toBe(200);
      return feedRepairSchema.strict().parse(reply.body);
    },
    accept: ({ proposal }: FeedRepair) => setup.api.post(path, { proposal }),
    async refresh() {
      return (await setup.api.request('POST', `/v1/feeds/${id}/refresh`)).body;
    },
    async feed() {
      return (await setup.api.get(`/v1/feeds/${id}`)).body as Feed;
    },
  };
}

describeConformance('extension: repair of lists', (setup) => {
  it('proposes nothing while the feed finds its list', async () => {
    const feed = await pageFeed(setup, 'intact');
    feed.show(`<ul>${list(2)}</ul>`);
    const repair = await feed.propose();
    expect(repair).toMatchObject({
      ...{ id: feed.id, page_url: feed.url, state: 'intact', proposal: null, current: COUNT },
      known: { of: COUNT, found: COUNT - 2, share: 0.8 },
    });
    const first = { old: { title: title(2) }, new: { title: title(2) } };
    expect(repair.items[0]).toMatchObject(first);
    expect(repair.items.filter((item) => item.old === null)).toHaveLength(2);
    expect(repair.items.filter((item) => item.new === null)).toHaveLength(2);
    // It changed nothing: the two stories are still new.
    expect(await feed.refresh()).toMatchObject({ outcome: 'updated', items_new: 2 });
  });

  it('finds the list of a new component at other addresses, and keeps its items', async () => {
    const feed = await pageFeed(setup, 'moved');
    const before = await feed.feed();
    feed.show(cards(1));
    const repair = await feed.propose();
    expect(repair).toMatchObject({ state: 'found', current: 0, selectors: null });
    expect(repair.known).toEqual({ of: COUNT, found: COUNT - 1, share: 0.9 });
    expect(repair.confidence).toBeGreaterThan(0.9);
    expect(await feed.feed()).toEqual(before);
    const accepted = await feed.accept(repair);
    expect(accepted).toMatchObject({ status: 200, body: { outcome: 'updated', items_new: 1 } });
    const after = await feed.feed();
    const urls = new Map(after.items.map((item) => [item.title, item.url]));
    expect(urls.get(title(3))).toMatch(/\/read\?id=1003$/);
    expect(after.items).toHaveLength(COUNT + 1);
    expect(await feed.refresh()).toMatchObject({ items_new: 0, items_changed: 0 });
    expect((await feed.propose()).state).toBe('intact');
  });

  const old = (n: number) => `/news/story-number-${n}-about`;
  it.each<[string, (href: (n: number) => string) => string, (n: number) => string]>([
    ['another address scheme and component', () => cards(1), (n) => `/read?id=${1000 + n}`],
    ['other addresses of the same shape', (href) => rows(href), (n) => `/news/the-story-${n}-told`],
  ])('announces no item twice after redirects to %s', async (name, list, href) => {
    const { sources } = setup;
    const path = `/old/${name.length}`;
    sources.on(path, html(page(rows(old, 0))));
    const created = await setup.api.post('/v1/feeds', { url: sources.origin + path, from: 'html' });
    const { id } = created.body as Feed;
    const redirect = (to: string) => (_: unknown, response: ServerResponse) =>
      response.writeHead(301, { location: to }).end();
    const now = sources.on(`/stories/${name.length}`, html(page(list(href))));
    sources.on(path, redirect(now));
    for (const n of numbers()) sources.on(old(n), redirect(href(n)));

    const refresh = () => setup.api.request('POST', `/v1/feeds/${id}/refresh`);
    expect((await refresh()).body).toMatchObject({ outcome: 'updated', items_new: 1 });
    const { items } = (await setup.api.get(`/v1/feeds/${id}`)).body as Feed;
    const paths = new Map(items.map((item) => [item.title, item.url.replace(sources.origin, '')]));
    expect(items).toHaveLength(COUNT + 1);
    expect(paths.get(title(0))).toBe(old(0));
    for (const n of numbers(1)) expect(paths.get(title(n))).toBe(href(n));
    expect((await refresh()).body).toMatchObject({ items_new: 0, items_changed: 0 });
    const repair = (await setup.api.get(`/v1/feeds/${id}/repair`)).body;
    expect(repair).toMatchObject({ state: 'intact', page_url: now });
  });

  it('reports the drift of a list with few short titles, and keeps those it repairs', async () => {
    const names = ['Ada Byron', 'Bob Noyce', 'Cid Field', 'Don Knuth', 'Eve Black'];
    const people = (tag: string, href: (n: number) => string) =>
      names
        .map(
          (name, n) =>
            `<${tag}><h3><a href="${href(n)}">${name}</a></h3><p>Life ${n}.</p></${tag}>`,
        )
        .join('');
    const feed = await pageFeed(
      setup,
      'people',
      {},
      people('li', (n) => `/people/of-note-${n}`),
    );
    const [first = '', ...others] = people('article', (n) => `/who?id=${70 + n}`).split(
      /(?=<article)/,
    );
    const reversed = others.reverse().join('') + first;
    for (const run of [1, 2]) {
      feed.show(`<p>${run}</p>${reversed}`);
      expect(await feed.refresh()).toMatchObject({ items_new: 0 });
    }
    expect(await feed.feed()).toMatchObject({ drift: { expected: 5, found: 0 } });
    const accepted = await feed.accept(await feed.propose());
    expect(accepted.body).toMatchObject({ outcome: 'updated', items_new: 0 });
    const { items } = await feed.feed();
    expect(new Map(items.map(({ title, url }) => [title, url.split('?')[1]]))).toEqual(
      new Map(names.map((name, n) => [name, `id=${70 + n}`])),
    );
  });

  it('takes an uncertain list when it is accepted, and not before', async () => {
    const feed = await pageFeed(setup, 'uncertain');
    feed.show(cards(8));
    expect(await feed.refresh()).toMatchObject({ items_new: 0 });
    const repair = await feed.propose();
    expect(repair).toMatchObject({ state: 'uncertain', known: { found: 2 } });
    expect(repair.confidence).toBeLessThan(0.5);
    expect((await feed.accept(repair)).body).toMatchObject({ items_new: COUNT - 2 });
    const titles = (await feed.feed()).items.map((item) => item.title);
    expect(new Set(titles).size).toBe(titles.length);
    expect(titles).toContain(title(17));
    expect((await feed.propose()).state).toBe('intact');
  });

  it('proposes new selectors, with the old ones that still work', async () => {
    const selectors = { items: 'li.story', date: 'time' };
    const feed = await pageFeed(setup, 'selected', { selectors });
    expect((await feed.propose()).state).toBe('intact');
    feed.show(`<ul class="x">${list(0, 'tile-4')}</ul>`);
    expect(await feed.refresh()).toMatchObject({ outcome: 'failed' });
    const repair = await feed.propose();
    expect(repair).toMatchObject({ state: 'found', current: 0, known: { share: 1 } });
    expect(repair.selectors).toMatchObject({ date: 'time' });
    expect(repair.selectors?.items).not.toBe('li.story');
    expect((await feed.accept(repair)).body).toMatchObject({ outcome: 'unchanged', items_new: 0 });
    expect((await feed.feed()).selectors).toEqual(repair.selectors);
    expect(await feed.propose()).toMatchObject({ state: 'intact', selectors: null });
  });

  it('refuses a proposal that the page no longer gives', async () => {
    const feed = await pageFeed(setup, 'outdated');
    feed.show(cards());
    const repair = await feed.propose();
    feed.show(`<div class="new"><div>${list(0, 'y')}</div></div>`.replace(/<li/g, '<dd'));
    const outdated = await feed.accept(repair);
    expectError(outdated, 'INVALID_FIELD');
    expectNext(outdated, { operation: 'getFeedRepair', id: feed.id });
    expect((await feed.feed()).items).toHaveLength(COUNT);
  });

  it('says what a page without a list is', async () => {
    const feed = await pageFeed(setup, 'gone');
    feed.show('<h1>Closed</h1><p>This site has closed.</p>');
    expectError(await setup.api.get(feed.path), 'NO_ITEMS_FOUND');
  });

  it('offers the feed that the site names now to a feed whose address is gone', async () => {
    const { api, sources } = setup;
    const posts = Array.from({ length: 6 }, (_, n) => `The post with number ${n}`);
    const feedOf = (path: string, titles: readonly string[]) =>
      sources.on(path, (_, response) => {
        response.setHeader('Content-Type', 'application/rss+xml');
        response.end(`<rss version="2.0"><channel><title>Blog</title><link>${sources.origin}/blog/</link>
          ${titles.map((title) => `<item><title>${title}</title><guid>${path}${title}</guid></item>`).join('')}
          </channel></rss>`);
      });
    const url = feedOf('/old-feed.xml', posts);
    const named = feedOf('/new-feed.xml', ['The newest post of all', ...posts]);
    sources.on('/blog/', (_, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end(
        `<link rel="alternate" type="application/rss+xml" href="/new-feed.xml"><h1>Blog</h1>`,
      );
    });
    const { id } = await api.createFeed(url);
    sources.on('/old-feed.xml', (_, response) => response.writeHead(404).end());
    const path = `/v1/feeds/${id}/repair`;
    const repair = (await api.get(path)).body as FeedRepair;
    expect(repair).toMatchObject({ state: 'found', feed_url: named, known: { of: 6, found: 6 } });
    expectError(await api.post(path, { proposal: 'other' }), 'INVALID_FIELD');
    expect((await api.post(path, { proposal: repair.proposal })).body).not.toHaveProperty('errors');
    const feed = (await api.get(`/v1/feeds/${id}`)).body as Feed;
    expect(feed).toMatchObject({ source_url: named, health: 'ok', items: { length: 7 } });
    expect((await api.get(path)).body).toMatchObject({ state: 'intact', proposal: null });
  });

  it('is for feeds with an address, and for their account', async () => {
    const feed = await pageFeed(setup, 'private');
    expectError(await setup.stranger.get(feed.path), 'FEED_NOT_FOUND');
    expectError(await setup.stranger.post(feed.path, { proposal: 'x' }), 'FEED_NOT_FOUND');
  });
});
