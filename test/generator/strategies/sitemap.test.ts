import { describe, expect, it } from 'vitest';
import { sitemapCandidate } from '../../../src/generator/strategies/sitemap.js';
import { surveyPage } from '../../../src/generator/survey/survey.js';
import { NOW } from '../made-sets.js';

const { dates } = surveyPage('', 'https://a.test/', NOW);
const DAY = 86_400_000;
const day = (ago: number) => new Date(NOW - ago * DAY).toISOString();

interface Entry {
  path: string;
  modified?: string;
  title?: string;
  published?: string;
}
const tag = (name: string, value: string | undefined) =>
  value === undefined ? '' : `<${name}>${value}</${name}>`;
const entry = ({ path, modified, title, published }: Entry) =>
  `<url>${tag('loc', path.startsWith('http') ? path : `https://a.test${path}`)}${tag('lastmod', modified)}<news:news>${tag('news:publication_date', published)}${tag('news:title', title)}</news:news></url>`;

/** Paths of the items that a page of the site gets from a sitemap, newest first. */
async function pathsOf(entries: Entry[], { url = 'https://a.test/', titles = [''] } = {}) {
  const shown = new Map(titles.map((path) => [`a.test${path}`, `Title of ${path}`]));
  const body = `<urlset>${entries.map(entry).join('')}</urlset>`;
  const fetch = async (address: string) => {
    const status = address === 'https://a.test/sitemap.xml' ? 200 : 404;
    return { url: address, status, contentType: '', body: status === 200 ? body : '' };
  };
  const found = await sitemapCandidate({ url, now: NOW, dates, titles: shown }, fetch);
  return found?.items.map((item) => new URL(item.url).pathname);
}
const news = (n: number, more: Partial<Entry> = {}) => ({
  ...{ path: `/n/${n}`, title: `News ${n}`, published: day(n) },
  ...more,
});
const plain = (n: number, ago: number) => ({ path: `/p/${n}`, modified: day(ago) });

describe('news', () => {
  it.each([
    ['the newest first', [news(3), news(1), news(2)], ['/n/1', '/n/2', '/n/3']],
    ['fewer than three', [news(1), news(2)], undefined],
    ['old ones too', [1, 2, 300].map((n) => news(n)), ['/n/1', '/n/2', '/n/300']],
    [
      'none without a title',
      [news(1), news(2), news(3), { path: '/n/4', published: day(1) }],
      ['/n/1', '/n/2', '/n/3'],
    ],
    [
      'none of another site',
      [news(1), news(2), news(3), news(4, { path: 'https://b.test/n/4' })],
      ['/n/1', '/n/2', '/n/3'],
    ],
    [
      'those of another host of the site',
      [news(1), news(2), news(3, { path: 'https://www.a.test/n/3' })],
      ['/n/1', '/n/2', '/n/3'],
    ],
    ['each once', [news(1), news(1), news(2), news(3)], ['/n/1', '/n/2', '/n/3']],
    [
      'no more than a hundred',
      Array.from({ length: 120 }, (_, n) => news(n + 1)),
      Array.from({ length: 100 }, (_, n) => `/n/${n + 1}`),
    ],
  ])('%s', async (_, entries, expected) => {
    expect(await pathsOf(entries)).toEqual(expected);
  });

  it('are of the page where three are below its path', async () => {
    const town = (n: number) => news(n, { path: `/town/${n}` });
    const entries = [news(1), town(2), town(3), town(4)];
    expect(await pathsOf(entries, { url: 'https://a.test/town/' })).toEqual([
      '/town/2',
      '/town/3',
      '/town/4',
    ]);
    expect(await pathsOf([news(1), town(2), town(3)], { url: 'https://a.test/town/' })).toEqual([
      '/n/1',
      '/town/2',
      '/town/3',
    ]);
  });
});

describe('a plain sitemap', () => {
  const titles = [1, 2, 3, 4].map((n) => `/p/${n}`);

  it.each([
    ['fresh ones with a title on the page', [1, 2, 3].map((n) => plain(n, n)), titles.slice(0, 3)],
    [
      'none older than thirty days',
      [plain(1, 1), plain(2, 2), plain(3, 29), plain(4, 31)],
      titles.slice(0, 3),
    ],
    ['none of thirty days', [plain(1, 1), plain(2, 2), plain(3, 30)], undefined],
    ['none without a date', [plain(1, 1), plain(2, 2), { path: '/p/3' }], undefined],
    ['none that the page does not name', [plain(1, 1), plain(2, 2), plain(9, 3)], undefined],
  ])('gives %s', async (_, entries, expected) => {
    expect(await pathsOf(entries, { titles })).toEqual(expected);
  });

  it('gives none outside the path of the page', async () => {
    const entries = [1, 2, 3].map((n) => plain(n, n));
    expect(await pathsOf(entries, { titles, url: 'https://a.test/p/list' })).toHaveLength(3);
    expect(await pathsOf(entries, { titles, url: 'https://a.test/q/list' })).toBeUndefined();
  });
});
