import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  AcrossFeeds,
  changeAddress,
  type ItemOfFeed,
  repeatedTitles,
} from '../../../src/base/same/across-feeds.js';

const HOUR = 60 * 60_000;
const STORY = 'Parliament passes the budget';
const LONG =
  'After eleven hours of debate the house has agreed on spending for roads, schools and hospitals.';

function item(feed: string, fields: Partial<ItemOfFeed> = {}): ItemOfFeed {
  return { feed, url: '', title: '', text: '', time: 0, ...fields };
}

const merge = (...items: ItemOfFeed[]) => new AcrossFeeds().merge(items, (each) => each);

/** The feeds of the items that are left. */
const feeds = (...items: ItemOfFeed[]) => merge(...items).map(({ feed }) => feed);

describe('items of several feeds', () => {
  it.each([
    ['https://example.com/a', 'https://example.com/a'],
    ['https://example.com/a', 'http://www.example.com/a/index.html'],
    ['https://example.com/a?utm_source=x', 'https://example.com/a?PHPSESSID=12ab'],
    ['https://example.com/a?b=1&c=2', 'https://example.com/a?c=2&b=1'],
    ['https://example.com/a#part', 'https://example.com/a/#part'],
    ['magnet:?xt=urn:1', 'magnet:?xt=urn:1'],
  ])('%s and %s are one; the one furthest back stays', (one, other) => {
    expect(feeds(item('new', { url: one }), item('old', { url: other }))).toEqual(['old']);
  });

  it.each([
    ['https://example.com/a', 'https://example.com/a#part'],
    ['https://example.com/#1', 'https://example.com/#2'],
    ['https://example.com/a?id=1', 'https://example.com/a?id=2'],
    ['https://example.com/', 'https://example.com'],
    ['', ''],
  ])('%j and %j are two', (one, other) => {
    expect(feeds(item('b', { url: one }), item('a', { url: other }))).toEqual(['b', 'a']);
  });

  it('are not told by a title that one of the feeds uses again and again', () => {
    const told = { title: STORY, text: LONG };
    const daily = (count: number) =>
      Array.from({ length: count }, (_, day) => item('a', { ...told, time: day * 48 * HOUR }));
    const other = item('b', { ...told, time: HOUR });
    expect(feeds(...daily(50), other)).toHaveLength(50);
    expect(feeds(...daily(60), other)).toHaveLength(61);
  });

  it('with a title of 20 characters or more within 24 hours are one', () => {
    const at = (feed: string, time: number | null, title = STORY) => {
      return item(feed, { url: `https://example.com/${feed}`, title, time });
    };
    expect(feeds(at('b', 24 * HOUR), at('a', 0))).toEqual(['a']);
    expect(feeds(at('b', 24 * HOUR + 1), at('a', 0))).toEqual(['b', 'a']);
    expect(feeds(at('b', null), at('a', 0))).toEqual(['b', 'a']);
    expect(feeds(at('c', 25 * HOUR), at('b', 20 * HOUR), at('a', 0))).toEqual(['c', 'a']);
    expect(feeds(at('b', HOUR, `  “${STORY.toUpperCase()}”!`), at('a', 0))).toEqual(['a']);
    expect(feeds(at('b', HOUR, 'x'.repeat(20)), at('a', 0, 'x'.repeat(20)))).toEqual(['a']);
    expect(feeds(at('b', HOUR, 'x'.repeat(19)), at('a', 0, 'x'.repeat(19)))).toEqual(['b', 'a']);
  });

  it.each(['v1.1.0', 'Version 1.1.0 is available now', 'Weekly links'])(
    'of the title %s are two',
    (title) => {
      const at = (feed: string) => item(feed, { url: `https://${feed}.example/1`, title });
      expect(feeds(at('b'), at('a'))).toEqual(['b', 'a']);
    },
  );
});

describe('items of two feeds with one title', () => {
  const OUTAGE = 'Investigating elevated error rates';
  const of = (feed: string, url: string, text = '') => item(feed, { url, title: OUTAGE, text });
  const ARTICLE = 'The provider says that a router of its data centre in Oslo lost its second link';

  it.each([
    ['two hosts', of('b', 'https://status.b.example/1'), of('a', 'https://status.a.example/1')],
    [
      'incidents with one number',
      of('b', 'https://status.b.example/incidents/17'),
      of('a', 'https://status.a.example/incidents/17'),
    ],
    [
      'the words of every incident',
      of('b', 'https://b.example/1', 'We are currently investigating this issue.'),
      of('a', 'https://a.example/1', 'We are currently investigating this issue.'),
    ],
    [
      'other texts, also on one site',
      of('b', 'https://example.com/b', ARTICLE),
      of('a', 'https://example.com/a', LONG),
    ],
    ['no address', of('b', ''), of('a', '')],
  ])('are two: %s', (_, one, other) => {
    expect(feeds(one, other)).toEqual(['b', 'a']);
  });

  it.each([
    ['one site', of('b', 'https://news.example.com/1'), of('a', 'https://example.com/2')],
    [
      'one path with a name',
      of('b', 'https://b.example/2026/router-lost-link/'),
      of('a', 'https://www.a.example/2026/router-lost-link'),
    ],
    [
      'one text, shortened and with a note',
      of('b', 'https://b.example/1', `${ARTICLE}, and that engineers are on site.`),
      of('a', 'https://a.example/2', `(dpa) ${ARTICLE.slice(0, 70)}`),
    ],
    [
      'one text without spaces',
      of('b', 'https://b.example/1', '运营商表示奥斯陆数据中心的一台路由器失去了第二条连接'),
      of('a', 'https://a.example/2', '运营商表示奥斯陆数据中心的一台路由器失去了第二条连接。'),
    ],
  ])('are one: %s', (_, one, other) => {
    expect(feeds(one, other)).toEqual(['a']);
  });

  it('are the ones whose texts are read', () => {
    const [a, b, c] = [
      item('a', { title: STORY }),
      item('b', { title: 'x' }),
      item('c', { title: 'x' }),
    ];
    const repeat = item('b', { title: STORY.toUpperCase() });
    expect(repeatedTitles([a, b, c, repeat, { ...a }], (each) => each)).toEqual([a, repeat, a]);
    expect(repeatedTitles([a, { ...a }], (each) => each)).toEqual([]);
  });
});

