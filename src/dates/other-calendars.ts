import { type Day, wholeDay } from './iso.js';

/** A date of another calendar: its position in the text, and its Gregorian day. */
interface CalendarMatch {
  day: Day;
  start: number;
  end: number;
}

/** Calendars that ICU can convert. */
type Calendar = 'persian' | 'islamic-umalqura' | 'ethiopic';

/** 民國115年3月15日, 115年3月15日: no other calendar has three-digit years. */
const REPUBLIC_WORDS =
  /(?:民[國国]\s?(\d{2,3})|(?<!\d)(\d{3}))\s?年\s?(\d{1,2})\s?月\s?(\d{1,2})\s?[日號号]?/;
const REPUBLIC_NUMBERS =
  /(?:民[國国]\s?)?(?<![\d./-])(\d{2,3})\s?([./-])\s?(\d{1,2})\s?\2\s?(\d{1,2})(?![\d./-])/;
/** The year 1 of the Republic of China is 1912. */
const REPUBLIC_EPOCH = 1911;

const SOLAR_OR_LUNAR = /(?<![\d./-])(1[34]\d\d)\s?([./-])\s?(\d{1,2})\s?\2\s?(\d{1,2})(?![\d./-])/;

const MONTHS: readonly (readonly [Calendar, RegExp, string])[] = [
  [
    'persian',
    /^1[34]\d\d$/,
    'فروردین اردیبهشت خرداد تیر مرداد|امرداد شهریور مهر آبان آذر دی بهمن اسفند',
  ],
  [
    'islamic-umalqura',
    /^1[34]\d\d$/,
    'محرم صفر ربيع_الأول|ربيع_الاول|ربیع‌الاول ربيع_الآخر|ربيع_الثاني جمادى_الأولى|جمادى_الاولى جمادى_الآخرة|جمادى_الثانية رجب شعبان رمضان شوال ذو_القعدة ذو_الحجة',
  ],
  [
    'ethiopic',
    /^20\d\d$/,
    'መስከረም ጥቅምት ኅዳር|ህዳር ታኅሣሥ|ታኅሳስ|ታህሳስ ጥር የካቲት መጋቢት ሚያዝያ ግንቦት ሰኔ ሐምሌ ነሐሴ|ነሃሴ ጳጉሜን|ጳጉሜ',
  ],
];

const LETTERS = /[\u0600-\u06ff\u1200-\u137f]/;

/**
 * Finds a date of the Taiwanese, Persian, Islamic or Ethiopic calendar in normalised text.
 * @param republic numbers such as 115/03/15 are Taiwanese years on this page
 */
export function findOtherCalendar(
  text: string,
  now: number,
  republic: boolean,
): CalendarMatch | null {
  return (
    findRepublic(text, republic) ??
    findNumbers(text, now) ??
    (LETTERS.test(text) ? findNamed(text) : null)
  );
}

function findRepublic(text: string, republic: boolean): CalendarMatch | null {
  const words = text.includes('年') ? REPUBLIC_WORDS.exec(text) : null;
  if (words !== null) {
    const year = REPUBLIC_EPOCH + Number(words[1] ?? words[2]);
    return matchOf(words, [year, Number(words[3]), Number(words[4])]);
  }
  if (!republic && !text.includes('民')) return null;
  const numbers = REPUBLIC_NUMBERS.exec(text);
  if (numbers === null || !(republic || numbers[0].startsWith('民'))) return null;
  const year = REPUBLIC_EPOCH + Number(numbers[1]);
  return matchOf(numbers, [year, Number(numbers[3]), Number(numbers[4])]);
}

/** 1404/12/24 is Persian unless that is in the future; 1447/09/26 is Islamic. */
function findNumbers(text: string, now: number): CalendarMatch | null {
  if (!text.includes('13') && !text.includes('14')) return null;
  const match = SOLAR_OR_LUNAR.exec(text);
  if (match === null) return null;
  const [year, month, day] = [Number(match[1]), Number(match[3]), Number(match[4])];
  for (const calendar of ['persian', 'islamic-umalqura'] as const) {
    const found = toGregorian(calendar, year, month, day);
    if (found !== null && Date.UTC(found[0], found[1] - 1, found[2]) <= now + DAY_MS)
      return matchOf(match, found);
  }
  return null;
}

function findNamed(text: string): CalendarMatch | null {
  for (const [calendar, isYear, names] of MONTHS) {
    for (const [at, spellings] of names.split(' ').entries()) {
      for (const name of spellings.split('|')) {
        const match = namedDate(text, name.replaceAll('_', ' '));
        if (match === null || !isYear.test(match[2] ?? '')) continue;
        const day = toGregorian(calendar, Number(match[2]), at + 1, Number(match[1]));
        if (day !== null) return matchOf(match, day);
      }
    }
  }
  return null;
}

function namedDate(text: string, name: string): RegExpExecArray | null {
  const at = text.indexOf(name);
  if (at < 0) return null;
  const pattern = new RegExp(
    `(?<!\\d)(\\d{1,2})[\\s،,]{0,2}${name}[\\s،,]{1,2}(?:سال )?(\\d{4})(?!\\d)`,
  );
  return pattern.exec(text);
}

const DAY_MS = 86_400_000;
const formats = new Map<Calendar, Intl.DateTimeFormat>();

/**
 * The Gregorian day: tries days near the expected one until ICU converts one of them to this date.
 */
function toGregorian(calendar: Calendar, year: number, month: number, day: number): Day | null {
  const guess = estimate(calendar, year, month, day);
  for (let shift = -4; shift <= 4; shift += 1) {
    const time = guess + shift * DAY_MS;
    if (writes(calendar, time, year, month, day)) {
      const date = new Date(time);
      return [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
    }
  }
  return null;
}

function estimate(calendar: Calendar, year: number, month: number, day: number): number {
  if (calendar === 'persian') {
    const days = Math.min(month - 1, 6) * 31 + Math.max(month - 7, 0) * 30 + day - 1;
    return Date.UTC(year + 621, 2, 21) + days * DAY_MS;
  }
  if (calendar === 'ethiopic') return Date.UTC(year + 7, 8, 11 + (month - 1) * 30 + day - 1);
  const lunarYear = 354.367;
  return (
    Date.UTC(622, 6, 19) +
    Math.round((year - 1) * lunarYear + (month - 1) * 29.53 + day - 1) * DAY_MS
  );
}

function writes(
  calendar: Calendar,
  time: number,
  year: number,
  month: number,
  day: number,
): boolean {
  let format = formats.get(calendar);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(`en-u-ca-${calendar}-nu-latn`, {
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      timeZone: 'UTC',
    });
    formats.set(calendar, format);
  }
  const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
  return parts.get('year') === year && parts.get('month') === month && parts.get('day') === day;
}

function matchOf(match: RegExpExecArray, day: Day): CalendarMatch | null {
  if (wholeDay(day) === null) return null;
  return { day, start: match.index, end: match.index + match[0].length };
}
