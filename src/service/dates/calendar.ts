import { type Day, type FoundDate, moment, readIsoDate, statedOffset, wholeDay } from './iso.js';
import type { Lexicon } from './lexicon.js';
import { AFTER_DOTTED_DATE, MASK, maskTimes } from './mask-times.js';
import { dateTokens } from './normalise.js';
import { findOtherCalendar } from './other-calendars.js';
import { findTimeOfDay } from './time-of-day.js';

/** How numbers and times without a zone are to be read on one page. */
export interface Reading {
  now: number;
  /** Minutes east of UTC for times that name no zone; null means UTC. */
  offset: number | null;
  /** 03/04 is 3 April. */
  dayFirst: boolean;
  /** The page leaves no doubt about that order, so that a day ahead is ahead and not a day of another month. */
  isOrderSure?: boolean;
  /** 26.11.20 is 20 November 2026. */
  yearFirst?: boolean;
  /** The era that numbers without one are counted in: 115/03/15 in Taiwan, 15/03/69 in Thailand. */
  years?: 'republic' | 'buddhist' | null;
}

const DAY_MS = 86_400_000;

/** Year first, with any separator: 2026-03-09, 2026/3/9, 2026. 3. 9., 2026年3月9日, 2026년 3월 9일. */
const YEAR_FIRST =
  /(?<!\d)((?:19|20|25)\d{2})\s?(?:[-/.年년]|\.\s)\s?(\d{1,2})\s?(?:[-/.月월]|\.\s)\s?(\d{1,2})(?!\d)\s?[日일.]?/;
const YEAR_LAST =
  /(?<![\d.])(\d{1,2})\s?([./-])\s?(\d{1,2})\s?\2\s?((?:19|20|25)\d{2}|\d{2}(?!\s?[:h]\s?\d))(?![\d])/;
/** "31.07." before a time, or as all there is; elsewhere it may number a section. */
const DAY_MONTH =
  /(?<![\d.])(\d{1,2})\.\s?(\d{1,2})\.(?=\s?[,·|-]?\s?(?:kl\.\s|klo\s|um\s)?(?:\ue000|$))/;
/** "26.11.20" in Korea, Japan and China, where the year always comes first. */
const SHORT_YEAR_FIRST = /(?<![\d.])(\d{2})([./-])(\d{2})\2(\d{2})(?!\d)/;
/** "11/20 18:10", "11/20(金)" there; elsewhere it may be a score, or two of anything. */
const MONTH_DAY =
  /(?<![\d./-])(\d{1,2})[/-](\d{1,2})(?=\s?\([日月火水木金土일월화수목금토]\)|\s?\ue000)/;
const CJK_MONTH_DAY = /(?<!\d)(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日号號일]/;
const JAPANESE_ERA = /(令和|平成)\s?(元|\d{1,2})年\s?(\d{1,2})月\s?(\d{1,2})日/;
/** "B.E." and "A.D." in Thai, read as a link word: their letters also end the short names of months. */
const THAI_ERA = /[พค]\.?\s?ศ\.?(?=\s?\d{4})/g;
const VIETNAMESE = /(\d{1,2})\s+(?:tháng|thg)\s+(\d{1,2})(?:,|\s+năm)?\s+(\d{4})/;

interface Match {
  day: Day;
  start: number;
  end: number;
  hasYear: boolean;
}

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

/** Finds a calendar date in normalised text, with the time of day beside it if there is one. */
export function findCalendarDate(
  text: string,
  reading: Reading,
  lexicon: Lexicon,
): FoundDate | null {
  if (!/\d/.test(text)) return null;
  const iso = statedOffset(text) === null ? null : readIsoDate(text, reading.offset);
  if (iso !== null) return iso;
  const masked = maskTimes(text).replace(THAI_ERA, (era) => 'de'.padEnd(era.length));
  const other = findOtherCalendar(masked, reading.now, reading.years === 'republic');
  const match =
    (other === null ? null : { ...other, hasYear: true }) ??
    findNumbers(masked, reading) ??
    findNamedMonth(masked, reading, lexicon);
  if (match === null) return null;
  const clock = findTimeOfDay(withoutDate(text, masked, match), lexicon.afternoon);
  const found =
    clock === null
      ? wholeDay(match.day)
      : moment(match.day, clock.time, clock.offset ?? reading.offset);
  return found === null || match.hasYear ? found : { ...found, yearless: true };
}

