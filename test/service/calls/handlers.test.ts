import { describe, expect, it } from 'vitest';
import { asAccount } from '../../../src/service/calls/as-account.js';
import type { CallTools } from '../../../src/service/calls/tools.js';
import { MINUTE } from '../../../src/service/core/durations.js';
import { OWNER, startSetup } from '../../support/refresh-setup.js';
import { numberedItems } from '../../support/rss.js';

const PAGE = (word: string) =>
  `<html><body><main>${Array.from(
    { length: 6 },
    (_, at) =>
      `<article><h2><a href="/${word}-${at}">The ${word} number ${at} of today</a></h2></article>`,
  ).join('')}</main></body></html>`;

async function withFeed() {
  const setup = await startSetup();
  const { service, sources } = setup;
  const url = sources.publish('/feed.xml', { items: numberedItems(3) });
  const call = asAccount(service.http, OWNER, true);
  const { body: feed } = await call('createFeed', { body: { url } });
  return { ...setup, call, url, feed };
}

/** A refresher that notes what it is asked for, and answers with the outcomes given. */
function noting(outcomes: object[]) {
  const asked: unknown[] = [];
  const refresher = async () => ({
    async refreshBatch(_: unknown, request: unknown) {
      asked.push(request);
      return { outcomes, floorMs: 90_000, remaining: 0, cursor: null };
    },
  });
  return { asked, refresher: refresher as unknown as CallTools['refresher'] };
}

describe('feeds', () => {
  it('are made once: 201, then 200', async () => {
    const { call, feed, url } = await withFeed();
    const again = await call('createFeed', { body: { url } });
    expect(again).toMatchObject({ status: 200, body: { id: feed.id } });
    expect(await call('createFeed', { body: { url: `${url}?2` } })).toMatchObject({ status: 201 });
    const first = await call('listFeeds', { query: { limit: 1 } });
    expect(first).toMatchObject({ status: 200, body: [expect.anything()] });
  });

  it('are read as bytes by who sends them on, and as they are by others', async () => {
    const { call, feed, service } = await withFeed();
    const { handlers, EncodedReply } = await import('../../../src/service/calls/handlers.js');
    const { deps } = service.http;
    const request = { account: OWNER, params: { id: feed.id }, query: {}, body: undefined };
    const bytes = await handlers.getFeed(
      deps,
      { ...request, isOnThisMachine: () => true },
      service.http as CallTools,
    );
    expect(bytes).toBeInstanceOf(EncodedReply);
    expect((await call('getFeed', { params: { id: feed.id } })).body).toMatchObject({
      id: feed.id,
    });
  });

  it('are changed in their address, selectors and reading only where a request has those', async () => {
    const { call, sources } = await withFeed();
    const page = sources.on('/page', (_, response) => response.end(PAGE('story')));
    const selectors = { items: 'article', title: 'h2' };
    const { body: made } = await call('createFeed', { body: { url: page, selectors } });
    const params = { id: made.id };
    const reads = () => sources.hits('/page');
    const before = reads();
    expect((await call('updateFeed', { params, body: { title: 'Mine' } })).body).toMatchObject({
      ...{ title: 'Mine', selectors },
    });
    expect(reads()).toBe(before);
    const other = { items: 'main article', title: 'h2' };
    const changed = await call('updateFeed', { params, body: { selectors: other } });
    expect(changed.body).toMatchObject({ title: 'Mine', selectors: other });
    const access = { headers: { 'X-Key': 'secret' } };
    const secret = await call('updateFeed', { params, body: { access } });
    expect(secret.body.access).toBeDefined();
    const moved = sources.on('/moved', (_, response) => response.end(PAGE('event')));
    const body = { url: moved, selectors };
    expect((await call('updateFeed', { params, body })).body).toMatchObject({
      ...{ source_url: moved, selectors },
    });
    const wrong = { filters: { exclude: ['/(/'] } };
    await expect(
      call('updateFeed', { params, body: { ...wrong, selectors: other } }),
    ).rejects.toMatchObject({ code: 'INVALID_FIELD' });
    expect((await call('getFeed', { params })).body).toMatchObject({ selectors });
  });
});

