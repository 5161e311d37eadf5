import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excerpt, legalText, oneLine } from '../../../src/service/publish/text.js';
import { anyText } from '../../support/channels.js';

describe('text', () => {
  it('loses what XML cannot carry and nothing else', () => {
    expect(legalText('a\0b\u001Bc\uFFFEd\uD800e\uDC00f😀\tg\r\nh\ri')).toBe('abcdef😀\tg\nh\ni');
    expect(legalText('\u0080\u009F\u007F \u00A0é\uFFFD')).toBe(' \u00A0é?');
  });

  it('goes on one line', () => {
    expect(oneLine('  Two\r\n\twords\u0007 ')).toBe('Two words');
  });

  it.each([
    ['short', 10, 'short'],
    ['one two three four', 10, 'one two…'],
    ['one two three four', 13, 'one two three…'],
    ['unbreakablelongword', 10, 'unbreakabl…'],
    ['123456789😀 and on', 10, '123456789…'],
  ])('is cut between words: %s', (text, max, cut) => {
    expect(excerpt(text, max)).toBe(cut);
  });

  it('is never cut inside a character, nor longer than asked', () => {
    fc.assert(
      fc.property(anyText.map(legalText), fc.integer({ min: 1, max: 40 }), (text, max) => {
        const cut = excerpt(text, max);
        expect(cut).toBe(legalText(cut));
        expect(cut.length).toBeLessThanOrEqual(max + 1);
      }),
    );
  });
});
