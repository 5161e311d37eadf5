import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BundleCandidate, deduplicate } from '../../../src/service/bundles/bundle-items.js';

const HOUR = 60 * 60_000;
const STORY = 'Parliament passes the budget';

function item(fields: Partial<BundleCandidate> & { name?: string }) {
  return { url: '', title: '', date_published: null, added_at: 0, name: '', ...fields };
}

const names = (items: (BundleCandidate & { name: string })[]) =>
  deduplicate(items).map(({ name }) => name);

describe('deduplicate', () => {
  it.each([
    ['https://example.com/a', 'https://example.com/a'],
    ['https://example.com/a', 'http://www.example.com/a/'],
    ['https://example.com/a?utm_source=x', 'https://example.com/a#top'],
  ])('%s and %s are one story; the one furthest back stays', (one, other) => {
    expect(names([item({ name: 'new', url: one }), item({ name: 'old', url: other })])).toEqual([
      'old',
    ]);
  });

  it('a title of 20 characters or more within 24 hours is one story', () => {
    const at = (name: string, date_published: number) =>
      item({ name, url: `https://example.com/${name}`, title: STORY, date_published });

    expect(names([at('b', 24 * HOUR), at('a', 0)])).toEqual(['a']);
    expect(names([at('b', 24 * HOUR + 1), at('a', 0)])).toEqual(['b', 'a']);
    expect(names([at('c', 25 * HOUR), at('b', 20 * HOUR), at('a', 0)])).toEqual(['c', 'a']);
  });

  it('case and spaces of a title do not count; the time it came stands in for a date', () => {
    const list = [
      item({ name: 'b', title: `  ${STORY.toUpperCase()} `, added_at: HOUR }),
      item({ name: 'a', title: STORY.replace(' ', '\n'), added_at: 0 }),
    ];
    expect(names(list)).toEqual(['a']);
  });

  it('short titles and missing addresses say nothing', () => {
    const list = [
      item({ name: 'b', title: 'Weekly links' }),
      item({ name: 'a', title: 'Weekly links' }),
    ];
    expect(names(list)).toEqual(['b', 'a']);
  });

  it('keeps the order, adds nothing, and has nothing left to do the second time', () => {
    const candidate = fc.record({
      url: fc.constantFrom('', 'https://example.com/1', 'https://example.com/2'),
      title: fc.constantFrom('', 'short', STORY),
      date_published: fc.option(fc.integer({ min: 0, max: 100 * HOUR })),
      added_at: fc.integer({ min: 0, max: 100 * HOUR }),
    });
    fc.assert(
      fc.property(fc.array(candidate), (items) => {
        const stories = deduplicate(items);
        expect(items.filter((one) => stories.includes(one))).toEqual(stories);
        expect(deduplicate(stories)).toEqual(stories);
        const addresses = stories.map((one) => one.url).filter((url) => url !== '');
        expect(new Set(addresses).size).toBe(addresses.length);
      }),
    );
  });
});
