import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { CreateFeedBody } from '../../../src/contract/index.js';
import { ServiceError } from '../../../src/service/core/errors.js';
import { createFeed } from '../../../src/service/feeds/create-feed.js';
import { stepsColumn } from '../../../src/service/feeds/source-access.js';
import { OWNER, startSetup } from '../../support/refresh-setup.js';
import { numberedItems, rss } from '../../support/rss.js';

type Choice = Partial<Extract<CreateFeedBody, { url: string }>>;

const PAGE = `<html><body><main>${Array.from(
  { length: 6 },
  (_, at) => `<article><h2><a href="/story-${at}">Story number ${at}</a></h2></article>`,
).join('')}</main></body></html>`;

async function withSource() {
  const { sources, service, events } = await startSetup();
  const { deps } = service.http;
  const feed = sources.publish('/feed.xml', { items: numberedItems(2) });
  const page = sources.on('/page', (_, response) => response.end(PAGE));
  const create = (url: string, choice: Choice = {}) => createFeed(deps, OWNER, { url, ...choice });
  return { sources, deps, events, feed, page, create };
}

const SELECTORS = { items: 'article', title: 'h2' };
const ACCESS = { headers: { 'X-Key': 'a' } };

describe('a source that the account already has', () => {
  it.each([
    ['without any choice', { selectors: SELECTORS }, {}],
    ['with the same selectors', { selectors: SELECTORS }, { selectors: { ...SELECTORS } }],
    ['with the same values', { access: ACCESS }, { access: { headers: { 'x-key': 'a' } } }],
    ['without values', { access: ACCESS }, {}],
    ['opened in the same way', { render: 'never' }, { render: 'never' }],
    ['opened in any way', { render: 'never' }, {}],
    ['as the page that it reads', { selectors: SELECTORS }, { from: 'html' }],
    ['with the same filters', { filters: { exclude: ['a'] } }, { filters: { exclude: ['a'] } }],
    ['with any filters', { filters: { exclude: ['a'] } }, {}],
  ] as [string, Choice, Choice][])(
    'is returned when it is asked for %s',
    async (_, first, again) => {
      const { page, create, sources } = await withSource();
      const made = await create(page, first);
      expect(made.created).toBe(true);
      const read = sources.hits('/page');
      const found = await create(page, again);
      expect(found).toMatchObject({ created: false, feed: { id: made.feed.id } });
      expect(sources.hits('/page')).toBe(read);
    },
  );

  it.each([
    ['selectors', { selectors: SELECTORS }, { selectors: { items: 'h2' } }, /other selectors/],
    ['selectors', {}, { selectors: SELECTORS }, /other selectors/],
    ['values', { access: ACCESS }, { access: { headers: { 'X-Key': 'b' } } }, /other access/],
    ['values', {}, { access: ACCESS }, /other access/],
    ['render', {}, { render: 'never' }, /in another way/],
    ['document', {}, { from: 'feed' }, /reads the page/],
    ['filters', {}, { filters: { exclude: ['a'] } }, /other filters/],
    ['filters', { filters: { exclude: ['b'] } }, { filters: { exclude: ['a'] } }, /other filters/],
  ] as [string, Choice, Choice, RegExp][])(
    'is in the way of one with other %s',
    async (_, first, again, message) => {
      const { page, create } = await withSource();
      const { feed } = await create(page, first);
      const other = create(page, again);
      await expect(other).rejects.toMatchObject({ code: 'FEED_EXISTS' });
      await expect(other).rejects.toThrow(message);
      await expect(other).rejects.toThrow(feed.id);
    },
  );

  it.each([
    [undefined, true],
    [['click .more'], true],
    [['click .other'], false],
  ])('with steps is asked for with the steps %o: returned: %s', async (steps, isSame) => {
    const { page, create, deps } = await withSource();
    const { feed } = await create(page);
    const stored = { steps: stepsColumn(['click .more']) };
    await deps.store.db.updateTable('feeds').set(stored).execute();
    // Without a browser, no request may have steps.
    const resolveSource: typeof deps.resolveSource = (body) => {
      const source = deps.resolveSource(body);
      return 'keyword' in source ? source : { ...source, steps };
    };
    const again = createFeed({ ...deps, resolveSource }, OWNER, { url: page });
    if (isSame) expect(await again).toMatchObject({ created: false, feed: { id: feed.id } });
    else await expect(again).rejects.toThrow(/in another way/);
  });

  it('reads a feed or a page, whatever it was asked for', async () => {
    const { feed, create } = await withSource();
    await create(feed);
    expect(await create(feed, { from: 'feed' })).toMatchObject({ created: false });
    await expect(create(feed, { from: 'html' })).rejects.toThrow(/reads a feed/);
  });

  it('is one feed when two requests come at once', async () => {
    const { feed, create } = await withSource();
    const [one, other] = await Promise.all([create(feed), create(feed)]);
    expect(one.feed.id).toBe(other.feed.id);
    expect([one.created, other.created].filter(Boolean)).toHaveLength(1);
  });
});

