import { findCalendarDate } from '../../../dates/calendar.js';
import { fullLexicon, lexiconFor } from '../../../dates/lexicon.js';
import { isEnglishMonth, monthNumber } from '../../../dates/months.js';
import { normaliseDateText } from '../../../dates/normalise.js';
import { mayBeShortYear } from '../../../dates/short-year.js';
import { withoutRangeEnds } from '../../../dates/time-range.js';
import { regionOffset, zoneOffset } from '../../../dates/zones.js';
import { DAY } from '../../core/durations.js';

/** A date as written, before the zone of dates without one is known. */
export interface WrittenDate {
  /** Milliseconds since the epoch, if the written time were UTC. */
  local: number;
  /** Minutes from UTC, or null if none is written. */
  offsetMinutes: number | null;
  hasTime: boolean;
}

interface Parts {
  year: number;
  month: number;
  day: number;
}

interface TimeOfDay extends Zone {
  ms: number;
}

interface Zone {
  offsetMinutes: number | null;
  /** Name of the zone in the tz database: `America/New_York`. */
  region?: string;
}

const MAX_LENGTH = 100;
const BEYOND_ASCII = /[^\0-\x7f]/;
const COMMENT = /\([^)]*\)/g;

const TIME = /(?<![\d:])(\d{1,2})[:h](\d{2})(?::(\d{2})(?:[.,]\d+)?)?(?:\s*([ap])\.?\s?m\b\.?)?/i;
const COMPACT_TIME = /T(\d{2})(\d{2})(\d{2})?(?:[.,]\d+)?/i;
/** `T10Z`, `T10+02:00` (ISO 8601), "10am", and with full stops "3.30pm", "10.00.00" behind a year. */
const HOUR = /(?<=\d)T(\d{2})()()(?=$|Z|[+-]\d)/i;
const HALF_DAY = /(?<![\d.:])(\d{1,2})(?:\.(\d{2})(?:\.(\d{2}))?)?\s?([ap])\.?\s?m\b\.?/i;
const DOTTED_TIME =
  /(?<=\d{4}(?:-\d\d-\d\d)?(?:,?\s|T|,?\s(?:at|um|kl\.?)\s))(\d{1,2})\.(\d{2})(?:\.(\d{2}))?(?![\d.])/i;

/**
 * Reads a date in any of the layouts that feeds use: RFC 822 and ISO 8601 with their usual
 * mistakes, asctime, American, European and East Asian orders, month names of all languages that the generator knows, zone
 * abbreviations, seconds and milliseconds since the epoch. Null when it is no date.
 */
export function readDate(text: string, language: string | null = null): WrittenDate | null {
  if (text.length <= MAX_MARKUP && /<[a-z/!]/i.test(text)) return readMarkup(text, language);
  const value = normalised(text);
  if (value === '' || value.length > MAX_LENGTH) return null;
  const stamp = epochStamp(value);
  if (stamp !== null) return { local: stamp, offsetMinutes: 0, hasTime: true };
  const { rest, time } = takeTime(value);
  if (time === 'impossible') return null;
  const date = numericDate(rest) ?? namedDate(rest, language);
  if (date === null) return dateAsOnPages(value, language);
  const local = writtenDay(date);
  if (local === null) return null;
  if (time === null) return { local, offsetMinutes: null, hasTime: false };
  const at = local + time.ms;
  const { region, offsetMinutes } = time;
  const offset = offsetMinutes ?? (region === undefined ? null : regionOffset(region, at));
  return { local: at, offsetMinutes: offset, hasTime: true };
}

/**
 * Reads other digits, other calendars and two-word month names as the generator does; the date must
 * have a year.
 */
function dateAsOnPages(value: string, language: string | null): WrittenDate | null {
  const text = normaliseDateText(value);
  if (!/(?<!\d)\d{4}(?!\d)/.test(text)) return null;
  const lexicon = language === null ? fullLexicon() : lexiconFor(language);
  const found = findCalendarDate(text, { now: 0, offset: null, dayFirst: true }, lexicon);
  return found === null ? null : { local: found.time, offsetMinutes: null, hasTime: found.hasTime };
}

/**
 * Replaces East Asian units by separators, and removes comments in parentheses, which repeat the
 * offset.
 */
function normalised(text: string): string {
  const start = text.slice(0, MAX_LENGTH + 1);
  const written = BEYOND_ASCII.test(start) ? withSeparators(start.normalize('NFKC')) : start;
  return withoutRangeEnds(written.replace(COMMENT, ' ').replace(/\s+/g, ' ').trim());
}

