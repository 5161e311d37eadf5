import fc from 'fast-check';
import { parseOpml } from 'feedsmith';
import { describe, expect, it } from 'vitest';
import { toOpml } from '../../../src/service/publish/opml.js';
import { oneLine } from '../../../src/service/publish/text.js';
import { webAddress } from '../../../src/service/publish/web-address.js';
import { anyAddress, anyText } from './channels.js';
import { problemsOfXml } from './well-formed.js';

const createdAt = Date.parse('2026-11-21T09:00:00Z');

describe('OPML 2.0', () => {
  it('lists feeds as subscriptions', () => {
    const feed = {
      title: 'Valley "News" & more',
      description: 'From the valley',
      feedUrl: 'https://feeds.example/feeds/a.xml?x=1&y=2',
      siteUrl: 'https://news.example/',
    };
    expect(
      toOpml({ title: 'My feeds', createdAt, feeds: [feed] }),
    ).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<opml version="2.0">
<head>
<title>My feeds</title>
<dateCreated>Sat, 21 Nov 2026 09:00:00 GMT</dateCreated>
</head>
<body>
<outline text="Valley &quot;News&quot; &amp; more" title="Valley &quot;News&quot; &amp; more" type="rss" xmlUrl="https://feeds.example/feeds/a.xml?x=1&amp;y=2" htmlUrl="https://news.example/" description="From the valley"/>
</body>
</opml>
`);
  });

  it('is a document even without feeds', () => {
    expect(problemsOfXml(toOpml({ title: 'None', createdAt, feeds: [] }))).toEqual([]);
  });

  it('gives back the same titles and addresses whatever they contain', () => {
    const anyFeed = fc.record({
      title: anyText,
      description: anyText,
      feedUrl: anyAddress,
      siteUrl: anyAddress,
    });
    fc.assert(
      fc.property(fc.array(anyFeed, { minLength: 1, maxLength: 5 }), (feeds) => {
        const opml = toOpml({ title: 'All', createdAt, feeds });
        expect(problemsOfXml(opml)).toEqual([]);
        const kept = feeds.filter(({ feedUrl }) => webAddress(feedUrl) !== null);
        const outlines = kept.length === 0 ? [] : (parseOpml(opml).body?.outlines ?? []);
        expect(outlines.map(({ text, xmlUrl }) => [text, xmlUrl])).toEqual(
          kept.map(({ title, feedUrl }) => [
            oneLine(title) || new URL(feedUrl).host,
            webAddress(feedUrl),
          ]),
        );
      }),
    );
  });
});
