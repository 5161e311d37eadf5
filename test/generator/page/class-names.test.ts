import { describe, expect, it } from 'vitest';
import { stableToken, styleTokens } from '../../../src/generator/page/class-names.js';
import { newElement } from '../../../src/generator/page/tree.js';

const element = (...classes: string[]) => newElement(0, 'a', null, [], classes);

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

  it.each([
    [['css-1x2y3z'], 'css-1x2y3z'],
    [['x1n2onr6', 'x78zum5'], 'x1n2onr6.x78zum5'],
    [['card', 'sc-bdVaJa', 'active'], 'sc-bdVaJa'],
    [['card', 'mt-4', 'odd'], ''],
    [[], ''],
  ])('of %j, a style compiler wrote %j', (classes, styles) => {
    expect(styleTokens(element(...classes))).toBe(styles);
  });
});
