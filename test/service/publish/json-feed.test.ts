import fc from 'fast-check';
import { parseJsonFeed } from 'feedsmith';
import { describe, expect, it } from 'vitest';
import { toJsonFeed } from '../../../src/service/publish/formats.js';
import { linkedAddress, oneLine } from '../../../src/service/publish/text.js';
import { anyChannel, channel, item } from '../../support/channels.js';

describe('JSON Feed 1.1', () => {
  it('writes the feed and its items', () => {
    expect(JSON.parse(toJsonFeed(channel()))).toEqual({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'Valley News',
      home_page_url: 'https://news.example/',
      feed_url: 'https://feeds.example/feeds/AAAAAAAAAAAAAAAA.xml',
      description: 'What happens in the valley',
      icon: 'https://news.example/icon.png',
      language: 'en-GB',
      items: [
        {
          id: 'g1',
          url: 'https://news.example/bridge?page=1&lang=en',
          title: 'The bridge is open',
          content_html: '<p>After two years, <b>cars</b> cross again.</p>',
          content_text: 'After two years, cars cross again.',
          image: 'https://news.example/bridge.jpg?w=300&h=200',
          date_published: '2026-11-20T08:30:00.000Z',
          authors: [{ name: 'Ana Lima' }, { name: 'Bo Chen' }],
        },
      ],
    });
  });

  it('keeps items an array when there are none, and content when there is none', () => {
    expect(JSON.parse(toJsonFeed(channel({ items: [] })))).toMatchObject({ items: [] });
    const bare = item({ description_text: '', description_html: '' });
    expect(JSON.parse(toJsonFeed(channel({ items: [bare] }))).items[0]).toMatchObject({
      content_text: '',
    });
  });

  it('gives back the same titles and links whatever they contain', () => {
    fc.assert(
      fc.property(anyChannel, (any) => {
        const feed = parseJsonFeed(toJsonFeed(any));
        expect(feed.items?.map(({ id, url, title = '' }) => [id, url, title]) ?? []).toEqual(
          any.items.map(({ guid, url, title }) => [
            guid,
            linkedAddress(url) ?? undefined,
            oneLine(title),
          ]),
        );
      }),
    );
  });
});
