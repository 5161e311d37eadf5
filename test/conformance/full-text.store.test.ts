import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import {
  type Feed,
  type FeedFetch,
  feedFetchSchema,
  feedSettingsSchema,
  fetchedTextsSchema,
} from '../../src/contract/index.js';
import { startSourceServer } from '../support/source-server.js';
import { expectError, expectNext } from './api.js';
import { describeConformance, type Setup } from './forms.js';

const NEWS = readFileSync(new URL('../fixtures/articles/news.html', import.meta.url), 'utf8');
const PAYWALL = readFileSync(new URL('../fixtures/articles/paywall.html', import.meta.url), 'utf8');

/** A short article, for tests of many pages. */
const SHORT = `<html><body><article><h1>Short</h1>${Array.from(
  { length: 8 },
  (_, index) =>
    `<p>Paragraph ${index} of the article, with some words, and with a second half.</p>`,
).join('')}</article></body></html>`;

const html = (page: string) => (_: unknown, response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);

/** A feed with one old item and full texts; `add` publishes items with pages. */
async function fullTextFeed(setup: Setup, name: string, body: object = { full_text: true }) {
  const link = (item: string) => `${setup.sources.origin}/${name}/${item}.html`;
  const publish = (items: Record<string, string>, links: Record<string, string> = {}) =>
    setup.sources.publish(`/${name}.xml`, {
      title: name,
      items: [
        ...Object.entries(items).map(([item, description]) => ({
          ...{ guid: item, title: item, link: link(item), description },
        })),
        ...Object.entries(links).map(([item, link]) => ({ guid: item, title: item, link })),
      ],
    });
  const page = (item: string, content: string) =>
    setup.sources.on(`/${name}/${item}.html`, html(content));
  page('old', NEWS);
  const url = publish({ old: 'Old teaser.' });
  const created = await setup.api.post('/v1/feeds', { url, ...body });
  expect(created.status).toBe(201);
  const { id } = created.body as Feed;
  const settled = () =>
    expect.poll(async () => openTexts(setup, id)).toEqual({ due: false, leased: false });
  return {
    id,
    publish,
    page,
    hits: (item: string) => setup.sources.hits(`/${name}/${item}.html`),
    on: (item: string, answer: Parameters<Setup['sources']['on']>[1]) =>
      setup.sources.on(`/${name}/${item}.html`, answer),
    /** Refreshes the feed and waits for the texts, which are fetched after it. */
    async refresh() {
      const { body: outcome } = await setup.api.request('POST', `/v1/feeds/${id}/refresh`);
      await settled();
      return outcome;
    },
    settled,
    async item(title: string) {
      const feed = (await setup.api.get(`/v1/feeds/${id}`)).body as Feed;
      return feed.items.find((item) => item.title === title);
    },
    async lastFetch() {
      const [last] = (await setup.api.get(`/v1/feeds/${id}/history`)).body as FeedFetch[];
      return feedFetchSchema.strict().parse(last);
    },
  };
}