describe('a refresh', () => {
  it.each<[object, object]>([
    [{ due: true }, { selection: 'due', waitMs: 10_000, unlessServed: false }],
    [
      { all: true, wait_seconds: 1.5 },
      { selection: 'all', waitMs: 1500 },
    ],
    [{ all: true, unless_served: true }, { unlessServed: true }],
    [
      { ids: ['a1B2c3D4e5F6g7H8'], older_than_seconds: 30 },
      { selection: { ids: ['a1B2c3D4e5F6g7H8'], due: undefined, olderThanMs: 30_000 } },
    ],
    [
      { ids: ['a1B2c3D4e5F6g7H8'], due: true },
      { selection: { ids: ['a1B2c3D4e5F6g7H8'], due: true, olderThanMs: undefined } },
    ],
  ])('with %j is %j', async (body, request) => {
    const { service } = await startSetup();
    const { asked, refresher } = noting([]);
    const call = asAccount({ ...service.http, refresher }, OWNER);
    const { body: answer } = await call('refreshFeeds', { body });
    expect(asked).toMatchObject([request]);
    expect(answer).toMatchObject({ results: [], shortest_interval_seconds: 90 });
  });

  it('of one feed is waited for up to 45 seconds, and else goes on by itself', async () => {
    const { service, feed, call: real } = await withFeed();
    const outcome = { feedId: feed.id, title: 'T', outcome: 'updated', itemsNew: 2 };
    const done = { ...outcome, itemsChanged: 1, error: null, nextRefreshAt: 0 };
    const { asked, refresher } = noting([done]);
    const params = { id: feed.id };
    const one = await asAccount({ ...service.http, refresher }, OWNER)('refreshFeed', { params });
    expect(asked).toEqual([
      { selection: { ids: [feed.id] }, waitMs: 0.75 * MINUTE, unlessServed: false },
    ]);
    expect(one.body).toEqual({
      ...{ id: feed.id, title: 'T', outcome: 'updated', items_new: 2, items_changed: 1 },
      ...{ error: null, next_refresh_at: '1970-01-01T00:00:00.000Z' },
    });
    const tools = { ...service.http, refresher: noting([]).refresher };
    const running = () => asAccount(tools, OWNER)('refreshFeed', { params });
    expect((await running()).body).toMatchObject({ outcome: 'running', items_new: 0 });
    expect((await running()).body.title).toBe(feed.title);
    await real('updateFeed', { params, body: { title: 'Mine' } });
    expect((await running()).body).toMatchObject({ title: 'Mine', items_changed: 0 });
  });
});

describe('webhooks', () => {
  it('are changed, and switched on and off, only where a request says so', async () => {
    const { call } = await withFeed();
    const url = 'https://hooks.example.com/a';
    const { body: made } = await call('createWebhook', { body: { url } });
    const params = { id: made.id };
    const update = async (body: object) => (await call('updateWebhook', { params, body })).body;
    expect(await update({ enabled: false })).toMatchObject({ url, enabled: false });
    expect(await update({ name: 'One' })).toMatchObject({ name: 'One', enabled: false });
    expect(await update({ enabled: true })).toMatchObject({ name: 'One', enabled: true });
  });

  it('listen on this machine for its owner alone', async () => {
    const { service } = await withFeed();
    const body = { url: 'http://127.0.0.1:8099/', listen_seconds: 60 };
    const create = (id: string, isHere: boolean) =>
      asAccount(service.http, { id }, isHere)('createWebhook', { body });
    expect(await create(OWNER.id, true)).toMatchObject({ status: 201 });
    await expect(create(OWNER.id, false)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(create('acc_other', true)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('have deliveries since a time', async () => {
    const { call } = await withFeed();
    expect(await call('listDeliveries')).toMatchObject({ status: 200, body: [] });
    const since = '2026-01-01T00:00:00Z';
    expect(await call('listDeliveries', { query: { since } })).toMatchObject({ body: [] });
  });
});

it('items are searched where a request has words, and else listed', async () => {
  const { call } = await withFeed();
  const { body: all } = await call('listItems');
  expect(all.items).toHaveLength(3);
  const { body: found } = await call('listItems', { query: { search: 'number 2' } });
  expect(found.items).toHaveLength(1);
});
