import { FREE_NUMBER, MONEY, ORDINAL } from '../../base/noise.js';
import { findDate } from '../../dates/index.js';
import { DAY } from '../core/durations.js';
import type { Line } from './lines.js';

/** A key with all numbers replaced: equal for all states of a counter or a clock. */
export function withoutNumbers(key: string): string {
  return key.replace(/\p{N}+(?:[.,:]\p{N}+)*/gu, '0');
}

/** True if two forms of a sentence differ only in numbers that are no prices and no versions. */
export function isPlainNumber({ key: before }: Line, { key: now }: Line): boolean {
  if (MONEY.test(now) || now.includes(' | ') || !/\p{L}{4}/u.test(now)) return false;
  if (ORDINAL.test(now)) return false;
  return before.replace(FREE_NUMBER, '0') === now.replace(FREE_NUMBER, '0');
}

/** True if the single number of a line decreased by the days since: a countdown. */
export function isCountdown({ key: before }: Line, { key: now }: Line, elapsed: number): boolean {
  const [[was], [is], days] = [numbersIn(before), numbersIn(now), Math.round(elapsed / DAY)];
  return was !== undefined && is !== undefined && days > 0 && was - is === days;
}

function numbersIn(text: string): number[] {
  const found = [...text.matchAll(FREE_NUMBER)];
  return found.length === 1 ? found.map(([number]) => Number.parseFloat(number)) : [];
}

/** True if only a date changed in a line, to that of the fetch: "Today is Friday, 27 November". */
export function isDateOfToday({ key: before }: Line, { key: now }: Line, time: number): boolean {
  const [old, next] = changedMiddle(before.split(' '), now.split(' '));
  if (next.length === 0 || old.length > MAX_WORDS || next.length > MAX_WORDS) return false;
  if (MONEY.test(now) || findDate(now, { now: time }) === null) return false;
  const had = new Set(lineParts(old.join(' ')));
  const changed = lineParts(next.join(' ')).filter((part) => !had.has(part));
  if (changed.length === 0) return false;
  // Dates of the day before and after count as well, because of time zones.
  return [0, -DAY, DAY].some((shift) => {
    const words = wordsOfDay(new Date(time + shift));
    const said = lineParts(now).filter((part) => words.has(part));
    return said.length >= MIN_PARTS && changed.every((part) => words.has(part));
  });
}

/**
 * Maximum number of words of a date with its time, and minimum parts: a day and a month, or a
 * weekday.
 */
const MAX_WORDS = 8;
const MIN_PARTS = 2;
/** A time of day, and suffixes of the number of a day. */
const CLOCK =
  /(?<!\d)\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:\s?(?:[ap]m|uhr|h|z))?(?!\p{L})|(?<=\d)(?:st|nd|rd|th)(?!\p{L})/gu;
/** Separators of the parts of a date, which may be empty: "2026年11月27日". */
const BETWEEN_PARTS = /[^\p{L}\p{N}]+|(?<=\p{N})(?=\p{L})|(?<=\p{L})(?=\p{N})/u;

function lineParts(text: string): string[] {
  return text
    .replace(CLOCK, ' ')
    .split(BETWEEN_PARTS)
    .filter((part) => part !== '');
}

/** The differing words of two forms of a line, between their common beginning and end. */
export function changedMiddle(
  before: readonly string[],
  now: readonly string[],
): [string[], string[]] {
  const most = Math.min(before.length, now.length);
  let start = 0;
  while (start < most && before[start] === now[start]) start += 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === now.at(-1 - end)) end += 1;
  return [before.slice(start, before.length - end), now.slice(start, now.length - end)];
}

const LANGUAGES =
  'en de fr es pt it nl sv da nb fi pl cs sk hu ro tr ru uk el id vi ja zh ko'.split(' ');

/** The numbers and names of a day, as its date is written. */
function wordsOfDay(day: Date): ReadonlySet<string> {
  const words = new Set<string>();
  for (const language of LANGUAGES) {
    for (const style of ['long', 'short'] as const) {
      const parts = { weekday: style, month: style, day: 'numeric', year: 'numeric' } as const;
      const text = new Intl.DateTimeFormat(language, { ...parts, timeZone: 'UTC' }).format(day);
      for (const word of text.toLowerCase().split(BETWEEN_PARTS)) words.add(word);
    }
  }
  for (const number of [day.getUTCMonth() + 1, day.getUTCDate(), day.getUTCFullYear() % 100]) {
    for (const written of [`${number}`, `0${number}`]) words.add(written);
  }
  return words;
}