/** Whether pages are to be fetched now, or are being fetched. */
async function openTexts({ service, clock }: Setup, id: string) {
  const row = await service.http.deps.store.db
    .selectFrom('feeds')
    .select(['texts_due_at', 'texts_lease_until'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { texts_due_at: due, texts_lease_until: lease } = row;
  return { due: due !== null && due <= clock.now(), leased: lease !== null };
}

describeConformance('extension: full texts', (setup) => {
  it('gives new items the text of their page, and keeps that of the feed as summary', async () => {
    const feed = await fullTextFeed(setup, 'new');
    feed.page('fresh', NEWS);
    feed.publish({ fresh: 'A teaser.', old: 'Old teaser.' });
    expect(await feed.refresh()).toMatchObject({ items_new: 1, items_changed: 0 });
    const item = await feed.item('fresh');
    expect(item?.summary).toBe('A teaser.');
    expect(item?.description_text).toContain('It is mostly plumbing, drains and damp.');
    expect(item?.description_text).not.toMatch(/cookies|morning newsletter|grandfather/);
    expect(item?.description_html).toContain('<h2>A lens from a museum cellar</h2>');
    expect((await feed.lastFetch()).texts).toEqual({
      ...{ fetched: 1, failed: 0, waiting: 0, error: null },
    });
    // The items that were there at the creation are old.
    expect(feed.hits('old')).toBe(0);
  });

  it('is a setting of the feed, off by default', async () => {
    const feed = await fullTextFeed(setup, 'switched', {});
    const path = `/v1/feeds/${feed.id}/settings`;
    expect((await setup.api.get(path)).body).toEqual({ customAuthor: null });
    const refused = await setup.api.post(`/v1/feeds/${feed.id}/texts`, {});
    expectError(refused, 'INVALID_FIELD');
    const body = { full_text: true };
    expectNext(refused, { operation: 'updateFeedSettings', id: feed.id, body });
    feed.publish({ plain: 'Plain.', old: 'Old teaser.' });
    await feed.refresh();
    expect(feed.hits('plain')).toBe(0);
    const on = await setup.api.patch(path, { full_text: true });
    expect(feedSettingsSchema.strict().parse(on.body)).toEqual({
      ...{ customAuthor: null, full_text: true },
    });
    const off = await setup.api.patch(path, { full_text: false });
    expect(off.body).toEqual({ customAuthor: null });
    expectError(await setup.api.patch(path, { full_text: 'yes' }), 'INVALID_FIELD');
  });

  it('fetches texts on request: the newest, the missing ones, or all again', async () => {
    const feed = await fullTextFeed(setup, 'asked');
    const path = `/v1/feeds/${feed.id}/texts`;
    const answer = await setup.api.post(path, { limit: 1 });
    expect(fetchedTextsSchema.strict().parse(answer.body)).toEqual({
      ...{ fetched: 1, failed: 0, failures: [], cursor: null },
    });
    expect((await feed.item('old'))?.summary).toBe('Old teaser.');
    expect((await setup.api.post(path, { missing: true })).body).toMatchObject({ fetched: 0 });
    feed.on('old', (_, response) => response.writeHead(404).end());
    expect((await setup.api.post(path, {})).body).toMatchObject({
      fetched: 0,
      failed: 1,
      failures: [{ code: 'SOURCE_UNREACHABLE' }],
    });
    expect((await feed.item('old'))?.description_text).toContain('plumbing');
    expectError(await setup.api.post(path, { cursor: 'nonsense' }), 'INVALID_FIELD');
    expectError(await setup.stranger.post(path, {}), 'FEED_NOT_FOUND');
  });

  it('goes on where the last request for texts stopped', async () => {
    const feed = await fullTextFeed(setup, 'pages', {});
    const names = Array.from({ length: 14 }, (_, index) => `n${index}`);
    for (const name of names) feed.page(name, SHORT);
    feed.publish(Object.fromEntries(names.map((name) => [name, 'Teaser.'])));
    await feed.refresh();
    await setup.api.patch(`/v1/feeds/${feed.id}/settings`, { full_text: true });
    const fetched: number[] = [];
    let cursor: string | null | undefined;
    do {
      const { body } = await setup.api.post(`/v1/feeds/${feed.id}/texts`, {
        ...(cursor ? { cursor } : { limit: 13 }),
      });
      const texts = fetchedTextsSchema.parse(body);
      fetched.push(texts.fetched);
      cursor = texts.cursor;
    } while (cursor !== null);
    expect(fetched).toEqual([10, 3]);
    expect(names.map(feed.hits).filter((hits) => hits === 1)).toHaveLength(13);
  });

  it('takes the short text of a later refresh for no change, and fetches no page twice', async () => {
    const feed = await fullTextFeed(setup, 'stable');
    feed.page('fresh', NEWS);
    feed.publish({ fresh: 'A teaser.' });
    await feed.refresh();
    const before = await feed.item('fresh');
    feed.publish({ another: '', fresh: 'A teaser.' });
    expect(await feed.refresh()).toMatchObject({ items_new: 1, items_changed: 0 });
    const reread = { ids: [feed.id], reread: true };
    expect((await setup.api.post('/v1/refresh', reread)).body).toMatchObject({
      results: [{ items_new: 0, items_changed: 0 }],
    });
    expect(await feed.item('fresh')).toEqual(before);
    expect(feed.hits('fresh')).toBe(1);
  });

  it('fetches the page again when the text of the feed changed', async () => {
    const feed = await fullTextFeed(setup, 'edited');
    feed.page('fresh', NEWS);
    feed.publish({ fresh: 'A teaser.' });
    await feed.refresh();
    feed.page('fresh', NEWS.replace('mostly plumbing', 'mostly carpentry'));
    feed.publish({ fresh: 'A corrected teaser.' });
    expect(await feed.refresh()).toMatchObject({ items_new: 0, items_changed: 1 });
    const item = await feed.item('fresh');
    expect(item?.description_text).toContain('mostly carpentry');
    expect(item?.summary).toBe('A corrected teaser.');
    expect(feed.hits('fresh')).toBe(2);
  });

  it('stores items at once, and lets their pages take their time', async () => {
    const feed = await fullTextFeed(setup, 'slow');
    let answer: (() => void) | undefined;
    feed.on('fresh', (_, response) => {
      answer = () => html(NEWS)(_, response);
    });
    feed.publish({ fresh: 'A teaser.' });
    const path = `/v1/feeds/${feed.id}/refresh`;
    expect((await setup.api.request('POST', path)).body).toMatchObject({ items_new: 1 });
    expect(await feed.item('fresh')).toMatchObject({
      ...{ description_text: 'A teaser.', text_pending: true },
    });
    expect((await feed.lastFetch()).texts).toMatchObject({ fetched: 0, waiting: 1 });
    await expect.poll(() => answer).toBeDefined();
    answer?.();
    await feed.settled();
    const item = await feed.item('fresh');
    expect(item?.description_text).toContain('plumbing');
    expect(item).not.toHaveProperty('text_pending');
  });

  it('sends the secrets of the feed to pages of its own origin only', async () => {
    const other = await startSourceServer();
    onTestFinished(() => other.close());
    const seen: Record<string, string | undefined> = {};
    const access = { headers: { 'X-Key': 'k1' }, cookie: 'a=1' };
    const feed = await fullTextFeed(setup, 'members', { full_text: true, access });
    feed.on('fresh', (request, response) => {
      seen.own = `${request.headers['x-key']} ${request.headers.cookie}`;
      html(NEWS)(request, response);
    });
    const link = other.on('/elsewhere.html', (request, response) => {
      seen.other = `${request.headers['x-key']} ${request.headers.cookie}`;
      html(NEWS)(request, response);
    });
    feed.publish({ fresh: 'Teaser.' }, { elsewhere: link });
    await feed.refresh();
    expect(seen).toEqual({ own: 'k1 a=1', other: 'undefined undefined' });
  });

  it('keeps the text of the feed when the page has less, and says so', async () => {
    const feed = await fullTextFeed(setup, 'paywall');
    feed.page('fresh', PAYWALL);
    const own = 'The feed itself says more than the page does. '.repeat(20).trim();
    feed.publish({ fresh: own });
    await feed.refresh();
    const item = await feed.item('fresh');
    expect(item?.description_text).toBe(own);
    expect(item).not.toHaveProperty('summary');
    expect(item).not.toHaveProperty('text_pending');
    expect((await feed.lastFetch()).texts).toMatchObject({
      failed: 1,
      error: { code: 'SOURCE_INVALID', message: expect.stringContaining('no more text') },
    });
    await feed.refresh();
    expect(feed.hits('fresh')).toBe(1);
  });

  it('tries a page that failed once more at the next refresh, and never a third time', async () => {
    const feed = await fullTextFeed(setup, 'retry');
    for (const item of ['back', 'gone'])
      feed.on(item, (_, response) => response.writeHead(503).end());
    feed.publish({ back: 'B.', gone: 'G.' });
    await feed.refresh();
    expect((await feed.lastFetch()).texts).toMatchObject({ fetched: 0, failed: 2, waiting: 2 });
    feed.page('back', NEWS);
    expect(await feed.refresh()).toMatchObject({ items_new: 0, items_changed: 0 });
    expect((await feed.lastFetch()).texts).toMatchObject({ fetched: 1, failed: 1, waiting: 0 });
    expect((await feed.item('back'))?.summary).toBe('B.');
    await feed.refresh();
    expect((await feed.lastFetch()).texts).toBeUndefined();
    expect([feed.hits('back'), feed.hits('gone')]).toEqual([2, 2]);
  });

  it('survives pages that are none', async () => {
    const feed = await fullTextFeed(setup, 'bad');
    const pages: Record<string, (response: ServerResponse) => void> = {
      huge: (response) => response.end(`<html><body><p>${'word '.repeat(1_000_000)}`),
      deep: (response) => response.end(`<html><body>${'<div>'.repeat(100_000)}`),
      image: (response) => response.end(Buffer.from('89504e470d0a1a0a0000', 'hex')),
      metadata: (response) =>
        response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
    };
    for (const [name, answer] of Object.entries(pages)) {
      feed.on(name, (_, response) => answer(response));
    }
    feed.publish(Object.fromEntries(Object.keys(pages).map((name) => [name, `About ${name}.`])));
    expect(await feed.refresh()).toMatchObject({ outcome: 'updated', items_new: 4 });
    expect((await feed.lastFetch()).texts).toMatchObject({ fetched: 0, failed: 4, waiting: 0 });
    expect((await feed.item('huge'))?.description_text).toBe('About huge.');
  });

  it('fetches many pages, ten at a time', async () => {
    const feed = await fullTextFeed(setup, 'many');
    const names = Array.from({ length: 12 }, (_, index) => `n${index}`);
    for (const name of names) feed.page(name, SHORT);
    feed.publish(Object.fromEntries(names.map((name) => [name, 'Teaser.'])));
    await feed.refresh();
    expect((await feed.lastFetch()).texts).toMatchObject({ fetched: 12, waiting: 0 });
    expect(names.map(feed.hits)).toEqual(names.map(() => 1));
  });
});
