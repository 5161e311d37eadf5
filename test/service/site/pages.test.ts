import { load } from 'cheerio';
import { describe, expect, it } from 'vitest';
import type { NewestItem } from '../../../src/service/site/newest-items.js';
import { feedsPage } from '../../../src/service/site/pages/feeds-page.js';
import { indexPage } from '../../../src/service/site/pages/index-page.js';
import { sitesOpml } from '../../../src/service/site/pages/opml.js';
import { searchFile } from '../../../src/service/site/pages/search.js';
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
  },
} satisfies FeedReport;
const site = { feeds: [feed], bundles: [] };

const newest: NewestItem = {
  slug: 'news',
  feed: HOSTILE,
  title: HOSTILE,
  url: 'https://example.com/1',
  at: Date.UTC(2026, 0, 1),
  about: '',
  text: HOSTILE,
  picture: 'https://example.com/1.jpg',
};
const noPicture = () => null;
const plain = {
  ...feed.summary,
  title: 'All',
  description: '',
  siteUrl: '',
  items: 7,
  newest: null,
};
const bundle = { slug: 'all', title: 'All', summary: plain, feeds: ['news'], isCut: false };
const unread = {
  ...feed,
  slug: null,
  title: 'Unread',
  source: 'https://b.example/',
  summary: null,
};

describe('the first page of a site', () => {
  it('shows the newest items with their feeds and pictures, and remote text stays text', () => {
    const pictureOf = (address: string) => (address === newest.picture ? 'picture-1.jpg' : null);
    const html = indexPage({ title: HOSTILE, ...site, items: [newest], pictureOf });
    const $ = load(html);
    expect(html).not.toContain('<script>alert');
    expect(html).not.toMatch(/[\u0000\u202e]/);
    const row = $('#river li');
    expect(row.find('h3 a').attr('href')).toBe('https://example.com/1');
    expect(row.find('.soft a').attr('href')).toBe('news.html');
    expect(row.find('img').attr('src')).toBe('picture-1.jpg');
    expect($('aside a').attr('href')).toBe('news.html');
    expect($('link[rel=alternate]').attr('href')).toBe('news.xml');
    // The search needs its script.
    expect($('search').attr('hidden')).toBe('hidden');
    expect(load(indexPage({ title: 'F', ...site, items: [], pictureOf }))('.none')).toHaveLength(1);
  });

  it('has one size for sites of any size, and so has what it searches', () => {
    const feeds = Array.from({ length: 5000 }, (_, at) => ({ ...feed, slug: `news-${at}` }));
    const items = Array.from({ length: 3000 }, (_, at) => ({
      ...newest,
      slug: `news-${at}`,
      text: 'text '.repeat(30),
    }));
    const html = indexPage({ title: 'All', feeds, bundles: [], items, pictureOf: noPicture });
    expect(html.length).toBeLessThan(30_000);
    expect(load(html)('aside p a').text()).toBe('All 5,000');
    const search = searchFile(feeds, items);
    expect(search.length).toBeLessThan(420_000);
    expect(JSON.parse(search).items.length).toBeGreaterThan(1000);
  });

  it('lists 30 feeds and 20 addresses for readers, and says how many there are', () => {
    const feeds = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ ...feed, slug: `news-${at}` }));
    const page = (count: number) =>
      load(
        indexPage({
          title: 'T',
          feeds: feeds(count),
          bundles: [],
          items: [],
          pictureOf: noPicture,
        }),
      );
    expect(page(30)('aside li')).toHaveLength(30);
    expect(page(30)('aside p')).toHaveLength(0);
    expect(page(31)('aside li')).toHaveLength(30);
    expect(page(31)('aside p').text()).toBe('All 31');
    expect(page(31)('link[rel=alternate]')).toHaveLength(20);
  });

  it('counts feeds and bundles, and links to those only that have a page', () => {
    const site = { feeds: [unread, feed], bundles: [bundle] };
    const html = indexPage({ title: 'T', ...site, items: [], pictureOf: noPicture });
    const $ = load(html);
    expect($('header p').text()).toBe(
      '2 feeds · 1 bundle · addresses for feed readers · all as OPML',
    );
    expect(
      $('aside h2, aside li')
        .toArray()
        .map((element) => $(element).text()),
    ).toEqual([...['Bundles', 'All 7', 'Feeds'], `${$('aside li').last().find('a').text()} 1`]);
    expect(
      $('link[rel=alternate]')
        .toArray()
        .map(({ attribs }) => attribs.href),
    ).toEqual(['all.xml', 'news.xml']);
    const alone = load(
      indexPage({ title: 'T', feeds: [feed], bundles: [], items: [], pictureOf: noPicture }),
    );
    expect(alone('header p').text()).toMatch(/^1 feed · addresses/);
    expect(alone('aside h2').text()).toBe('Feeds');
  });

  it('shows what is said about an item after its feed, and one item however long it is', () => {
    const items = [{ ...newest, feed: 'News', about: 'Ada', title: 'x'.repeat(12_000) }, newest];
    const $ = load(indexPage({ title: 'T', ...site, items, pictureOf: noPicture }));
    expect($('#river li')).toHaveLength(1);
    expect($('#river .soft').text()).toContain('News · Ada');
  });

  it('its search file has feeds and items, the newest first, an item without an address by its feed', () => {
    const items = [newest, { ...newest, url: null }];
    expect(JSON.parse(searchFile([{ ...feed, slug: null }, feed], items))).toEqual({
      feeds: [['news', HOSTILE]],
      items: [
        ['news', '2026-01-01', HOSTILE, 'https://example.com/1', HOSTILE],
        ['news', '2026-01-01', HOSTILE, 'news.html', HOSTILE],
      ],
    });
  });
});

