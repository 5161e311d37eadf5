import fc from 'fast-check';
import { parseRssFeed } from 'feedsmith';
import { describe, expect, it } from 'vitest';
import { toRss } from '../../../src/service/publish/rss.js';
import { linkedAddress, oneLine } from '../../../src/service/publish/text.js';
import { anyChannel, channel, item } from '../../support/channels.js';
import { problemsOfXml } from '../../support/well-formed.js';

describe('RSS 2.0', () => {
  it('writes the channel as readers and the validator want it', () => {
    expect(toRss(channel())).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/">
<channel>
<title>Valley News</title>
<link>https://news.example/</link>
<description>What happens in the valley</description>
<language>en-GB</language>
<lastBuildDate>Sat, 21 Nov 2026 09:00:00 GMT</lastBuildDate>
<generator>feedctl</generator>
<ttl>60</ttl>
<image>
<url>https://news.example/icon.png</url>
<title>Valley News</title>
<link>https://news.example/</link>
</image>
<atom:link href="https://feeds.example/feeds/AAAAAAAAAAAAAAAA.xml" rel="self" type="application/rss+xml"/>
<item>
<title>The bridge is open</title>
<link>https://news.example/bridge?page=1&amp;lang=en</link>
<description>After two years, cars cross again.</description>
<content:encoded><![CDATA[<p>After two years, <b>cars</b> cross again.</p>]]></content:encoded>
<guid isPermaLink="false">g1</guid>
<pubDate>Fri, 20 Nov 2026 08:30:00 GMT</pubDate>
<dc:creator>Ana Lima</dc:creator>
<dc:creator>Bo Chen</dc:creator>
<media:thumbnail url="https://news.example/bridge.jpg?w=300&amp;h=200"/>
</item>
</channel>
</rss>
`);
  });

  it('encloses the episode, whatever file stands before it, and describes pictures', () => {
    const file = (name: string, mime_type: string, title?: string) => ({
      url: `https://c.example/${name}`,
      mime_type,
      ...(title !== undefined && { title }),
    });
    const enclosed = (...attachments: ReturnType<typeof file>[]) =>
      toRss(channel({ items: [item({ attachments })] })).match(/<enclosure .*|<media:desc.*/g);
    const torrent = file('1.torrent', 'application/x-bittorrent');
    const photo = file('1.jpg', 'image/jpeg', 'A pie');
    expect(enclosed(torrent, photo, file('1.mp4', 'video/mp4'))).toEqual([
      '<enclosure url="https://c.example/1.mp4" length="0" type="video/mp4"/>',
      '<media:description>A pie</media:description>',
    ]);
    expect(enclosed(torrent)?.[0]).toContain('1.torrent');
  });

  it('leaves out what is not known, and never invents a date', () => {
    const bare = item({
      url: '',
      title: '',
      description_html: '',
      thumbnail: null,
      date_published: null,
      authors: [],
    });
    const xml = toRss(channel({ icon: '', language: null, items: [bare] }));
    expect(xml).toContain(`<item>
<description>After two years, cars cross again.</description>
<guid isPermaLink="false">g1</guid>
</item>`);
    expect(xml).not.toMatch(/<image>|<language>|<pubDate>/);
  });

  it.each([
    ['its address', { url: 'https://news.example/1' }, 'https://news.example/1'],
    ['a word', { url: '' }, 'Untitled'],
  ])('gives an item without title and text %s as description', (_, changes, description) => {
    const empty = { title: '', description_text: '', description_html: '' };
    const feed = parseRssFeed(toRss(channel({ items: [item({ ...empty, ...changes })] })));
    expect(feed.items?.[0]?.description).toBe(description);
  });

  it('has a title and a description even when the source has neither', () => {
    const feed = parseRssFeed(toRss(channel({ title: ' \n', description: '' })));
    expect(feed).toMatchObject({ title: 'news.example', description: 'news.example' });
  });

  it('shows text as text where readers expect HTML', () => {
    const text = 'if a < b && c: <script>alert(1)</script>';
    const feed = parseRssFeed(
      toRss(channel({ items: [item({ description_text: text, description_html: '' })] })),
    );
    expect(feed.items?.[0]?.description).toBe(
      'if a &lt; b &amp;&amp; c: &lt;script&gt;alert(1)&lt;/script&gt;',
    );
  });

  it('shortens the description beside the whole article', () => {
    const text = 'A word or two. '.repeat(100);
    const feed = parseRssFeed(toRss(channel({ items: [item({ description_text: text })] })));
    expect(feed.items?.[0]?.description).toMatch(/^A word or two\. .{400,490}…$/);
  });

  it('follows http and https alone', () => {
    const hostile = item({ url: 'javascript:alert(1)', thumbnail: 'data:image/png;base64,AA==' });
    const xml = toRss(channel({ icon: 'file:///etc/passwd', items: [hostile] }));
    expect(xml).not.toMatch(/javascript|data:|file:/);
  });

  it.each(['<p>a ]]> b</p>', '<![CDATA[', '<b>]]]]>', 'R&amp;D', 'no markup ]]>'])(
    'gives back the HTML %s',
    (html) => {
      const xml = toRss(channel({ items: [item({ description_html: html })] }));
      expect(problemsOfXml(xml)).toEqual([]);
      expect(parseRssFeed(xml).items?.[0]?.content?.encoded).toBe(html);
    },
  );

  it('gives back the same titles and links whatever they contain', () => {
    fc.assert(
      fc.property(anyChannel, (any) => {
        const xml = toRss(any);
        expect(problemsOfXml(xml)).toEqual([]);
        const feed = parseRssFeed(xml);
        expect(feed.title).toBe(oneLine(any.title) || new URL(any.siteUrl).host);
        expect(feed.items?.map(({ title = '', link, guid }) => [title, link, guid?.value])).toEqual(
          any.items.length === 0
            ? undefined
            : any.items.map(({ title, url, guid }) => [
                oneLine(title),
                linkedAddress(url) ?? undefined,
                guid,
              ]),
        );
      }),
    );
  });
});
