import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AcrossFeeds, changeAddress, type ItemOfFeed } from '../../src/base/across-feeds.js';

const HOUR = 60 * 60_000;
const STORY = 'Parliament passes the budget';

function item(feed: string, fields: Partial<ItemOfFeed> = {}): ItemOfFeed {
  return { feed, url: '', title: '', time: 0, ...fields };
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
    const daily = (count: number) =>
      Array.from({ length: count }, (_, day) => item('a', { title: STORY, time: day * 48 * HOUR }));
    const other = item('b', { title: STORY, time: HOUR });
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
      return item(feed, { url: `https://${feed}.example/${path}`, title: STORY });
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
