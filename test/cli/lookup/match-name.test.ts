import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFullId, matchName, mayBeId, type Named } from '../../../src/cli/lookup/match-name.js';

const ALL: readonly Named[] = [
  named('abcdef0123456789', 'Example News', 'https://www.example.com/news/'),
  named('abc4567890123456', 'News', 'https://other.example/feed?tag=a'),
  named('xyz4567890123456', 'News', 'https://third.example/'),
  named('News567890123456', 'Fourth', 'https://fourth.example/'),
  named('_abc567890123456', 'Mornings', ''),
  named('nfd4567890123456', 'Cafe\u0301 Zu\u0308rich', ''),
];

function named(id: string, title: string, source: string): Named {
  return { id, title, source, published: `http://127.0.0.1:7410/feeds/${id}.xml` };
}

describe('what a text stands for', () => {
  it.each([
    ['abcdef0123456789', ['abcdef0123456789']],
    ['abcd', ['abcdef0123456789']],
    ['abc', ['abcdef0123456789', 'abc4567890123456']],
    ['_a', ['_abc567890123456']],
    ['Example News', ['abcdef0123456789']],
    ['Mornings', ['_abc567890123456']],
    // A title is more than the beginning of an id.
    ['News', ['abc4567890123456', 'xyz4567890123456']],
    ['News5', ['News567890123456']],
    ['https://www.example.com/news/', ['abcdef0123456789']],
    ['http://example.com/news#top', ['abcdef0123456789']],
    ['example.com/news', ['abcdef0123456789']],
    ['https://other.example/feed', []],
    ['https://other.example/feed?tag=a', ['abc4567890123456']],
    ['http://127.0.0.1:7410/feeds/xyz4567890123456.xml', ['xyz4567890123456']],
    ['http://127.0.0.1:7410/feeds/xyz4567890123456.json', ['xyz4567890123456']],
    ['http://127.0.0.1:7410/feeds/_abc567890123456.atom', ['_abc567890123456']],
    ['Café Zürich', ['nfd4567890123456']],
    ['example news', []],
    ['nothing', []],
  ])('%s', (typed, ids) => {
    expect(matchName(typed, ALL).map(({ id }) => id)).toEqual(ids);
  });

  it('is always the one whose id it is', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ALL), (one) => {
        expect(matchName(one.id, ALL)).toEqual([one]);
      }),
    );
  });
});

describe('an id in full', () => {
  it.each([
    ['abcdef0123456789', true],
    ['_abcdef0123456789', true],
    ['abcdef012345678', false],
    ['_abcdef012345678', false],
    ['abcdef 123456789', false],
    ['', false],
  ])('%s: %s', (text, isFull) => {
    expect(isFullId(text)).toBe(isFull);
  });

  it('of another service may have another form', () => {
    expect(mayBeId('12345')).toBe(true);
    expect(mayBeId('6f1c-22')).toBe(true);
    expect(mayBeId('Example News')).toBe(false);
    expect(mayBeId('https://example.com')).toBe(false);
  });
});