/** The text without the words of the date; a time between them stays: "Jan 2 15:04:05 2026". */
function withoutDate(text: string, masked: string, { start, end }: Match): string {
  const inside = [...text.slice(start, end)].filter((_, at) => masked[start + at] === MASK);
  const mark = AFTER_DOTTED_DATE.test(text) ? '@' : ';';
  return `${text.slice(0, start)} ${mark} ${inside.join('')} ${text.slice(end)}`;
}

function findNumbers(text: string, reading: Reading): Match | null {
  const era = text.includes('年') ? JAPANESE_ERA.exec(text) : null;
  if (era !== null) {
    const first = era[1] === '令和' ? 2018 : 1988;
    const year = first + (era[2] === '元' ? 1 : Number(era[2]));
    return at(era, [year, Number(era[3]), Number(era[4])], true);
  }
  const yearFirst = YEAR_FIRST.exec(text);
  if (yearFirst !== null) {
    const day: Day = [fullYear(yearFirst[1]), Number(yearFirst[2]), Number(yearFirst[3])];
    if (isDay(day)) return at(yearFirst, day, true);
  }
  const short = reading.yearFirst === true ? SHORT_YEAR_FIRST.exec(text) : null;
  if (short !== null) {
    const day: Day = [fullYear(short[1]), Number(short[3]), Number(short[4])];
    if (isDay(day)) return at(short, day, true);
  }
  const vietnamese = VIETNAMESE.exec(text);
  if (vietnamese !== null) {
    return at(
      vietnamese,
      [Number(vietnamese[3]), Number(vietnamese[2]), Number(vietnamese[1])],
      true,
    );
  }
  const yearLast = YEAR_LAST.exec(text);
  if (yearLast !== null) {
    const day = dayOf(yearLast, reading);
    if (day !== null) return at(yearLast, day, true);
  }
  const cjk =
    CJK_MONTH_DAY.exec(text) ?? (reading.yearFirst === true ? MONTH_DAY.exec(text) : null);
  const dotted = cjk === null ? DAY_MONTH.exec(text) : null;
  const found = cjk ?? dotted;
  if (found === null) return null;
  const [month, dayOfMonth] = dotted === null ? [found[1], found[2]] : [found[2], found[1]];
  const day = withoutYear(Number(month), Number(dayOfMonth), reading.now);
  return day === null ? null : at(found, day, false);
}

function dayOf(match: RegExpExecArray, reading: Reading): Day | null {
  const first = Number(match[1]);
  const second = Number(match[3]);
  // "10-11-12" may begin with any of the three.
  if (match[2] === '-' && Math.max(first, second, Number(match[4])) <= 12) return null;
  // Without Thai words around it, a year ahead of the others is a number.
  if (Number(match[4]) >= BUDDHIST_FROM && reading.years !== 'buddhist') return null;
  const year = yearOf(match[4], reading, reading.years === 'buddhist');
  const dayFirst: Day = [year, second, first];
  const monthFirst: Day = [year, first, second];
  // Dots always mean day first; slashes and dashes depend on the page.
  const isDotted = match[2] === '.';
  const [preferred, other] =
    isDotted || reading.dayFirst ? [dayFirst, monthFirst] : [monthFirst, dayFirst];
  const isSure = isDotted || reading.isOrderSure === true;
  if (isDay(preferred) && (isSure || !isFuture(preferred, reading.now))) return preferred;
  if (isDay(other) && !isFuture(other, reading.now)) return other;
  return isDay(preferred) ? preferred : null;
}

const YEAR = /^(?:19|20|25)\d\d$/;
/** Words that stand between a day and a month, or a month and a year. */
const LINK_WORDS = new Set(
  'de del di d of af του في ال г год года году р року ж թ gada წლის წ jaar m n metų'.split(' '),
);
const ORDINALS = new Set('st nd rd th er re º ° ª го a e শে ই লা রা ঠা'.split(' '));
const ENGLISH_MONTH = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/;
const ENGLISH_ORDINALS = new Set(['st', 'nd', 'rd', 'th']);
/** No word of a date is further from the next than this, in characters. */
const MAX_DISTANCE = 3;

