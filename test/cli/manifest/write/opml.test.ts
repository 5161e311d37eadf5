import { describe, expect, it } from 'vitest';
import type { AccountFeed } from '../../../../src/cli/manifest/account.js';
import { writeOpml } from '../../../../src/cli/manifest/write/opml.js';

const PUBLISHED = 'https://f.example/feeds/a.xml';
const published = { id: 'a', rssFeedUrl: PUBLISHED, hasSettings: true };

/** The addresses in the outline of a feed. */
function addresses(feed: Partial<AccountFeed>, options?: { sources: boolean }) {
  const source = { url: 'https://a.example/news' };
  const exported = { feeds: [{ source, ...published, ...feed }], bundles: [], access: new Map() };
  const text = [...writeOpml(exported, options)].join('');
  return ['xmlUrl', 'htmlUrl'].map((name) => text.match(` ${name}="([^"]*)"`)?.[1]);
}

const FEED = { kind: 'feed', url: 'https://a.example/rss' } as const;

describe('a feed in OPML', () => {
  it.each([
    ['a feed with a page', { ...FEED, site_url: 'https://a.example/' }, 'https://a.example/'],
    ['a feed without one', FEED, undefined],
    ['a page', { kind: 'html', url: 'https://a.example/news' } as const, 'https://a.example/news'],
    ['unknown', undefined, 'https://a.example/news'],
  ])('has the page for people: %s', (_, document, page) => {
    expect(addresses({ document })).toEqual([PUBLISHED, page]);
  });

  it('has its source where that is asked for and a feed', () => {
    const sources = { sources: true };
    expect(addresses({ document: FEED }, sources)[0]).toBe(FEED.url);
    expect(addresses({ document: { ...FEED, kind: 'html' } }, sources)[0]).toBe(PUBLISHED);
    expect(addresses({ source: { mode: 'keyword', text: 'x', region: 'US:en' } }, sources)).toEqual(
      [PUBLISHED, undefined],
    );
  });
});
