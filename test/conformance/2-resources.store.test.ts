import { describe, expect, it } from 'vitest';
import {
  type Bundle,
  bundleSchema,
  bundleSummarySchema,
  type Feed,
  feedSchema,
  feedSettingsSchema,
  feedSummarySchema,
} from '../../src/contract/index.js';
import { numberedItems } from '../support/rss.js';
import { describeConformance } from './forms.js';

describeConformance('Resources and their fields', (setup) => {
  it('feed: every field of the table with its type, and no other', async () => {
    const url = setup.sources.publish('/resources/feed.xml', {
      title: 'A feed',
      description: 'What it is about',
      image: 'https://example.com/icon.png',
      items: numberedItems(2),
    });
    const { id } = await setup.api.createFeed(url);
    const { body } = await setup.api.get(`/v1/feeds/${id}`);

    const feed = feedSchema.strict().parse(body);
    expect(feed).toMatchObject({
      id: expect.stringMatching(/^[0-9A-Za-z]{16}$/),
      title: 'A feed',
      description: 'What it is about',
      icon: 'https://example.com/icon.png',
      source_url: url,
      rss_feed_url: `https://feeds.example.com/feeds/${id}.xml`,
      is_active: true,
    });
    expect(feed.items).toHaveLength(2);
  });

  it('feed: description and icon are "" when the source has none, the title never is', async () => {
    const url = setup.sources.publish('/resources/bare.xml', { items: numberedItems(1) });
    const feed = await setup.api.createFeed(url);

    expect(feed).toMatchObject({ description: '', icon: '', title: new URL(url).host });
  });

  it('feed item: every field with its type, dates in ISO 8601, authors as the source names them', async () => {
    const url = setup.sources.publish('/resources/items.xml', {
      title: 'Items',
      items: [
        {
          guid: 'one',
          link: 'https://example.com/one',
          title: 'One',
          description: '<p>First</p>',
          date: '2026-01-02T03:04:05Z',
          author: 'Ana',
        },
        { guid: 'two', link: 'https://example.com/two', title: 'Two' },
      ],
    });
    const feed = feedSchema.parse(await setup.api.createFeed(url));

    expect(feed.items).toEqual([
      {
        guid: expect.stringMatching(/^[0-9A-Za-z]{17}$/),
        url: 'https://example.com/one',
        title: 'One',
        description_text: 'First',
        description_html: '<p>First</p>',
        thumbnail: null,
        date_published: '2026-01-02T03:04:05.000Z',
        authors: [{ name: 'Ana' }],
      },
      {
        guid: expect.stringMatching(/^[0-9A-Za-z]{17}$/),
        url: 'https://example.com/two',
        title: 'Two',
        description_text: '',
        description_html: '',
        thumbnail: null,
        date_published: null,
        authors: [],
      },
    ]);
  });

  it('feed settings: customAuthor is null at first', async () => {
    const url = setup.sources.publish('/resources/settings.xml', { items: numberedItems(1) });
    const { id } = await setup.api.createFeed(url);
    const { body } = await setup.api.get(`/v1/feeds/${id}/settings`);

    expect(feedSettingsSchema.strict().parse(body)).toEqual({ customAuthor: null });
  });

  it('bundle: every field with its type, and no other; items on GET one only', async () => {
    const url = setup.sources.publish('/resources/member.xml', {
      items: numberedItems(2, 'member'),
    });
    const feed = await setup.api.createFeed(url);
    const created = await setup.api.post('/v1/bundles', { name: 'All', feeds: [feed.id] });
    const summary = bundleSummarySchema.strict().parse(created.body);

    expect(summary).toEqual({
      id: expect.stringMatching(/^_[0-9A-Za-z]{16}$/),
      name: 'All',
      description: '',
      icon: '',
      rss_feed_url: `https://feeds.example.com/feeds/${summary.id}.xml`,
      feeds: [feed.id],
    });
    const { body } = await setup.api.get(`/v1/bundles/${summary.id}`);
    const full: Bundle = bundleSchema.strict().parse(body);
    const from = { id: feed.id, title: feed.title };
    expect(full).toEqual({
      ...summary,
      items: feed.items.map((item) => ({ ...item, feed: from })),
    });
  });

  describe('feeds in a list', () => {
    it('have everything but their items', async () => {
      const url = setup.sources.publish('/resources/listed.xml', { items: numberedItems(1) });
      const { items: _, ...summary }: Feed = await setup.api.createFeed(url);
      const { body } = await setup.api.get('/v1/feeds?limit=100');

      expect(body).toContainEqual(feedSummarySchema.strict().parse(summary));
    });
  });
});
