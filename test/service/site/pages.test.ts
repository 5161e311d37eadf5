import { describe, expect, it } from 'vitest';
import { indexPage } from '../../../src/service/site/pages/index-page.js';
import { sitesOpml } from '../../../src/service/site/pages/opml.js';
import { statusFile } from '../../../src/service/site/pages/status.js';
import type { FeedReport } from '../../../src/service/site/site-report.js';

const HOSTILE = '"><script>alert(1)</script>\u202e\u0000\'&amp;';

const feed = {
  slug: 'news',
  title: HOSTILE,
  source: `https://example.com/${HOSTILE}`,
  health: 'failing',
  error: { code: 'SOURCE_UNREACHABLE', message: HOSTILE },
  failingSince: Date.UTC(2026, 0, 2),
  isDrifted: false,
  fetched: null,
  summary: {
    title: HOSTILE,
    description: HOSTILE,
    siteUrl: 'https://example.com/?a="b"',
    items: 1,
    newest: Date.UTC(2026, 0, 1),
    latest: [{ title: HOSTILE, url: 'https://example.com/1' }],
  },
} satisfies FeedReport;
const site = { feeds: [feed], bundles: [] };

describe('pages of a site', () => {
  it('remote text stays text', () => {
    const page = indexPage(HOSTILE, site);
    expect(page).not.toContain('<script');
    expect(page).not.toMatch(/[\u0000\u202e]/);
    expect(page.match(/&lt;script&gt;/g)?.length).toBeGreaterThan(4);
    expect(page).toContain('since 2026-01-02');
    const opml = sitesOpml('Feeds', 'https://example.org/', site);
    expect(opml).not.toContain('<script');
    expect(opml).toContain('xmlUrl="https://example.org/news.xml"');
  });

  it('a bundle links to its documents and to the feeds in it that have a page', () => {
    const summary = { ...feed.summary, title: 'All news', siteUrl: '', latest: [], newest: null };
    const bundle = { slug: 'all', title: 'All', summary, feeds: ['news', 'unread'], isCut: false };
    const page = indexPage('Feeds', { feeds: [feed], bundles: [bundle] });
    const article = /<article id="all">[\s\S]*?<\/article>/.exec(page)?.[0] ?? '';
    expect(article).toContain('<h3 dir="auto">All news</h3>');
    expect(article).toContain('<a href="all.atom">Atom</a>');
    expect(article).toContain('1 item</p>');
    expect(article.match(/href="#[^"]*"/g)).toEqual(['href="#news"']);
    expect(article).not.toContain('<script');
    expect(page).toContain('1 feed and 1 bundle.');
    expect(page).toContain('type="application/rss+xml" href="all.xml" title="All news"');
    const empty = indexPage('Feeds', { feeds: [], bundles: [{ ...bundle, feeds: [] }] });
    expect(empty).toContain('0 feeds and 1 bundle.');
    expect(empty).not.toContain('href="#');
  });

  it('lists the newest items, those with a title, and links to the web only', () => {
    const latest = [
      { title: 'One', url: 'https://example.com/1' },
      { title: '', url: 'https://example.com/2' },
      { title: 'Three', url: null },
    ];
    const page = indexPage('F', {
      feeds: [{ ...feed, summary: { ...feed.summary, latest } }],
      bundles: [],
    });
    expect(page.match(/<li>.*<\/li>/g)).toEqual([
      expect.stringMatching(/^<li><a href="https:\/\/example.com\/1".*>One<\/a><\/li>$/),
      '<li>Three</li>',
    ]);
    const none = { ...feed, summary: { ...feed.summary, latest: latest.slice(1, 2) } };
    expect(indexPage('F', { feeds: [none], bundles: [] })).not.toContain('<ul');
  });

  it.each([
    ['ok', null, null, ''],
    ['waiting', null, null, ''],
    ['paused', null, null, 'Paused.'],
    ['failing', null, null, 'The source has not been readable.'],
    [
      'inactive',
      Date.UTC(2026, 0, 2),
      'It is gone.',
      'The source has not been readable since 2026-01-02. It is gone.',
    ],
  ] as const)('a feed that is %s says so', (health, failingSince, message, text) => {
    const error = message === null ? null : { code: 'SOURCE_GONE', message };
    const page = indexPage('F', { feeds: [{ ...feed, health, failingSince, error }], bundles: [] });
    expect(
      /<p class="(?:warn|soft)"(?: dir="auto")?>((?:Paused|The source)[^<]*)/.exec(page)?.[1] ?? '',
    ).toBe(text);
  });

  it('the status names no time of a build', () => {
    expect(JSON.parse(statusFile(site)).feeds[0]).toEqual({
      slug: 'news',
      title: HOSTILE,
      source: feed.source,
      health: 'failing',
      error: feed.error,
      failing_since: '2026-01-02T00:00:00.000Z',
      items: 1,
      newest_item_at: '2026-01-01T00:00:00.000Z',
    });
  });
});
