import { describe, expect, it } from 'vitest';
import type { PreviewBody } from '../../../src/contract/index.js';
import type { ServiceError } from '../../../src/service/core/errors.js';
import { filterPreview, previewSource } from '../../../src/service/feeds/preview.js';
import { DOUBTFUL_LIST, doubtfulPage } from '../../support/doubtful-page.js';
import { OWNER, startSetup } from '../../support/refresh-setup.js';
import { numberedItems, rss } from '../../support/rss.js';

const stories = Array.from(
  { length: 6 },
  (_, at) => `<article><h2><a href="/story-${at}">Story número ${at}</a></h2></article>`,
);
const PAGE = `<html><head><meta charset="iso-8859-1"></head><body><main>${stories.join('')}</main></body></html>`;
const EMPTY = '<html><body><p>Nothing here.</p></body></html>';
const URL_OF_PAGE = 'https://example.com/news/';

async function withPreview(account = OWNER) {
  const { service, sources } = await startSetup();
  const { deps } = service.http;
  const pages: string[] = [];
  const preview = (body: PreviewBody, keepItems?: number) =>
    previewSource({ ...deps, ...(keepItems && { keepItems }) }, account, body, (page) => {
      pages.push(page.html);
    });
  return { preview, sources, pages };
}

describe('a preview of a given document', () => {
  it.each([true, false, undefined])('is a page or a feed, with explain: %s', async (explain) => {
    const { preview } = await withPreview();
    const choice = explain === undefined ? {} : { explain };
    const page = await preview({ html: PAGE, page_url: URL_OF_PAGE, ...choice });
    expect(page).toMatchObject({
      from: 'page',
      poll_url: URL_OF_PAGE,
      rendered: false,
      note: null,
    });
    expect(page.items.map(({ title }) => title)).toContain('Story número 3');
    expect(page.items[0]?.url).toMatch(/^https:\/\/example\.com\/story-/);
    expect(page.confidence).toBeGreaterThan(0);
    expect(page.explanation === null).toBe(explain !== true);
    expect(page.rule === null).toBe(explain !== true);
    const text = rss({ title: 'T', items: numberedItems(3) });
    const feed = await preview({ html: text, page_url: URL_OF_PAGE, ...choice });
    expect(feed).toMatchObject({ from: 'feed', title: 'T', confidence: null, rule: null });
    expect(feed.explanation).toBeNull();
    expect(feed.items).toHaveLength(3);
    expect(feed.items[0]?.date_published).toBe('2026-01-10T00:00:00.000Z');
  });

  it('is decoded as it says itself when it is sent as bytes', async () => {
    const { preview } = await withPreview();
    const html = Buffer.from(PAGE, 'latin1').toString('base64');
    const page = await preview({ html, encoding: 'base64', page_url: URL_OF_PAGE });
    expect(page.items.map(({ title }) => title)).toContain('Story número 3');
  });

  it('shows the changes of a page as a page', async () => {
    const { preview } = await withPreview();
    const changes = await preview({ html: PAGE, page_url: URL_OF_PAGE, mode: 'changes' });
    const url = expect.stringMatching(/^https:\/\/example\.com\/news\/#feedctl-change-/);
    expect(changes).toMatchObject({
      from: 'page',
      items: [{ url }],
      confidence: null,
    });
  });

  it.each(['ftp://example.com/', 'news', 'file:///etc/passwd'])(
    'is not of %s',
    async (page_url) => {
      const { preview } = await withPreview();
      const refused = preview({ html: PAGE, page_url });
      await expect(refused).rejects.toMatchObject({ code: 'INVALID_FIELD' });
    },
  );

  it('of a page without a list is an error, or is explained', async () => {
    const { preview } = await withPreview();
    const given = { html: EMPTY, page_url: URL_OF_PAGE };
    await expect(preview(given)).rejects.toMatchObject({ code: 'NO_ITEMS_FOUND' });
    expect(await preview({ ...given, explain: true })).toMatchObject({
      ...{ title: '', items: [], rule: null, confidence: null, poll_url: URL_OF_PAGE },
      failure: { code: 'NO_ITEMS_FOUND' },
      explanation: { strategy: null, runners_up: [] },
    });
  });

  it('of a page whose list is not believed names that list, and its selectors take it', async () => {
    const { preview } = await withPreview();
    const given = { html: doubtfulPage(), page_url: URL_OF_PAGE };
    await expect(preview(given)).rejects.toMatchObject({
      code: 'NO_ITEMS_FOUND',
      list: DOUBTFUL_LIST,
    });
    const { selectors } = DOUBTFUL_LIST;
    const taken = await preview({ ...given, selectors });
    expect(taken.items).toHaveLength(DOUBTFUL_LIST.items);
    expect(taken.items.slice(0, 3).map(({ title }) => title)).toEqual(DOUBTFUL_LIST.titles);
    const others = preview({ ...given, selectors: { items: 'li.other' } });
    await expect(others).rejects.toMatchObject({ code: 'NO_ITEMS_FOUND', list: undefined });
  });

  it('names no list of a page that has none, and cuts long titles', async () => {
    const { preview } = await withPreview();
    const empty = preview({ html: EMPTY, page_url: URL_OF_PAGE });
    await expect(empty).rejects.toMatchObject({ code: 'NO_ITEMS_FOUND', list: undefined });
    const html = doubtfulPage('Gardens '.repeat(400));
    const error = await preview({ html, page_url: URL_OF_PAGE }).catch((thrown: unknown) => thrown);
    expect((error as ServiceError).list?.titles[0]).toHaveLength(200);
  });

  it('shows the items that a feed would keep, without those that its filters hide', async () => {
    const { preview } = await withPreview();
    const html = rss({ items: numberedItems(5) });
    const given = { html, page_url: URL_OF_PAGE };
    expect((await preview(given, 4)).items).toHaveLength(4);
    expect(await preview(given)).not.toHaveProperty('dropped');
    const filters = { exclude: ['"number 1"'] };
    const filtered = await preview({ ...given, filters }, 4);
    expect(filtered.items.map(({ title }) => title.slice(-1))).toEqual(['0', '2', '3']);
    expect(filtered.dropped?.map(({ title }) => title.slice(-1))).toEqual(['1']);
    expect(await filterPreview(await preview(given, 4), filters)).toEqual(filtered);
  });
});

describe('a preview of an address', () => {
  it('is what a feed of it would show', async () => {
    const { preview, sources, pages } = await withPreview();
    const url = sources.publish('/feed.xml', { title: 'T', items: numberedItems(2) });
    const feed = await preview({ url });
    expect(feed).toMatchObject({ from: 'feed', title: 'T', poll_url: url, confidence: null });
    expect(feed).toMatchObject({ explanation: null, rule: null, failure: null, rendered: false });
    const address = sources.on('/page', (_, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8').end(PAGE);
    });
    expect(await preview({ url: address })).toMatchObject({ from: 'page', explanation: null });
    expect(pages).toEqual([]);
    const explained = await preview({ url: address, explain: true });
    expect(explained).toMatchObject({ from: 'page', poll_url: address, failure: null });
    expect(explained.explanation?.strategy).not.toBeNull();
    expect(explained.rule).not.toBeNull();
    expect(explained.confidence).toBe(explained.explanation?.confidence);
    expect(pages).toEqual([PAGE]);
  });

  it('of a page without a list says its address and why', async () => {
    const { preview, sources } = await withPreview();
    const url = sources.on('/empty', (_, response) => response.end(EMPTY));
    await expect(preview({ url })).rejects.toMatchObject({ code: 'NO_ITEMS_FOUND' });
    const failed = await preview({ url, explain: true });
    expect(failed).toMatchObject({ poll_url: url, failure: { code: 'NO_ITEMS_FOUND' } });
    const away = preview({ url: `${url}-away`, explain: true });
    await expect(away).rejects.toMatchObject({ code: 'SOURCE_UNREACHABLE' });
  });

  it('makes no request with wrong filters or with a proxy of another account', async () => {
    const { preview, sources } = await withPreview({ id: 'another' });
    const url = sources.publish('/feed.xml', { items: numberedItems(1) });
    const wrong = preview({ url, filters: { include: ['/(/'] } });
    await expect(wrong).rejects.toMatchObject({ code: 'INVALID_FIELD' });
    const proxied = preview({ url, access: { proxy: 'http://127.0.0.1:9' } });
    await expect(proxied).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(sources.hits('/feed.xml')).toBe(0);
  });
});
