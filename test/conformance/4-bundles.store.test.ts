import { describe, expect, it } from 'vitest';
import {
  type Bundle,
  type BundleSummary,
  bundleSummarySchema,
  type Feed,
  type ItemList,
} from '../../src/contract/index.js';
import { numberedItems, type RssItem } from '../support/rss.js';
import { expectError } from './api.js';
import { describeConformance } from './forms.js';

describeConformance('Bundles', (setup) => {
  let published = 0;

  function feedOf(items: RssItem[] = numberedItems(1, `b${published}`)): Promise<Feed> {
    published += 1;
    return setup.api.createFeed(
      setup.sources.publish(`/bundles/${published}.xml`, { title: `Feed ${published}`, items }),
    );
  }

  async function titlesOf(id: string, query = ''): Promise<string[]> {
    const { body } = await setup.api.get(`/v1/bundles/${id}${query}`);
    return (body as Bundle).items.map((item) => item.title);
  }

  describe('POST /v1/bundles', () => {
    it('answers 201; feeds is optional, and without it the bundle is empty', async () => {
      const { status, body } = await setup.api.post('/v1/bundles', { name: 'Empty' });

      expect(status).toBe(201);
      const bundle = bundleSummarySchema.strict().parse(body);
      expect(bundle).toMatchObject({ name: 'Empty', feeds: [] });
      expect((await setup.api.get(`/v1/bundles/${bundle.id}`)).body).toEqual({
        ...bundle,
        items: [],
      });
    });

    it('keeps the members in the order given, each once', async () => {
      const [a, b, c] = [await feedOf(), await feedOf(), await feedOf()];
      const bundle = await setup.api.createBundle('Order', [c.id, a.id, c.id, b.id]);

      expect(bundle.feeds).toEqual([c.id, a.id, b.id]);
    });

    it('creates nothing when a feed is unknown to the account: 404', async () => {
      const mine = await feedOf();
      const url = setup.sources.publish('/bundles/theirs.xml', { items: numberedItems(1) });
      const theirs = await setup.stranger.createFeed(url);
      const before = (await setup.api.get('/v1/bundles?limit=100')).body;

      for (const unknown of ['nosuchfeed', theirs.id]) {
        const reply = await setup.api.post('/v1/bundles', { name: 'X', feeds: [mine.id, unknown] });
        expectError(reply, 'FEED_NOT_FOUND', new RegExp(unknown));
      }
      expect((await setup.api.get('/v1/bundles?limit=100')).body).toEqual(before);
    });

    it.each([
      [{}, /"name" is required/],
      [{ name: ' ' }, /"name" must not be empty/],
      [{ name: '\u200b' }, /"name" must not be empty/],
      [{ name: 5 }, /"name" must be a string/],
      [{ name: 'x', feeds: 'abc' }, /"feeds" must be an array/],
      [{ name: 'x', feeds: ['abc', 1] }, /"feeds\[1\]" must be a string/],
      [{ name: 'x', icon: 'ftp://example.com/i.png' }, /"icon" must be an http or https address/],
      [{ name: 'x', items: [] }, /"items" is not a field.*Allowed: name, feeds, description, icon/],
    ])('refuses %j: 400', async (body, message) => {
      expectError(await setup.api.post('/v1/bundles', body), 'INVALID_FIELD', message);
    });
  });

  describe('GET /v1/bundles/:id', () => {
    it('shows the items of all members, last added first or by date', async () => {
      const first = await feedOf([
        { guid: '1', link: 'https://example.com/b/1', title: 'old news', date: '2025-03-01' },
        { guid: '2', link: 'https://example.com/b/2', title: 'undated' },
      ]);
      setup.clock.advance(60_000);
      const second = await feedOf([
        { guid: '3', link: 'https://example.com/b/3', title: 'older news', date: '2025-01-01' },
        { guid: '4', link: 'https://example.com/b/4', title: 'newest', date: '2025-05-01' },
      ]);
      const { id } = await setup.api.createBundle('Sorted', [first.id, second.id]);
      const added = ['older news', 'newest', 'old news', 'undated'];

      expect(await titlesOf(id)).toEqual(added);
      expect(await titlesOf(id, '?sort=last_added')).toEqual(added);
      expect(await titlesOf(id, '?sort=date')).toEqual([
        'newest',
        'old news',
        'older news',
        'undated',
      ]);
      expectError(await setup.api.get(`/v1/bundles/${id}?sort=title`), 'INVALID_FIELD', /"sort"/);
    });

    it('shows a story of several members once', async () => {
      const story = {
        ...{ link: 'https://example.com/story', title: 'A story that everybody tells' },
        description: 'Three boats left the old harbour at dawn and came back with the whole crew.',
      };
      const first = await feedOf([{ guid: 'x', ...story, date: '2026-01-01T00:00:00Z' }]);
      setup.clock.advance(60_000);
      const second = await feedOf([
        { guid: 'y', ...story, link: `${story.link}?utm_source=other`, date: '2026-01-05' },
      ]);
      const third = await feedOf([
        { guid: 'z', ...story, link: 'https://mirror.example/1', date: '2026-01-01T20:00:00Z' },
        { guid: 'w', ...story, link: 'https://mirror.example/2', date: '2026-02-01' },
      ]);
      const { id } = await setup.api.createBundle('Dedup', [first.id, second.id, third.id]);
      const { body } = await setup.api.get(`/v1/bundles/${id}`);

      expect((body as Bundle).items.map((item) => item.url)).toEqual([
        'https://mirror.example/2',
        'https://example.com/story',
      ]);
    });

    it('shows all items of one feed, whatever they share', async () => {
      const incidents = [1, 2, 3, 4, 5].map((n) => ({
        ...{ guid: `i${n}`, link: 'https://status.example/now', title: 'Errors in the interface' },
        date: `2026-01-01T0${n}:00:00Z`,
      }));
      const status = await feedOf(incidents);
      const tools = await Promise.all(
        ['red', 'blue'].map((tool) =>
          feedOf([{ guid: tool, link: `https://${tool}.example/releases#v1`, title: 'v1.1.0' }]),
        ),
      );
      const members = [status, ...tools].map(({ id }) => id);
      const { id } = await setup.api.createBundle('All of them', members);
      const { body } = await setup.api.get(`/v1/bundles/${id}`);
      expect((body as Bundle).items).toHaveLength(7);
      const { body: list } = await setup.api.get(`/v1/items?scope=${id}`);
      expect((list as ItemList).items).toHaveLength(7);
      const { body: found } = await setup.api.get(`/v1/items?scope=${id}&search=errors`);
      expect((found as ItemList).items).toHaveLength(5);
    });

    it('shows the newest 500', async () => {
      const feeds = [
        await feedOf(numberedItems(400, 'left')),
        await feedOf(numberedItems(400, 'right')),
      ];
      const { id } = await setup.api.createBundle(
        'Large',
        feeds.map((feed) => feed.id),
      );
      const titles = await titlesOf(id, '?sort=date');

      expect(titles).toHaveLength(500);
      expect(titles).not.toContain('left number 250');
      expect(titles).toContain('left number 249');
    });

    it('applies the custom author of each member', async () => {
      const [a, b] = [await feedOf(), await feedOf()];
      const { id } = await setup.api.createBundle('Authors', [a.id, b.id]);
      await setup.api.patch(`/v1/feeds/${a.id}/settings`, { customAuthor: 'Desk' });
      const { body } = await setup.api.get(`/v1/bundles/${id}`);
      const authors = new Map(
        (body as Bundle).items.map((item) => [item.url, item.authors[0]?.name]),
      );

      expect(authors.get(a.items[0]?.url ?? '')).toBe('Desk');
      expect(authors.get(b.items[0]?.url ?? '')).toBe('Author 0');
    });
  });

  describe('GET /v1/bundles', () => {
    it('lists the bundles of the account with their members, newest first', async () => {
      const [a, b] = [await feedOf(), await feedOf()];
      setup.clock.advance(1000);
      const first = await setup.api.createBundle('First', [b.id, a.id]);
      setup.clock.advance(1000);
      const second = await setup.api.createBundle('Second');
      const { status, body } = await setup.api.get('/v1/bundles?limit=2');

      expect(status).toBe(200);
      expect(body).toEqual([second, first]);
      expect((await setup.stranger.get('/v1/bundles')).body).toEqual([]);
    });
  });

  describe('PATCH /v1/bundles/:id', () => {
    it('changes name, description and icon, each alone', async () => {
      const bundle = await setup.api.createBundle('Before');
      let expected: BundleSummary = bundle;
      for (const change of [
        { name: 'After' },
        { description: 'About' },
        { icon: 'https://example.com/i.png' },
        { icon: '' },
        {},
      ]) {
        expected = { ...expected, ...change };
        const reply = await setup.api.patch(`/v1/bundles/${bundle.id}`, change);
        expect(reply).toMatchObject({ status: 200, body: expected });
      }
    });

    it.each([
      [{ name: '' }, /"name" must not be empty/],
      [{ feeds: [] }, /"feeds" is not a field.*Allowed: name, description, icon/],
      [{ icon: 'x' }, /"icon" must be an http or https address/],
    ])('refuses %j: 400', async (change, message) => {
      const { id } = await setup.api.createBundle('Strict');
      expectError(await setup.api.patch(`/v1/bundles/${id}`, change), 'INVALID_FIELD', message);
    });
  });

  describe('all_feeds', () => {
    const feedsOf = async (id: string) =>
      ((await setup.api.get(`/v1/bundles/${id}`)).body as Bundle).feeds;

    it('makes each feed a member, also those created later and never those of others', async () => {
      const before = await feedOf();
      const body = { name: 'All', all_feeds: true, filters: { include: ['"number 1"'] } };
      const { status, body: made } = await setup.api.post('/v1/bundles', body);
      expect({ status, made }).toMatchObject({ status: 201 });
      const { id, feeds, all_feeds } = bundleSummarySchema.strict().parse(made);
      const { body: listed } = await setup.api.get('/v1/feeds?limit=100');
      const all = (listed as Feed[]).map((feed) => feed.id);
      expect({ all_feeds, feeds: new Set(feeds) }).toEqual({
        all_feeds: true,
        feeds: new Set(all),
      });

      const after = await feedOf();
      await setup.stranger.createFeed(setup.sources.publish('/bundles/other.xml', { items: [] }));
      expect(await feedsOf(id)).toEqual([...feeds, after.id]);
      expect(feeds).toContain(before.id);
    });

    it('keeps the members until it is false, and is set again for those that are missing', async () => {
      const [a, b] = [await feedOf(), await feedOf()];
      const { id } = await setup.api.createBundle('Some', [b.id]);
      const set = (all_feeds: boolean) => setup.api.patch(`/v1/bundles/${id}`, { all_feeds });
      expect(await set(true)).toMatchObject({ status: 200, body: { all_feeds: true } });
      const member = `/v1/bundles/${id}/feeds/${a.id}`;
      expectError(await setup.api.delete(member), 'INVALID_FIELD', /"all_feeds" to false/);
      expect((await feedsOf(id))[0]).toBe(b.id);
      expect(await feedsOf(id)).toContain(a.id);

      expect((await set(false)).body).not.toHaveProperty('all_feeds');
      expect(await setup.api.delete(member)).toMatchObject({ status: 200 });
      setup.clock.advance(1);
      const later = await feedOf();
      expect(await feedsOf(id)).not.toContain(later.id);
      await set(true);
      expect((await feedsOf(id)).slice(-2)).toEqual([a.id, later.id]);
      await setup.api.delete(`/v1/feeds/${a.id}`);
      expect(await feedsOf(id)).not.toContain(a.id);
    });

    it('excludes chosen feeds, and other accounts', async () => {
      const { id: feed } = await feedOf();
      const both = { name: 'X', feeds: [feed], all_feeds: true };
      expectError(await setup.api.post('/v1/bundles', both), 'INVALID_FIELD', /"all_feeds"/);
      const { id } = await setup.api.createBundle('Mine');
      const change = await setup.stranger.patch(`/v1/bundles/${id}`, { all_feeds: true });
      expectError(change, 'BUNDLE_NOT_FOUND');
      expect(await feedsOf(id)).toEqual([]);
    });
  });

  describe('PUT and DELETE /v1/bundles/:id/feeds/:feedId', () => {
    it('add and remove a member: 200 with the bundle, without a body, however often', async () => {
      const [a, b] = [await feedOf(), await feedOf()];
      const bundle = await setup.api.createBundle('Members', [a.id]);
      const member = `/v1/bundles/${bundle.id}/feeds/${b.id}`;

      for (let time = 0; time < 2; time += 1) {
        const added = await setup.api.put(member);
        expect(added).toMatchObject({ status: 200, body: { ...bundle, feeds: [a.id, b.id] } });
      }
      for (let time = 0; time < 2; time += 1) {
        const removed = await setup.api.delete(member);
        expect(removed).toMatchObject({ status: 200, body: bundle });
      }
      expect(await setup.api.get(`/v1/feeds/${b.id}`)).toMatchObject({ status: 200 });
    });

    it('answer 404 for what the account does not have', async () => {
      const feed = await feedOf();
      const { id } = await setup.api.createBundle('404');

      expectError(await setup.api.put(`/v1/bundles/${id}/feeds/nosuch`), 'FEED_NOT_FOUND');
      expectError(await setup.api.put(`/v1/bundles/_nosuch/feeds/${feed.id}`), 'BUNDLE_NOT_FOUND');
      expectError(
        await setup.api.delete(`/v1/bundles/_nosuch/feeds/${feed.id}`),
        'BUNDLE_NOT_FOUND',
      );
      expectError(
        await setup.stranger.put(`/v1/bundles/${id}/feeds/${feed.id}`),
        'BUNDLE_NOT_FOUND',
      );
    });
  });

  describe('DELETE /v1/bundles/:id', () => {
    it('deletes for good: 200 with the id, then 404; the feeds stay', async () => {
      const feed = await feedOf();
      const { id } = await setup.api.createBundle('Gone', [feed.id]);
      const { status, body } = await setup.api.delete(`/v1/bundles/${id}`);

      expect(status).toBe(200);
      expect(body).toEqual({ id, deleted: true });
      expectError(await setup.api.delete(`/v1/bundles/${id}`), 'BUNDLE_NOT_FOUND');
      expect(await setup.api.get(`/v1/feeds/${feed.id}`)).toMatchObject({ status: 200 });
    });
  });
});
