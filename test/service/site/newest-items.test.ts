import { describe, expect, it } from 'vitest';
import { NewestItems } from '../../../src/service/site/newest-items.js';

const NOW = Date.parse('2026-03-15T12:00:00Z');

/** The newest items of some feeds, each with items that are so many milliseconds old. */
function newest(feeds: Record<string, readonly number[]>) {
  const items = new NewestItems(NOW);
  for (const [slug, ages] of Object.entries(feeds)) {
    const listed = ages.map((age) => ({
      title: `${age}`,
      date_published: new Date(NOW - age).toISOString(),
    }));
    items.add({ slug, summary: { title: slug } }, JSON.stringify({ items: listed }));
  }
  return items;
}
const shown = (items: NewestItems) => items.all().map(({ slug, title }) => slug + title);
const upTo = (count: number, from = 0) => Array.from({ length: count }, (_, n) => from + n);

describe('the newest items of a site', () => {
  it('come by time and then by feed, and none that is dated ahead', () => {
    expect(shown(newest({ b: [3, 1, 0, -1], a: [1, 2], c: [1] }))).toEqual([
      ...['b0', 'a1', 'b1', 'c1', 'a2', 'b3'],
    ]);
  });

  it('are a hundred of one feed at most', () => {
    expect(shown(newest({ a: upTo(101).reverse() }))).toEqual(upTo(100).map((age) => `a${age}`));
  });

  it('are three thousand, and then older ones are of no use', () => {
    const feeds = (count: number) =>
      Object.fromEntries(upTo(count).map((n) => [`f${n}`, upTo(100, n * 100)]));
    const [few, enough] = [newest(feeds(29)), newest(feeds(31))];
    expect([few.all().length, enough.all().length]).toEqual([2_900, 3_000]);
    expect(enough.all().at(-1)?.at).toBe(NOW - 2_999);
    expect(few.isOfUse(0)).toBe(true);
    expect([NOW - 2_998, NOW - 2_999, null].map((time) => enough.isOfUse(time))).toEqual([
      ...[true, false, false],
    ]);
  });

  it('are known by their feed', () => {
    const items = newest({ a: [1] });
    expect([items.has('a'), items.has('b')]).toEqual([true, false]);
    expect(items.isOfUse(null)).toBe(false);
  });

  it('are none in a file that is no feed', () => {
    const items = newest({});
    items.add({ slug: 'a', summary: { title: 'A' } }, 'no JSON');
    items.add({ slug: 'a', summary: { title: 'A' } }, '{}');
    expect(items.all()).toEqual([]);
  });

  const date = { date_published: '2026-03-01T00:00:00Z' };
  it.each<[object, object]>([
    [
      {
        title: 'T',
        url: 'https://a.test/',
        content_text: 'Text',
        image: 'i',
        language: 'de',
        ...date,
      },
      {
        title: 'T',
        url: 'https://a.test/',
        text: 'Text',
        picture: 'i',
        language: 'de',
        at: Date.parse('2026-03-01'),
      },
    ],
    [{ content_text: 'Text' }, { title: 'Text', text: '', picture: null, language: null, at: 0 }],
    [{ url: 'https://a.test/' }, { title: 'https://a.test/', text: '' }],
    [{}, { title: 'Untitled' }],
    [{ _feedctl: { first_seen: '2026-03-02' } }, { at: Date.parse('2026-03-02') }],
    [{ ...date, _feedctl: { first_seen: '2026-03-02' } }, { at: Date.parse('2026-03-01') }],
    [{ authors: [{ name: 'Ada' }, { name: 'B & C' }] }, { about: 'Ada, B &amp; C' }],
  ])('show of %j %j', (item, expected) => {
    const items = newest({});
    items.add({ slug: 'a', summary: { title: 'A' } }, JSON.stringify({ items: [item] }));
    expect(items.all()).toMatchObject([{ slug: 'a', feed: 'A', ...expected }]);
  });

  it('show so many characters of their texts', () => {
    const long = 'x'.repeat(300);
    const items = newest({});
    const listed = [
      { title: long, content_text: long, authors: [{ name: long }] },
      { content_text: long },
    ];
    items.add({ slug: 'a', summary: { title: 'A' } }, JSON.stringify({ items: listed }));
    const lengths = items
      .all()
      .map(({ title, text, about }) => [title, text, about].map((shown) => shown.length));
    expect(lengths).toEqual([
      [201, 161, 101],
      [81, 0, 0],
    ]);
  });
});
