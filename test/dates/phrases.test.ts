import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type PhraseLabel, scorePhrase } from '../../bench/dates-score.js';
import {
  ALL_LANGUAGES,
  deriveDateWords,
  encodeDateWords,
} from '../../scripts/derive-date-words.js';
import { dateReader } from '../../src/dates/find-date.js';
import { relativeWords } from '../../src/dates/language-words.js';
import { fullLexicon, lexiconFor } from '../../src/dates/lexicon.js';
import { DATE_WORDS, WORDS_CLDR } from '../../src/dates/words.js';

const NOW = Date.parse('2026-03-15T12:00:00Z');
const phrases: Record<string, PhraseLabel> = JSON.parse(
  readFileSync('test/fixtures/dates/phrases.json', 'utf8'),
);

describe('phrases in every language of ICU', () => {
  it('reads 95 % of them and misreads at most one in 200', () => {
    const outcomes = Object.entries(phrases).map(([phrase, label]) => ({
      phrase,
      outcome: scorePhrase(phrase, label, NOW),
    }));
    const wrong = outcomes.filter(({ outcome }) => outcome.startsWith('wrong'));
    const right = outcomes.filter(({ outcome }) => outcome === 'right');
    expect(wrong.length, wrong.map(({ phrase }) => phrase).join('\n')).toBeLessThan(
      outcomes.length / 200,
    );
    expect(right.length).toBeGreaterThan(outcomes.length * 0.95);
  });

  it('stores the words that ICU has, if this Node has the same version of them', () => {
    const lines = new Set(DATE_WORDS.split('\n'));
    expect(lines.size).toBe(ALL_LANGUAGES.length);
    if (process.versions.cldr !== WORDS_CLDR) return;
    for (const language of ['en', 'de', 'pl', 'th', 'my', 'lb', 'chr', 'uz-Cyrl'])
      expect(lines).toContain(`${language} ${encodeDateWords(deriveDateWords(language))}`);
  });
});

describe('a distance without its number', () => {
  it.each([
    ['en', 'hour ago', true],
    ['tr', 'dakika önce', true],
    // A single word, or characters that are words each, may end any other phrase.
    ['th', 'วันที่ผ่านมา', false],
    ['ja', '分 前', false],
  ])('in %s: «%s» is one: %s', (language, phrase, isOne) => {
    expect(relativeWords(language).named.has(phrase)).toBe(isOne);
  });
});

describe('dates of other eras', () => {
  const read = (text: string, more: { years?: 'republic' | 'buddhist' } = {}, language = 'en') => {
    const reading = { now: NOW, offset: null, dayFirst: true, ...more };
    const found = dateReader(reading, lexiconFor(language)).text(text);
    return found === null ? null : new Date(found.time).toISOString().slice(0, 10);
  };

  it.each([
    ['115/03/09', '2026-03-09'],
    ['115-3-9', '2026-03-09'],
    ['99.12.31', '2010-12-31'],
    ['民國115.03.09', '2026-03-09'],
  ])('%s is %s in Taiwan', (text, day) => {
    expect(read(text, { years: 'republic' }, 'zh-TW')).toBe(day);
  });

  it.each(['115/03/09', '115-03-09', 'Part 101-05-06'])('%s is no date elsewhere', (text) => {
    expect(read(text)).toBeNull();
  });

  it.each([
    ['09/03/69', '2026-03-09'],
    ['9 มี.ค. 69', '2026-03-09'],
    ['9 มี.ค. 24', '2024-03-09'],
  ])('%s is %s in Thailand', (text, day) => {
    expect(read(text, { years: 'buddhist' }, 'th')).toBe(day);
  });
});

describe('what is no date', () => {
  const all = dateReader({ now: NOW, offset: null, dayFirst: true }, fullLexicon());

  it.each([
    '10-11-12',
    'Sunday 23 May 1856',
    'for 3 hours',
    'in 3 days',
    '2 days, 3 hours left',
    'a couple of days ago',
    'birkaç saat önce',
    '几小时前',
    'Best of last year',
    '1年，1月，5分钟前',
    'Leo',
    '2 h 15 min',
  ])('%s', (text) => {
    expect(all.text(text)).toBeNull();
  });
});

describe('the length of a line', () => {
  const { text } = dateReader({ now: NOW, offset: null, dayFirst: true }, lexiconFor('ja'));

  it('reads two characters, and 160', () => {
    expect(text('今日')?.time).toBe(Date.parse('2026-03-15T00:00:00Z'));
    expect(text('9 March 2026'.padEnd(160))?.time).toBe(Date.parse('2026-03-09T00:00:00Z'));
  });

  it('reads no line of 161', () => {
    expect(text('9 March 2026'.padEnd(161))).toBeNull();
  });
});
