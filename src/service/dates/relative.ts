import type { FoundDate } from './iso.js';
import type { Lexicon, RelativePhrase, RelativeUnit } from './lexicon.js';
import { dateTokens } from './normalise.js';
import { findTimeOfDay } from './time-of-day.js';

const MILLISECONDS: Readonly<Record<RelativeUnit, number>> = {
  second: 1_000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
  month: 0,
  year: 0,
};
const MAX_TOKENS = 24;
const WORDS_AROUND = 5;

/**
 * Finds "3 hours ago", "gestern, 14:30 Uhr", "3小时前" in normalised text and counts back from
 * `now`. Of a day that is named only the day is known. A bare counter ("3h", "20 min") is a date only
 * where the page marks it as one: elsewhere it is a length or a reading time.
 */
export function findRelativeDate(
  text: string,
  now: number,
  offset: number | null,
  { relative, relativeWords }: Lexicon,
  counters = false,
): FoundDate | null {
  const tokens = dateTokens(text).slice(0, MAX_TOKENS);
  if (!tokens.some((token) => relativeWords.has(token))) return null;
  const shapes = tokens.map((token) => (/^\d/.test(token) ? '#' : token));
  const whole = counters ? relative.get(shapes.join(' ')) : undefined;
  const found = whole === undefined ? findPhrase(tokens, shapes, relative) : within(tokens, whole);
  if (found === null) return null;
  const { unit, amount } = found;
  const time = countBack(now, unit, amount);
  if (!found.named) return { time, hasTime: true };
  const day = startOfDay(time, offset);
  const clock = findTimeOfDay(text);
  if (clock === null) return { time: day, hasTime: false };
  const [hour, minute, second] = clock.time;
  const shift = (clock.offset ?? offset ?? 0) * 60;
  return { time: day + (hour * 3600 + minute * 60 + second - shift) * 1000, hasTime: true };
}

interface Distance {
  unit: RelativeUnit;
  amount: number;
  named: boolean;
}

function findPhrase(
  tokens: readonly string[],
  shapes: readonly string[],
  relative: Lexicon['relative'],
): Distance | null {
  for (let start = 0; start < shapes.length; start += 1) {
    let key = '';
    let best: { phrase: RelativePhrase; end: number } | null = null;
    for (let end = start; end < Math.min(shapes.length, start + WORDS_AROUND + 1); end += 1) {
      key = key === '' ? (shapes[end] ?? '') : `${key} ${shapes[end]}`;
      const phrase = relative.get(key);
      const bareCounter = /^# \S{1,4}$/.test(key) && !isDense(key);
      if (phrase !== undefined && !bareCounter) best = { phrase, end };
    }
    if (best !== null) return within(tokens.slice(start, best.end + 1), best.phrase);
  }
  return null;
}

function within(tokens: readonly string[], phrase: RelativePhrase): Distance | null {
  const amount = phrase.amount ?? Number(tokens.find((token) => /^\d/.test(token)));
  if (!Number.isFinite(amount) || amount >= 1000) return null;
  return { unit: phrase.unit, amount, named: phrase.named === true };
}

function countBack(now: number, unit: RelativeUnit, amount: number): number {
  if (unit !== 'month' && unit !== 'year') return now - amount * MILLISECONDS[unit];
  const date = new Date(now);
  const months = unit === 'month' ? amount : amount * 12;
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() - months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return date.getTime();
}

/** 00:00 UTC of the day it is on the page's clock. */
function startOfDay(time: number, offset: number | null): number {
  const day = 86_400_000;
  return Math.floor((time + (offset ?? 0) * 60_000) / day) * day;
}

function isDense(text: string): boolean {
  return /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/.test(text);
}