describe('a new feed', () => {
  it.each([
    [true, 1],
    [false, 0],
    [undefined, 0],
  ])('with announce: %s makes %i events', async (announce, count) => {
    const { feed, create, events } = await withSource();
    const { created } = await create(feed, announce === undefined ? {} : { announce });
    expect(created).toBe(true);
    expect(await events()).toHaveLength(count);
  });

  it.each([
    [503, true],
    [404, true],
    [503, false],
  ])('of a source that answers %i is kept failing: %s', async (status, keeps) => {
    const { sources, create, deps } = await withSource();
    const url = sources.on('/away', (_, response) => response.writeHead(status).end());
    const feed = create(url, { keep_failing: keeps });
    if (keeps) expect((await feed).feed).toMatchObject({ health: 'failing', items: [] });
    else await expect(feed).rejects.toMatchObject({ code: 'SOURCE_UNREACHABLE' });
    const stored = await deps.store.db.selectFrom('feeds').select('id').execute();
    expect(stored).toHaveLength(keeps ? 1 : 0);
  });

  it('is not kept where no request may go, nor when another error ends the reading', async () => {
    const { deps, feed } = await withSource();
    const failing = (error: Error) => ({
      ...deps,
      reader: { ...deps.reader, read: () => Promise.reject(error) },
    });
    const body = { url: feed, keep_failing: true };
    for (const error of [
      new ServiceError('SOURCE_FORBIDDEN', 'This address is private.'),
      new ServiceError('STORE_UNAVAILABLE', 'The disk is full.'),
      new Error('A mistake.'),
    ]) {
      await expect(createFeed(failing(error), OWNER, body)).rejects.toBe(error);
    }
  });

  it('has a proxy only for the owner of the service', async () => {
    const { deps, feed, create } = await withSource();
    const access = { proxy: 'http://127.0.0.1:9' };
    const other = createFeed(deps, { id: 'another' }, { url: feed, access });
    await expect(other).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(create(feed, { access })).rejects.toMatchObject({ code: 'SOURCE_UNREACHABLE' });
  });

  it('is made by the request that comes second when the first feed was deleted meanwhile', async () => {
    const { sources, create, deps } = await withSource();
    const waiting: ServerResponse[] = [];
    const url = sources.on('/slow.xml', (_, response) => waiting.push(response));
    const first = create(url);
    const second = create(url);
    await expect.poll(() => waiting.length).toBe(2);
    const text = rss({ items: numberedItems(1) });
    waiting[0]?.end(text);
    const { feed } = await Promise.race([first, second]);
    await deps.store.db.deleteFrom('feeds').where('id', '=', feed.id).execute();
    waiting[1]?.end(text);
    const results = await Promise.all([first, second]);
    expect(results.map(({ created }) => created)).toEqual([true, true]);
    expect(new Set(results.map((result) => result.feed.id)).size).toBe(2);
  });
});
