import { describe, expect, it } from 'vitest';
import { errorBodySchema, type Feed, feedSchema } from '../../src/contract/index.js';
import { DOUBTFUL_LIST, doubtfulPage } from '../support/doubtful-page.js';
import { numberedItems, rss } from '../support/rss.js';
import { expectError } from './api.js';
import { describeConformance } from './forms.js';

describeConformance('POST /v1/feeds', (setup) => {
  describe('a website or native RSS address', () => {
    it('answers 201 with the full feed', async () => {
      const url = setup.sources.publish('/create/one.xml', {
        title: 'One',
        items: numberedItems(3),
      });
      const { status, body } = await setup.api.post('/v1/feeds', { url });

      expect(status).toBe(201);
      const feed = feedSchema.strict().parse(body);
      expect(feed.items.map((item) => item.title)).toEqual([
        'item number 0',
        'item number 1',
        'item number 2',
      ]);
      expect((await setup.api.get(`/v1/feeds/${feed.id}`)).body).toEqual(feed);
    });

    it('answers 200 with the feed that exists when the account has the source already', async () => {
      const url = setup.sources.publish('/create/twice.xml', { items: numberedItems(1) });
      const first = await setup.api.createFeed(url);
      const again = await setup.api.post('/v1/feeds', { url: `${url}#fragment` });

      expect(again.status).toBe(200);
      expect(again.body).toEqual(first);
      expect(setup.sources.hits('/create/twice.xml')).toBe(1);
    });

    it('gives two accounts a feed each', async () => {
      const url = setup.sources.publish('/create/shared.xml', { items: numberedItems(1) });
      const mine = await setup.api.createFeed(url);
      const theirs = await setup.stranger.createFeed(url);

      expect(theirs.id).not.toBe(mine.id);
    });

    it('makes one feed of two creations at the same time', async () => {
      const waiting: (() => void)[] = [];
      const url = setup.sources.on('/create/race.xml', (_, response) => {
        waiting.push(() => response.end(rss({ title: 'Race', items: numberedItems(2) })));
        if (waiting.length === 2) for (const answer of waiting) answer();
      });
      const replies = await Promise.all([
        setup.api.post('/v1/feeds', { url }),
        setup.api.post('/v1/feeds', { url }),
      ]);

      expect(replies.map((reply) => reply.status).sort()).toEqual([200, 201]);
      expect(replies[0]?.body).toEqual(replies[1]?.body);
    });

    it('makes a feed of a document without items', async () => {
      const url = setup.sources.publish('/create/empty.xml', { title: 'Quiet', items: [] });
      const { status, body } = await setup.api.post('/v1/feeds', { url });

      expect(status).toBe(201);
      expect(body).toMatchObject({ title: 'Quiet', items: [] });
    });

    it('keeps more items than fit one statement, in document order', async () => {
      const url = setup.sources.publish('/create/many.xml', { items: numberedItems(230) });
      const feed = await setup.api.createFeed(url);

      expect(feed.items.map((item) => item.url)).toEqual(
        numberedItems(230).map((item) => item.link),
      );
    });

    it('leaves no feed behind when the source cannot be read: 400 with the reason', async () => {
      const before = await setup.api.get('/v1/feeds?limit=100');
      const reply = await setup.api.post('/v1/feeds', { url: `${setup.sources.origin}/missing` });

      expectError(reply, 'SOURCE_UNREACHABLE', /404/);
      expect((await setup.api.get('/v1/feeds?limit=100')).body).toEqual(before.body);
    });

    it('answers NO_ITEMS_FOUND for a page without a feed', async () => {
      const url = setup.sources.on('/create/page', (_, response) => {
        response.setHeader('Content-Type', 'text/html');
        response.end('<!doctype html><title>A page</title><p>Nothing to list here.</p>');
      });
      expectError(await setup.api.post('/v1/feeds', { url }), 'NO_ITEMS_FOUND');
    });

    it('names the list of a page that it did not take, with selectors that take it', async () => {
      const url = setup.sources.on('/create/doubtful', (_, response) => {
        response.setHeader('Content-Type', 'text/html');
        response.end(doubtfulPage());
      });
      const refused = await setup.api.post('/v1/feeds', { url });
      expectError(refused, 'NO_ITEMS_FOUND');
      const [{ list } = {}] = errorBodySchema.parse(refused.body).errors;
      expect(list).toEqual(DOUBTFUL_LIST);
      const { status, body } = await setup.api.post('/v1/feeds', {
        url,
        selectors: list?.selectors,
      });
      expect(status).toBe(201);
      expect((body as Feed).items.slice(0, 3).map(({ title }) => title)).toEqual(list?.titles);
    });
  });

  describe('selectors, an extension', () => {
    it('of another kind on an existing source: 409', async () => {
      const url = setup.sources.publish('/create/selected.xml', { items: numberedItems(1) });
      const selectors = { items: 'article', title: 'h2' };
      const { body, status } = await setup.api.post('/v1/feeds', { url, selectors });
      expect(status).toBe(201);

      const same = { title: 'h2', items: 'article' };
      const again = await setup.api.post('/v1/feeds', { url, selectors: same });
      expect(again).toMatchObject({ status: 200, body: { id: (body as Feed).id } });
      expect(await setup.api.post('/v1/feeds', { url })).toMatchObject({ status: 200 });

      const other = await setup.api.post('/v1/feeds', { url, selectors: { items: 'li' } });
      expectError(other, 'FEED_EXISTS', new RegExp((body as Feed).id));
    });
  });

  describe('keyword and headline', () => {
    const HEADLINE = 'Central bank raises interest rates for the third time this year';

    function publishNews() {
      setup.sources.publish('/news', {
        title: 'News',
        items: [
          { guid: 'n1', link: 'https://news.example/1', title: `${HEADLINE} - Daily` },
          { guid: 'n2', link: 'https://news.example/2', title: 'Rates: what the bank said' },
        ],
      });
    }

    it('makes a feed of a keyword search: 201', async () => {
      publishNews();
      const { status, body } = await setup.api.post('/v1/feeds', { keyword: 'bank rates' });

      expect(status).toBe(201);
      const feed = feedSchema.strict().parse(body);
      expect(feed.source_url).toBe(`${setup.sources.origin}/news?q=bank%20rates&hl=en&gl=US`);
      expect(feed.items).not.toHaveLength(0);
    });

    it('tells the same keyword in two regions apart, and knows a region under its other names', async () => {
      publishNews();
      const german = await setup.api.post('/v1/feeds', { keyword: 'zinsen', region: 'DE:de' });
      const austrian = await setup.api.post('/v1/feeds', { keyword: 'zinsen', region: 'AT:de' });
      const again = await setup.api.post('/v1/feeds', { keyword: 'zinsen', region: 'de-DE' });

      expect([german.status, austrian.status, again.status]).toEqual([201, 201, 200]);
      expect((austrian.body as Feed).id).not.toBe((german.body as Feed).id);
      expect((again.body as Feed).id).toBe((german.body as Feed).id);
    });

    it('tells a headline from a keyword by the words, or by the extension field mode', async () => {
      publishNews();
      const headline = await setup.api.post('/v1/feeds', { keyword: HEADLINE });
      const same = await setup.api.post('/v1/feeds', { keyword: HEADLINE, mode: 'headline' });
      const keyword = await setup.api.post('/v1/feeds', { keyword: HEADLINE, mode: 'keyword' });

      expect([headline.status, same.status, keyword.status]).toEqual([201, 200, 201]);
    });

    it.each(['XX:en', 'ZZ', 'US:', 'nowhere', ''])('refuses the region %j: 400', async (region) => {
      expectError(
        await setup.api.post('/v1/feeds', { keyword: 'a', region }),
        'INVALID_FIELD',
        /region/,
      );
    });

    it('refuses an unknown mode and an empty keyword: 400', async () => {
      const mode = await setup.api.post('/v1/feeds', { keyword: 'a', mode: 'both' });
      expectError(mode, 'INVALID_FIELD', /"mode" must be "keyword" or "headline"/);
      const empty = await setup.api.post('/v1/feeds', { keyword: '  ' });
      expectError(empty, 'INVALID_FIELD', /"keyword" must not be empty/);
    });
  });

  describe('exactly one mode', () => {
    it.each([
      [{ url: 'https://example.com', keyword: 'news' }, /either "url" or "keyword", not both/],
      [{}, /Give "url" .* or "keyword"/],
      [{ region: 'US:en' }, /Give "url" .* or "keyword"/],
      [
        { url: 'https://example.com', region: 'US:en' },
        /"region" is not a field.*Allowed: url, .*selectors/,
      ],
      [{ url: 7 }, /"url" must be a string/],
      [{ url: '' }, /"url" must not be empty/],
      [{ url: 'https://example.com', selectors: {} }, /"selectors.items" is required/],
      [
        { url: 'https://example.com', selectors: { items: 'li', author: 'b' } },
        /"selectors.author" is not a field.*Allowed: items, title, link, date, image/,
      ],
      [[], /must be a JSON object/],
      ['https://example.com', /must be a JSON object/],
      [null, /must be a JSON object/],
    ])('refuses %j: 400', async (body, message) => {
      expectError(await setup.api.post('/v1/feeds', body), 'INVALID_FIELD', message);
    });
  });

  describe('addresses that cannot be a source', () => {
    it.each([
      'not a url',
      'ftp://example.com/feed',
      'https://user:secret@example.com/',
      'http:\\\\example.com',
    ])('%s: 400 naming the field', async (url) => {
      expectError(await setup.api.post('/v1/feeds', { url }), 'INVALID_FIELD', /url/);
    });
  });
});
