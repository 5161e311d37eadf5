import { describe, expect, it } from 'vitest';
import { stableToken } from '../../../../src/service/generate/page/class-names.js';

describe('class tokens', () => {
  it.each(['entry-title', 'story__headline', 'PostCard', 'c_t', 'news', 'athing'])(
    '%s stays',
    (token) => {
      expect(stableToken(token)).toBe(token.toLowerCase());
    },
  );

  it.each([
    'css-1x2y3z',
    'sc-bdVaJa',
    'post-4711',
    'is-active',
    'odd',
    'md:flex',
    'w-[33%]',
    'px-4',
    'bdVaJa',
    'jsx-281',
  ])('%s says nothing of tomorrow', (token) => {
    expect(stableToken(token)).toBe('');
  });

  it.each([
    ['Card_title__kQz7w', 'Card_title__Z1pmA'],
    ['Button_ghost__wGjbn', 'Button_ghost__aKeQz'],
  ])('%s and %s are one name', (one, other) => {
    expect(stableToken(one)).toBe(stableToken(other));
    expect(stableToken(one)).not.toBe('');
  });
});
