import { describe, expect, it } from 'vitest';
import { counted, escapeHtml, firstLines, isBlank } from '../../src/base/text.js';
import { withoutNul } from '../../src/service/store/dialect.js';

describe('isBlank', () => {
  it.each(['', ' \t\n', '\u200b', '\u2060\ufeff', '\u3164', '\u2800', '\u202e'])('%j', (text) => {
    expect(isBlank(text)).toBe(true);
  });

  it.each(['a', ' . ', '\u200ba', '👩\u200d🚀', '0'])('not %j', (text) => {
    expect(isBlank(text)).toBe(false);
  });
});

describe('withoutNul', () => {
  it('replaces each NUL of a text, and nothing else', () => {
    expect(withoutNul('a\0b\0')).toBe('a\ufffdb\ufffd');
    expect([withoutNul('a'), withoutNul(0), withoutNul(null)]).toEqual(['a', 0, null]);
  });
});

describe('firstLines', () => {
  it('says how many more there are, and where', () => {
    expect(firstLines(['a', 'b', 'c'], 1, '; use --json for all')).toEqual([
      'a',
      '… and 2 more; use --json for all.',
    ]);
    expect(firstLines(['a', 'b', 'c'], 2)).toEqual(['a', 'b', '… and 1 more.']);
  });

  it('is all of them when they fit', () => {
    expect(firstLines(['a', 'b'], 2)).toEqual(['a', 'b']);
    expect(firstLines([], 2)).toEqual([]);
  });
});

describe('counted', () => {
  it('takes the plural for everything but one', () => {
    expect([0, 1, 2].map((count) => counted(count, 'feed'))).toEqual([
      '0 feeds',
      '1 feed',
      '2 feeds',
    ]);
    expect(counted(2, 'entry', 'entries')).toBe('2 entries');
  });
});

it('escapeHtml escapes what ends text or a value in double quotes', () => {
  expect(escapeHtml('<a href="x">&amp;')).toBe('&lt;a href=&quot;x&quot;&gt;&amp;amp;');
});
