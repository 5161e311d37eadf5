import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SLUG } from '../../../src/contract/slug.js';
import { assignSlugs, foreignSlugs, slugOf } from '../../../src/service/site/slugs.js';
import { anyText } from '../../support/any-text.js';

const named = (key: string, title: string, chosen?: string, before?: string) => ({
  key,
  title,
  source: '',
  chosen,
  before,
});

describe('a slug from a title', () => {
  it.each([
    ['Café Münster!', 'cafe-munster'],
    ['  News / Sport  ', 'news-sport'],
    ['日本語', 'feed'],
    ['../../etc/passwd', 'etc-passwd'],
  ])('%j becomes %j', (title, slug) => {
    expect(slugOf(title)).toBe(slug);
  });

  it.each([
    ['日本語', 'https://www.asahi.com/rss', 'asahi-com'],
    ['朝日新聞 2', 'https://www.asahi.com/rss', 'asahi-com'],
    ['أخبار الميناء', 'https://port.example:8080/feed', 'port-example'],
    ['NHKニュース', 'https://www.nhk.or.jp/', 'nhk'],
    ['1984', 'https://example.com/', '1984'],
    ['Новости', '', 'feed'],
    ['', 'not an address', 'feed'],
  ])('%j from %s becomes %s: the host stands for other scripts', (title, source, slug) => {
    expect(slugOf(title, source)).toBe(slug);
  });

  it.each(['404', 'Robots', 'favicon', 'sitemap', 'index', 'CON'])(
    '%s is not that of a file which every site is asked for',
    (title) => {
      const { slugs } = assignSlugs([named('a', title)], new Map());
      expect(slugs.get('a')).toBe(`${title.toLowerCase()}-2`);
    },
  );

  it('of a second feed of the same host has a number', () => {
    const all = ['a', 'b'].map((key) => ({ ...named(key, '新聞'), source: 'https://asahi.com/' }));
    expect([...assignSlugs(all, new Map()).slugs.values()]).toEqual(['asahi-com', 'asahi-com-2']);
  });

  it('is always a file name', () => {
    fc.assert(
      fc.property(fc.array(anyText(), { maxLength: 5 }), (titles) => {
        const all = titles.map((title, index) => named(`key ${index}`, `${title}x`));
        const { slugs } = assignSlugs(all, new Map());
        for (const slug of slugs.values()) expect(slug).toMatch(SLUG.pattern);
        expect(new Set(slugs.values()).size).toBe(titles.length);
      }),
    );
  });
});

describe('assigned slugs', () => {
  it('the chosen one wins, then that of the last build, then one from the title', () => {
    const all = [named('a', 'News', undefined, 'old'), named('b', 'News'), named('c', 'X', 'news')];
    const { slugs, registry } = assignSlugs(all, new Map([['old', 'a']]));
    expect(Object.fromEntries(slugs)).toEqual({ a: 'old', b: 'news-2', c: 'news' });
    expect(registry.get('news')).toBe('c');
  });

  it('a slug of another feed is not used again, also in other letters', () => {
    const known = new Map([['news', 'gone']]);
    expect(assignSlugs([named('a', 'News')], known).slugs.get('a')).toBe('news-2');
    expect(foreignSlugs([named('a', '', 'News')], known, [])).toEqual(['News']);
    expect(foreignSlugs([named('a', '', 'News')], known, ['news'])).toEqual([]);
    expect(foreignSlugs([named('gone', '', 'news')], known, [])).toEqual([]);
  });

  it('a feed without a title has none yet, and files of the site are reserved', () => {
    const all = [named('a', ''), named('b', 'Status'), named('c', 'Feeds'), named('d', 'search')];
    const { slugs } = assignSlugs(all, new Map());
    expect(Object.fromEntries(slugs)).toEqual({ b: 'status-2', c: 'feeds-2', d: 'search-2' });
  });
});