describe('the list of feeds of a site', () => {
  it('remote text stays text', () => {
    const page = feedsPage(HOSTILE, site);
    expect(page).not.toContain('<script>alert');
    expect(page).not.toMatch(/[\u0000\u202e]/);
    expect(page.match(/&lt;script&gt;/g)?.length).toBeGreaterThan(4);
    expect(page).toContain('since 2026-01-02');
    const opml = sitesOpml('Feeds', 'https://example.org/', site);
    expect(opml).not.toContain('<script');
    expect(opml).toContain('xmlUrl="https://example.org/news.xml"');
  });

  it('a bundle links to its documents and to the feeds in it that have a page', () => {
    const summary = { ...plain, title: 'All news', items: 1 };
    const mixed = { ...bundle, summary, feeds: ['news', 'unread'] };
    const $ = load(feedsPage('Feeds', { feeds: [feed], bundles: [mixed] }));
    const entry = $('#all');
    expect(entry.find('h3 a').attr('href')).toBe('all.html');
    expect(entry.find('h3').text()).toBe('All news');
    expect(entry.find('a[href="all.atom"]').text()).toBe('Atom');
    expect(entry.text()).toContain('1 item');
    expect(entry.find('a[href^="#"]').attr('href')).toBe('#news');
    expect($('nav a').attr('href')).toBe('index.html');
    expect($('link[href="all.xml"]').attr('title')).toBe('All news');
    const empty = load(feedsPage('Feeds', { feeds: [], bundles: [{ ...bundle, feeds: [] }] }));
    expect(empty('a[href^="#"]')).toHaveLength(0);
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
    const page = feedsPage('F', { feeds: [{ ...feed, health, failingSince, error }], bundles: [] });
    expect(/<p class="(?:warn|soft)">((?:Paused|The source)[^<]*)/.exec(page)?.[1] ?? '').toBe(
      text,
    );
  });

  it('a feed without items yet has no addresses, only its source', () => {
    const $ = load(feedsPage('F', { feeds: [unread], bundles: [] }));
    expect($('li').attr('id')).toBeUndefined();
    expect($('li h3').html()).toBe('Unread');
    expect($('li p.soft').text()).toBe('https://b.example/');
    expect($('h2').text()).toBe('Feeds');
  });

  it('says when its newest item came, and where its website is', () => {
    const $ = load(feedsPage('F', { feeds: [feed], bundles: [bundle] }));
    expect($('#news p.soft').text()).toBe(
      'RSS · Atom · JSON · 1 item · newest of 1 January 2026 · website',
    );
    expect($('#news p.text')).toHaveLength(1);
    expect($('#all p.soft').first().text()).toBe('RSS · Atom · JSON · 7 items');
    expect($('#all p.text')).toHaveLength(0);
  });

  it('OPML has bundles in a folder, and addresses beside the file where the site has none', () => {
    const summary = { ...plain, title: 'News', siteUrl: 'https://a.example/', description: 'What' };
    const news = { ...feed, summary };
    expect(sitesOpml('T', null, { feeds: [unread, news], bundles: [bundle] })).toBe(
      `<?xml version="1.0" encoding="UTF-8"?>
<opml version="2.0">
<head>
<title>T</title>
</head>
<body>
<outline text="Bundles" title="Bundles">
<outline text="All" title="All" type="rss" xmlUrl="all.xml"/>
</outline>
<outline text="News" title="News" type="rss" xmlUrl="news.xml" htmlUrl="https://a.example/" description="What"/>
</body>
</opml>
`,
    );
    expect(sitesOpml('T', null, { feeds: [news], bundles: [] })).not.toContain('Bundles');
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
    expect(JSON.parse(statusFile({ feeds: [unread], bundles: [bundle] }))).toMatchObject({
      feeds: [{ slug: null, title: 'Unread', items: 0, newest_item_at: null }],
      bundles: [{ slug: 'all', title: 'All', feeds: ['news'], items: 7, newest_item_at: null }],
    });
  });
});
