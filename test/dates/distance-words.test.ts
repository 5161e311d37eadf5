import { describe, expect, it } from 'vitest';
import { mayBeDistance } from '../../src/dates/distance-words.js';
import { wordsOfDistances } from '../../src/dates/language-words.js';
import { ALL_LANGUAGES } from '../../src/dates/languages.js';
import { fullLexicon } from '../../src/dates/lexicon.js';
import { findRelativeDate } from '../../src/dates/relative.js';
import { relativeTokens } from '../../src/dates/relative-tokens.js';

const NOW = Date.parse('2026-03-15T12:00:00Z');

describe('mayBeDistance', () => {
  it('knows every word of every language', () => {
    const words = ALL_LANGUAGES.flatMap(wordsOfDistances).filter((word) =>
      relativeTokens(word).some(({ value }) => value === null),
    );
    expect(words.filter((word) => !mayBeDistance(word))).toEqual([]);
  });

  it.each([
    'vor etwa 3 tagen',
    'il y a une heure',
    'about three hours ago',
    'yesterday 5 pm',
    '3个月前',
    'poco fa',
    'in urmă cu 2 zile',
  ])('%s', (text) => {
    expect(mayBeDistance(text)).toBe(true);
  });

  it.each(['52 posters participating', 'ada lovelace', '12', 'battlefield 6', '超级替补'])(
    'no distance in any language: %s',
    (text) => {
      expect(mayBeDistance(text)).toBe(false);
      expect(findRelativeDate(text, NOW, null, fullLexicon(), true, true)).toBeNull();
    },
  );
});