const ATTRIBUTE =
  /\s(?:datetime|content|data-[a-z-]*(?:date|time|stamp)[a-z-]*|title)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi;
/** Maximum length of a date with markup around it. */
const MAX_MARKUP = 2_000;

/**
 * Reads a date in a `<time>` or `<span>`, which feeds made from templates have; its
 * machine-readable value first.
 */
function readMarkup(text: string, language: string | null): WrittenDate | null {
  for (const [, one, other] of text.matchAll(ATTRIBUTE)) {
    const found = readDate(one ?? other ?? '', language);
    if (found !== null) return found;
  }
  return readDate(text.replace(/<[^<>]*>?/g, ' ').replace(/&nbsp;|&#160;/g, ' '), language);
}

function withSeparators(text: string): string {
  return text
    .replace(COMMENT, ' ')
    .replace(/(\d)\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日일]?/, '$1-$2-$3 ')
    .replace(/(?:上午|午前|오전)\s*(\d{1,2}:\d{2}(?::\d{2})?)/, '$1 am')
    .replace(/(?:下午|午後|오후)\s*(\d{1,2}:\d{2}(?::\d{2})?)/, '$1 pm')
    .replace(/(\d)\s*[時时시]\s*(\d{1,2})\s*[分분](?:\s*(\d{1,2})\s*[秒초])?/, '$1:$2');
}

function epochStamp(value: string): number | null {
  if (/^\d{10}(?:\.\d+)?$/.test(value)) return Math.floor(Number(value) * 1000);
  return /^\d{13}$/.test(value) ? Number(value) : null;
}

/** Separates the time of day, and the zone after it, from the date. */
function takeTime(value: string): { rest: string; time: TimeOfDay | null | 'impossible' } {
  const match =
    HOUR.exec(value) ??
    TIME.exec(value) ??
    COMPACT_TIME.exec(value) ??
    HALF_DAY.exec(value) ??
    DOTTED_TIME.exec(value);
  if (match === null) return { rest: value, time: null };
  const [all, hour = '', minute = '0', second = '0', half] = match;
  const after = value.slice(match.index + all.length);
  const zone = takeZone(after);
  const ms = timeOfDay(Number(hour), Number(minute), Number(second), half?.toLowerCase());
  const before = value.slice(0, match.index).replace(/(?:[T,\s]|\s(?:at|um|kl\.?))+$/i, '');
  const rest = `${before} ${zone.rest}`.trim();
  return { rest, time: ms === null ? 'impossible' : { ...zone, ms } };
}

function timeOfDay(hour: number, minute: number, second: number, half?: string): number | null {
  if (half !== undefined && (hour > 12 || hour < 1)) return null;
  const hours = half === undefined ? hour : (hour % 12) + (half === 'p' ? 12 : 0);
  // 24:00 is the midnight at the end of a day (ISO 8601), and second 60 a leap second.
  if (hours > 24 || minute > 59 || second > 60 || (hours === 24 && minute + second > 0))
    return null;
  return ((hours * 60 + minute) * 60 + Math.min(second, 59)) * 1000;
}

const REGION = /^\s*\[?([a-z]{2,20}(?:\/[a-z_+-]{2,30}){1,2})\]?(?=\s|$)/i;

/**
 * Takes the zone after a time: `+0200`, `GMT-5`, `CEST`, `Z`. Anything else there, such as a year,
 * is left.
 */
function takeZone(after: string): Zone & { rest: string } {
  const [all, region] = REGION.exec(after) ?? [];
  if (all !== undefined && region !== undefined) {
    return { rest: after.slice(all.length), offsetMinutes: null, region };
  }
  const numeric = /^\s*(?:UTC|GMT|Z)?\s*([+-])\s?(\d{1,2}):?(\d{2})?(?!\d)/i.exec(after);
  if (numeric !== null) {
    const [all, sign, hours = '', minutes = '0'] = numeric;
    const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
    const rest = after.slice(all.length);
    return { rest, offsetMinutes: Math.abs(offset) <= 14 * 60 ? offset : null };
  }
  const named = /^[\s,]*([a-z]{1,5})\b/i.exec(after);
  const offset = named?.[1] === undefined ? null : zoneOffset(named[1]);
  if (named === null || offset === null) return { rest: after, offsetMinutes: null };
  return { rest: after.slice(named[0].length), offsetMinutes: offset };
}

/** A year alone must be the whole text: "2025 m. sausio 3 d." is a day in January. */
const YEAR_FIRST = /^(\d{4})(?:$|[-/.]\s?(\d{1,2})(?:[-/.]\s?(\d{1,2})\.?)?(?=\s|$))/;
const COMPACT = /^(\d{4})(\d{2})(\d{2})(?=\s|$)/;
const YEAR_LAST =
  /^(?:\p{L}+,?\s)?(\d{1,2})([-/.])\s?(\d{1,2})[-/.]\s?(\d{4}|\d{2})(?=[\s,]|$)(?!\s(?:h|uhr|[ap]\.?m)\b)/iu;

function numericDate(text: string): Parts | null {
  const first = COMPACT.exec(text) ?? YEAR_FIRST.exec(text);
  if (first !== null) {
    const [, year, month = '1', day = '1'] = first;
    return { year: Number(year), month: Number(month), day: Number(day) };
  }
  const last = YEAR_LAST.exec(text);
  if (last === null) return null;
  const [, a, separator, b, year = ''] = last;
  // 1/2/2024 is American unless that is impossible; in 1.2.2024 and 1-2-2024 the day is first.
  const american = separator === '/' && Number(a) <= 12;
  const [month, day] = american ? [Number(a), Number(b)] : [Number(b), Number(a)];
  return { year: fullYear(year), month, day };
}

/** A number, a word, or a time of day with a full stop or with its unit ("09.15", "5 pm"). */
const WORDS =
  /\d{1,2}\.\d{2}(?![\d.])|\d{1,2}\s?(?:h|uhr|[ap]\.?m\b\.?|ч)(?!\p{L})|[\p{L}\p{M}]+|\d+/giu;

/** A date with a month name; the numbers around the name are day and year. */
function namedDate(text: string, language: string | null): Parts | null {
  const found = [...text.matchAll(WORDS)];
  const words = found.map(([word]) => word);
  // The last name counts: "mar." before a French, Spanish or Italian date is Tuesday. Numbers are
  // skipped, because looking one up would load the names of all languages.
  const at = words.findLastIndex(
    (word) => !/^\d/.test(word) && monthNumber(word, language) !== null,
  );
  const month = monthNumber(words[at] ?? '', language);
  if (month === null || isGeneration(words, at)) return null;
  const numbers = (part: string[]) => part.filter((word) => /^\d+$/.test(word));
  const before = numbers(words.slice(0, at));
  const after = numbers(words.slice(at + 1));
  const [day, year] = dayAndYear(before, after);
  // RFC 822 has two-digit years; one or three digits are something else.
  if (year === undefined || (year.length !== 2 && year.length !== 4)) return null;
  if (year.length === 2 && !isShortYear(text, found, at)) return null;
  return day === undefined ? null : { year: fullYear(year), month, day: Number(day) };
}

/** True if the two digits after a month are a year; its day is before the month. */
function isShortYear(text: string, found: readonly RegExpExecArray[], at: number): boolean {
  const span = (place: number) => {
    const [{ length }, index] = [found[place]?.[0] ?? '', found[place]?.index ?? 0];
    return { start: index, end: index + length };
  };
  if (!/^\d/.test(found[at - 1]?.[0] ?? '')) return true;
  return mayBeShortYear(text, { day: span(at - 1), month: span(at), year: span(at + 1) });
}

/**
 * Day and year around a month: "3 March 2026", "March 3, 2026", "2026 March 3", "2026, 3 March".
 */
function dayAndYear(before: readonly string[], after: readonly string[]): (string | undefined)[] {
  const nearest = before.at(-1);
  if (nearest === undefined) return [after[0], after[1]];
  if (nearest.length === 4) return [after[0], nearest];
  const year = after[0] ?? before.at(-2);
  return [nearest, year];
}

/** True for "13th Gen" and "2nd Set": an English ordinal belongs to an English month only. */
function isGeneration(words: readonly string[], at: number): boolean {
  return /^(?:st|nd|rd|th)$/i.test(words[at - 1] ?? '') && !isEnglishMonth(words[at] ?? '');
}

function fullYear(year: string): number {
  const value = Number(year);
  if (year.length > 2) return value;
  return value < 69 ? 2000 + value : 1900 + value;
}

/** Midnight of a day in UTC milliseconds; null if the day does not exist. */
function writtenDay({ year, month, day }: Parts): number | null {
  if (month < 1 || month > 12 || day < 1 || day > 31 || year < 1000) return null;
  const ms = Date.UTC(year, month - 1, day);
  return new Date(ms).getUTCDate() === day && ms < 10_000 * 366 * DAY ? ms : null;
}
