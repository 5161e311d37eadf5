import { expect, it } from 'vitest';
import { numberOf, relativeTokens } from '../../src/dates/relative-tokens.js';

it.each<[string, [string, number | null][]]>([
  ['', []],
  ['·', []],
  [
    '2.5 hours ago',
    [
      ['#', 2.5],
      ['hours', null],
      ['ago', null],
    ],
  ],
  [
    '10:30 yesterday',
    [
      ['#', 10],
      ['#', 30],
      ['yesterday', null],
    ],
  ],
  [
    '3時間',
    [
      ['#', 3],
      ['時', null],
      ['間', null],
    ],
  ],
])('%j is read as words and numbers', (text, tokens) => {
  expect(relativeTokens(text)).toEqual(tokens.map(([text, value]) => ({ text, value })));
});

it('reads 24 of them', () => {
  expect(relativeTokens('a '.repeat(24))).toHaveLength(24);
  expect(relativeTokens('a '.repeat(25))).toHaveLength(24);
});

it('a number is one of digits or a word', () => {
  const [digits, word, other] = relativeTokens('0 three hours');
  expect([digits, word, other, undefined].map(numberOf)).toEqual([0, 3, null, null]);
});