describe('items of one feed', () => {
  it('are never one, whatever they share', () => {
    const incident = item('status', { url: 'https://status.example/now', title: STORY });
    expect(merge(...Array.from({ length: 5 }, () => ({ ...incident })))).toHaveLength(5);
  });

  it('that share an address are not one with what another feed says about it', () => {
    const url = 'https://tool.example/releases';
    const release = (title: string) => item('tool', { url, title });
    const about = item('news', { url, title: 'A tool' });
    expect(merge(release('v2'), release('v1'), about)).toHaveLength(3);
    expect(merge(about, release('v2'), release('v1'))).toHaveLength(3);
    // The title says which one.
    expect(feeds(item('news', { url, title: 'V2' }), release('v2'), release('v1'))).toEqual([
      'tool',
      'tool',
    ]);
  });

  it('that share a title are not one with an item of another feed', () => {
    const at = (feed: string, path: string) => {
      return item(feed, { url: `https://${feed}.example/${path}`, title: STORY, text: LONG });
    };
    expect(merge(at('a', '2'), at('a', '1'), at('b', '1'))).toHaveLength(3);
    const later = { ...at('a', '2'), time: 30 * HOUR };
    expect(merge(later, at('a', '1'), at('b', '1'))).toEqual([later, at('b', '1')]);
  });

  it('stand for one item of each other feed', () => {
    const url = 'https://example.com/a';
    const one = item('one', { url, title: STORY });
    const other = item('other', { url, title: STORY });
    expect(feeds(other, other, one)).toEqual(['other', 'one']);
  });
});

describe('changes of a page', () => {
  it('have addresses of their own, which lead to the page', () => {
    const [one, other] = ['1-a', '2-b'].map((guid) =>
      changeAddress('https://a.example/b?c#d', guid),
    );
    expect(one).toBe('https://a.example/b?c#feedctl-change-1-a');
    expect(one).not.toBe(other);
  });

  it('are never one with anything', () => {
    const url = changeAddress('https://a.example/b', '1-a');
    const change = (feed: string) => item(feed, { url, title: `1 line added: ${STORY}` });
    expect(merge(change('b'), change('a'))).toHaveLength(2);
  });
});

describe('pages', () => {
  it('have no item that another feed had on an earlier page', () => {
    const across = new AcrossFeeds();
    const add = (...items: ItemOfFeed[]) =>
      across.addPage(items, (each) => each).map(({ feed }) => feed);
    const at = (feed: string, name: string) => item(feed, { url: `https://e.example/${name}` });
    expect(add(at('a', '1'), at('b', '2'))).toEqual(['a', 'b']);
    expect(add(at('a', '2'), at('a', '1'), at('c', '3'))).toEqual(['a', 'c']);
  });
});

describe('any items', () => {
  const any = fc.record({
    feed: fc.constantFrom('a', 'b', 'c'),
    url: fc.constantFrom('', 'https://example.com/1', 'https://example.com/2'),
    title: fc.constantFrom('', 'short', STORY),
    text: fc.constantFrom('', LONG),
    time: fc.option(fc.integer({ min: 0, max: 100 * HOUR })),
  });

  it('keep their order, and all of the feed that has most of them', () => {
    fc.assert(
      fc.property(fc.array(any), (items) => {
        const merged = merge(...items);
        expect(items.filter((each) => merged.includes(each))).toEqual(merged);
        const sizes = ['a', 'b', 'c'].map(
          (name) => items.filter(({ feed }) => feed === name).length,
        );
        expect(merged.length).toBeGreaterThanOrEqual(Math.max(...sizes));
      }),
    );
  });

  it('of one feed all stay', () => {
    fc.assert(
      fc.property(fc.array(any), (items) => {
        const own = items.map((each) => ({ ...each, feed: 'one' }));
        expect(merge(...own)).toEqual(own);
      }),
    );
  });
});
