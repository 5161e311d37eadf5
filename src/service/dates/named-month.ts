import { following, previous, type Token, tokensOf, wordsFrom } from './date-tokens.js';
import type { Day } from './iso.js';
import type { Lexicon } from './lexicon.js';
import { dateTokens } from './normalise.js';
import {
  type DateMatch,
  fullYear,
  isDay,
  type Reading,
  withoutYear,
  YEAR,
  yearOf,
} from './reading.js';

const ENGLISH_MONTH = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/;

/** A month and its year, as headings of archives name them ("March 2026"); in normalised text. */
export function findMonth(
  text: string,
  { months }: Lexicon,
): { year: number; month: number } | null {
  const tokens = tokensOf(text);
  for (const [at, token] of tokens.entries()) {
    const month = months.get(token.text);
    const year = following(tokens, at) ?? previous(tokens, at);
    if (month !== undefined && year !== null && YEAR.test(year.text)) {
      return { year: fullYear(year.text), month };
    }
  }
  const cjk = /((?:19|20)\d\d)\s?[年년./-]\s?(\d{1,2})\s?[月월]?(?!\s?[\d일日./-])/.exec(text);
  return cjk === null || Number(cjk[2]) > 12
    ? null
    : { year: Number(cjk[1]), month: Number(cjk[2]) };
}

/** A date whose month is a word, with or without a year; in normalised text. */
export function findNamedMonth(
  text: string,
  reading: Reading,
  { months, monthWords, abbreviations }: Lexicon,
): DateMatch | null {
  const words = dateTokens(text);
  if (!words.some((token) => monthWords.has(token) || abbreviations.has(token))) return null;
  const tokens = tokensOf(text);
  if (!tokens.some((token) => /^\d/.test(token.text))) return null;
  let withoutYear: DateMatch | null = null;
  for (const [at, token] of tokens.entries()) {
    const names = [3, 2, 1].map((width) => wordsFrom(tokens, at, width));
    const name = names.find((words) => months.has(words)) ?? token.text;
    const abbreviated = !months.has(name);
    const month = months.get(name) ?? abbreviations.get(name);
    if (month === undefined || isGeneration(previous(tokens, at), name)) continue;
    const width = name.split(' ').length;
    const match = aroundMonth(tokens, at, at + width - 1, month, reading);
    if (match?.hasYear) return match;
    if (!abbreviated) withoutYear ??= match;
  }
  return withoutYear;
}

/** "13th Gen", "2nd Set": an English ordinal goes with an English month only. */
function isGeneration(before: Token | null, month: string): boolean {
  return before?.ordinal === true && !ENGLISH_MONTH.test(month);
}

/** Day and year beside a month: 9 March 2026, March 9 2026, 2026 March 9, March 9. */
function aroundMonth(
  tokens: readonly Token[],
  first: number,
  last: number,
  month: number,
  reading: Reading,
): DateMatch | null {
  const before = previous(tokens, first);
  const after = following(tokens, last);
  const second = after === null ? null : following(tokens, last + 1);
  const thai = reading.years === 'buddhist' || /[\u0e00-\u0e7f]/.test(tokens[first]?.text ?? '');
  const monthEnd = tokens[last]?.end ?? 0;
  const monthStart = tokens[first]?.start ?? 0;
  const yearFollows = second !== null && YEAR.test(second.text);
  // "23 May 1856" is a date, but of no publication.
  if ([before, after, second].some((token) => token !== null && isOldYear(token))) return null;
  if (
    before !== null &&
    isDayNumber(before.text) &&
    !(yearFollows && isDayNumber(after?.text ?? ''))
  ) {
    if (after !== null && isYear(after)) {
      return named(
        [yearOf(after.text, reading, thai), month, Number(before.text)],
        before.start,
        after.end,
        true,
      );
    }
    const leading = previous(tokens, first - 1);
    if (leading !== null && YEAR.test(leading.text)) {
      const whole: Day = [fullYear(leading.text), month, Number(before.text)];
      return named(whole, leading.start, monthEnd, true);
    }
    const day = withoutYear(month, Number(before.text), reading.now);
    return day === null ? null : named(day, before.start, monthEnd, false);
  }
  if (after === null || !isDayNumber(after.text)) return null;
  if (before !== null && YEAR.test(before.text)) {
    return named([fullYear(before.text), month, Number(after.text)], before.start, after.end, true);
  }
  if (yearFollows && second !== null) {
    return named([fullYear(second.text), month, Number(after.text)], monthStart, second.end, true);
  }
  const day = withoutYear(month, Number(after.text), reading.now);
  return day === null ? null : named(day, monthStart, after.end, false);
}

function named(day: Day, start: number, end: number, hasYear: boolean): DateMatch | null {
  return isDay(day) ? { day, start, end, hasYear } : null;
}

function isDayNumber(text: string): boolean {
  return /^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= 31;
}

function isOldYear({ text }: Token): boolean {
  return /^1[0-8]\d\d$/.test(text);
}

function isYear({ text, dotted }: Token): boolean {
  return YEAR.test(text) || (/^\d\d$/.test(text) && !dotted);
}