function findNamedMonth(
  text: string,
  reading: Reading,
  { months, monthWords, abbreviations }: Lexicon,
): Match | null {
  const words = dateTokens(text);
  if (!words.some((token) => monthWords.has(token) || abbreviations.has(token))) return null;
  const tokens = tokensOf(text);
  if (!tokens.some((token) => /^\d/.test(token.text))) return null;
  let withoutYear: Match | null = null;
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

function wordsFrom(tokens: readonly Token[], at: number, width: number): string {
  return tokens
    .slice(at, at + width)
    .map(({ text }) => text)
    .join(' ');
}

/** "13th Gen", "2nd Set": an English ordinal goes with an English month only. */
function isGeneration(before: Token | null, month: string): boolean {
  return before?.ordinal === true && !ENGLISH_MONTH.test(month);
}

interface Token {
  text: string;
  start: number;
  end: number;
  /** An English ordinal such as "13th". */
  ordinal: boolean;
  /** Part of "09.15" or the like; such a number is not a year of two digits. */
  dotted: boolean;
  /** Characters of a time of day between this token and the one before it. */
  masked: number;
}

/** Numbers and words with where they stand; link words and ordinals left out. */
function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let reach = 0;
  for (const match of text.matchAll(/\d+|[^\s\d\ue000.,،、/|:;()[\]{}<>"'’`!?·•@#*_+=~-]+/g)) {
    const start = match.index;
    const end = start + match[0].length;
    const linked = LINK_WORDS.has(match[0]) || (ORDINALS.has(match[0]) && start === reach);
    const last = tokens[tokens.length - 1];
    // A link word belongs to what it follows, so that the next word is still near.
    if (linked && last !== undefined && start - last.end <= MAX_DISTANCE) {
      last.ordinal ||= ENGLISH_ORDINALS.has(match[0]) && start === reach;
      last.end = end;
    } else {
      const dotted = /^\.\d\d(?!\d)/.test(text.slice(end, end + 4));
      const masked = text.slice(reach, start).split(MASK).length - 1;
      tokens.push({ text: match[0], start, end, ordinal: false, dotted, masked });
    }
    reach = end;
  }
  return tokens;
}

/** Day and year beside a month: 9 March 2026, March 9 2026, 2026 March 9, March 9. */
function aroundMonth(
  tokens: readonly Token[],
  first: number,
  last: number,
  month: number,
  reading: Reading,
): Match | null {
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

/** The token before a position, if it is close enough to be of the same date. */
function previous(tokens: readonly Token[], at: number): Token | null {
  const [before, token] = [tokens[at - 1], tokens[at]];
  return before !== undefined && token !== undefined && token.start - before.end <= MAX_DISTANCE
    ? before
    : null;
}

/** The token after a position, if it is close enough. */
function following(tokens: readonly Token[], at: number): Token | null {
  const [token, after] = [tokens[at], tokens[at + 1]];
  if (token === undefined || after === undefined) return null;
  // A year of four digits may follow the time: "Jan 2 15:04:05 2026".
  const masked = YEAR.test(after.text) ? after.masked : 0;
  return after.start - token.end - masked <= MAX_DISTANCE ? after : null;
}

function named(day: Day, start: number, end: number, hasYear: boolean): Match | null {
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

function at(match: RegExpExecArray, day: Day, hasYear: boolean): Match {
  return { day, start: match.index, end: match.index + match[0].length, hasYear };
}

/** The latest year in which the day is not in the future. */
function withoutYear(month: number, day: number, now: number): Day | null {
  const year = new Date(now).getUTCFullYear();
  const thisYear: Day = [year, month, day];
  if (isDay(thisYear) && !isFuture(thisYear, now)) return thisYear;
  const lastYear: Day = [year - 1, month, day];
  return isDay(lastYear) ? lastYear : null;
}

function isFuture(day: Day, now: number): boolean {
  return Date.UTC(day[0], day[1] - 1, day[2]) > now + DAY_MS;
}

function isDay([year, month, day]: Day): boolean {
  return wholeDay([year, month, day]) !== null;
}

/** A year as it is written; two digits in Thailand are of either era: the later one that has begun. */
function yearOf(text: string | undefined, { now }: Reading, buddhist: boolean): number {
  const year = fullYear(text);
  if (!buddhist || text?.length !== 2) return year;
  const thai = fullYear(`25${text}`);
  const current = new Date(now).getUTCFullYear();
  return year > current || (thai > year && thai <= current) ? thai : year;
}

/** The year 1900 of the Buddhist era. */
const BUDDHIST_FROM = 2443;

/** Two digits are of this century up to '69; 25xx is the Buddhist era, 543 years ahead. */
function fullYear(text: string | undefined): number {
  const year = Number(text);
  if (year >= BUDDHIST_FROM) return year - 543;
  if (year >= 100) return year;
  return year < 70 ? 2000 + year : 1900 + year;
}
