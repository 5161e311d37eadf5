import { describe, expect, it } from 'vitest';
import { type Feed, feedSettingsSchema, feedSummarySchema } from '../../src/contract/index.js';
import { numberedItems } from '../support/rss.js';
import { expectError } from './api.js';
import { describeAnyWay } from './forms.js';

describeAnyWay('Feeds', (setup) => {
  let published = 0;

  function feedOf(items = numberedItems(2)): Promise<Feed> {
    published += 1;
    const url = setup.sources.publish(`/feeds/${published}.xml`, {
      title: `Feed ${published}`,
      description: 'From the source',
      items,
    });
    return setup.api.createFeed(url);
  }

  describe('GET /v1/feeds/:id', () => {
    it('answers 200 with the full feed and all current items', async () => {
      const feed = await feedOf(numberedItems(40));
      const { status, body } = await setup.api.get(`/v1/feeds/${feed.id}`);

      expect(status).toBe(200);
      expect(body).toEqual(feed);
    });

    it('sorts by date: newest first, what has no date last', async () => {
      const feed = await feedOf([
        { guid: 'a', title: 'undated' },
        { guid: 'b', title: 'old', date: '2025-01-01' },
        { guid: 'c', title: 'new', date: '2026-01-01' },
      ]);
      const titles = async (query: string) => {
        const { body } = await setup.api.get(`/v1/feeds/${feed.id}${query}`);
        return (body as Feed).items.map((item) => item.title);
      };

      expect(await titles('?sort=date')).toEqual(['new', 'old', 'undated']);
      expect(await titles('?sort=last_added')).toEqual(['undated', 'old', 'new']);
      expect(await titles('')).toEqual(['undated', 'old', 'new']);
    });

    it.each(['newest', '', 'DATE'])('refuses sort=%s: 400', async (sort) => {
      const { id } = await feedOf();
      const reply = await setup.api.get(`/v1/feeds/${id}?sort=${sort}`);
      expectError(reply, 'INVALID_FIELD', /"sort" must be "last_added" or "date"/);
    });

    it('answers HEAD like GET without the body', async () => {
      const { id } = await feedOf();
      const { status } = await setup.api.raw('HEAD', `/v1/feeds/${id}`);
      expect(status).toBe(200);
    });
  });

  describe('GET /v1/feeds', () => {
    it('lists the feeds of the account alone, newest first', async () => {
      setup.clock.advance(1000);
      const first = await feedOf();
      setup.clock.advance(1000);
      const second = await feedOf();
      const { status, body } = await setup.api.get('/v1/feeds?limit=2');

      expect(status).toBe(200);
      expect((body as Feed[]).map((feed) => feed.id)).toEqual([second.id, first.id]);
      for (const feed of body as Feed[]) feedSummarySchema.strict().parse(feed);
      expect((await setup.stranger.get('/v1/feeds')).body).toEqual([]);
    });
  });

  describe('PATCH /v1/feeds/:id', () => {
    it('answers 200 with the updated feed; only the given fields change', async () => {
      const { items: _, ...feed } = await feedOf();
      const { status, body } = await setup.api.patch(`/v1/feeds/${feed.id}`, { title: 'Mine' });

      expect(status).toBe(200);
      expect(feedSummarySchema.strict().parse(body)).toEqual({ ...feed, title: 'Mine' });
      expect((await setup.api.get(`/v1/feeds/${feed.id}`)).body).toMatchObject({ title: 'Mine' });
    });

    it('takes every field of the table, and "" to have no icon or description', async () => {
      const { id } = await feedOf();
      const all = { title: 'T', description: 'D', icon: 'https://example.com/i.png' };
      expect((await setup.api.patch(`/v1/feeds/${id}`, all)).body).toMatchObject(all);

      const none = { description: '', icon: '' };
      expect((await setup.api.patch(`/v1/feeds/${id}`, none)).body).toMatchObject({
        title: 'T',
        ...none,
      });
    });

    it('keeps a text whole that has a NUL in it', async () => {
      const { id } = await feedOf();
      const reply = await setup.api.patch(`/v1/feeds/${id}`, { title: 'a\0b' });
      expect(reply).toMatchObject({ status: 200, body: { title: 'a\ufffdb' } });
    });

    it('changes nothing for an empty object', async () => {
      const { items: _, ...feed } = await feedOf();
      const reply = await setup.api.patch(`/v1/feeds/${feed.id}`, {});
      expect(reply).toMatchObject({ status: 200, body: feed });
    });

    it.each([
      [{ title: 5 }, /"title" must be a string/],
      [{ title: null }, /"title" must be a string/],
      [{ title: '' }, /"title" must not be empty/],
      [{ title: ' \u00a0\t' }, /"title" must not be empty/],
      [{ title: '\u200b\u2060' }, /^"title" must not be empty\.$/],
      [{ title: '\u3164\0' }, /"title" must not be empty/],
      [{ title: 'x'.repeat(1001) }, /"title" must be at most 1000 characters long/],
      [{ description: [] }, /"description" must be a string/],
      [{ icon: 'javascript:alert(1)' }, /"icon" must be an http or https address/],
      [{ icon: 'icon.png' }, /"icon" must be an http or https address/],
      [
        { source_url: 'https://example.com' },
        /"source_url" is not a field.*Allowed: url, title, description, icon/,
      ],
      [{ name: 'x', feeds: [] }, /"name", "feeds" are not fields/],
    ])('refuses %j: 400', async (changes, message) => {
      const { items: _, ...feed } = await feedOf();
      expectError(await setup.api.patch(`/v1/feeds/${feed.id}`, changes), 'INVALID_FIELD', message);
      expect((await setup.api.get(`/v1/feeds/${feed.id}`)).body).toMatchObject(feed);
    });
  });

  describe('GET and PATCH /v1/feeds/:id/settings', () => {
    it('a string replaces the authors of every item, null restores those of the source', async () => {
      const feed = await feedOf();
      const authors = async () => {
        const { body } = await setup.api.get(`/v1/feeds/${feed.id}`);
        return (body as Feed).items.map((item) => item.authors);
      };
      const settings = `/v1/feeds/${feed.id}/settings`;

      const set = await setup.api.patch(settings, { customAuthor: 'Desk' });
      expect(set).toMatchObject({ status: 200, body: { customAuthor: 'Desk' } });
      expect(feedSettingsSchema.strict().parse((await setup.api.get(settings)).body)).toEqual({
        customAuthor: 'Desk',
      });
      expect(await authors()).toEqual([[{ name: 'Desk' }], [{ name: 'Desk' }]]);

      const cleared = await setup.api.patch(settings, { customAuthor: null });
      expect(cleared).toMatchObject({ status: 200, body: { customAuthor: null } });
      expect(await authors()).toEqual([[{ name: 'Author 0' }], [{ name: 'Author 1' }]]);
    });

    it('changes nothing for an empty object', async () => {
      const { id } = await feedOf();
      await setup.api.patch(`/v1/feeds/${id}/settings`, { customAuthor: 'Desk' });
      const reply = await setup.api.patch(`/v1/feeds/${id}/settings`, {});
      expect(reply).toMatchObject({ status: 200, body: { customAuthor: 'Desk' } });
    });

    it.each([
      [{ customAuthor: 5 }, /"customAuthor" must be a string/],
      [{ customAuthor: '' }, /"customAuthor" must not be empty/],
      [{ customAuthor: '   ' }, /"customAuthor" must not be empty/],
      [{ customAuthor: '\u200d' }, /"customAuthor" must not be empty/],
      [{ author: 'x' }, /"author" is not a field.*Allowed: customAuthor/],
    ])('refuses %j: 400', async (settings, message) => {
      const { id } = await feedOf();
      const reply = await setup.api.patch(`/v1/feeds/${id}/settings`, settings);
      expectError(reply, 'INVALID_FIELD', message);
    });
  });

  describe('DELETE /v1/feeds/:id', () => {
    it('deletes for good: 200 with the id, then 404 for everything', async () => {
      const { id, source_url } = await feedOf();
      const { status, body } = await setup.api.delete(`/v1/feeds/${id}`);

      expect(status).toBe(200);
      expect(body).toEqual({ id, deleted: true });
      expectError(await setup.api.delete(`/v1/feeds/${id}`), 'FEED_NOT_FOUND');
      expectError(await setup.api.get(`/v1/feeds/${id}`), 'FEED_NOT_FOUND');
      const again = await setup.api.createFeed(source_url);
      expect(again.id).not.toBe(id);
    });

    it('takes the feed out of its bundles', async () => {
      const [gone, stays] = [await feedOf(), await feedOf()];
      const bundle = await setup.api.createBundle('B', [gone.id, stays.id]);
      await setup.api.delete(`/v1/feeds/${gone.id}`);

      const { body } = await setup.api.get(`/v1/bundles/${bundle.id}`);
      expect(body).toMatchObject({ feeds: [stays.id] });
    });
  });
});
