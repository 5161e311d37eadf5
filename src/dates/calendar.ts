import { type FoundDate, moment, readIsoDate, statedOffset, wholeDay } from './iso.js';
import type { Lexicon } from './lexicon.js';
import { AFTER_DOTTED_DATE, MASK, maskTimes } from './mask-times.js';
import { findNamedMonth } from './named-month.js';
import { findNumericDate } from './numeric-date.js';
import { findOtherCalendar } from './other-calendars.js';
import type { DateMatch, Reading } from './reading.js';
import { findTimeOfDay } from './time-of-day.js';
import { withoutRangeEnds } from './time-range.js';

/**
 * "B.E." and "A.D." in Thai, read as a link word, because their letters also end short month names.
 */
const THAI_ERA = /[พค]\.?\s?ศ\.?(?=\s?\d{4})/g;

/** Finds a calendar date in normalised text, with the time of day next to it if there is one. */
export function findCalendarDate(
  line: string,
  reading: Reading,
  lexicon: Lexicon,
): FoundDate | null {
  if (!/\d/.test(line)) return null;
  const text = withoutRangeEnds(line);
  const iso = statedOffset(text) === null ? null : readIsoDate(text, reading.offset);
  if (iso !== null) return iso;
  const masked = withoutThaiEra(maskTimes(text));
  const other = findOtherCalendar(masked, reading.now, reading.years === 'republic');
  const match =
    (other === null ? null : { ...other, hasYear: true }) ??
    findNumericDate(masked, reading) ??
    findNamedMonth(masked, reading, lexicon);
  if (match === null) return null;
  const clock = findTimeOfDay(withoutDate(text, masked, match), lexicon.afternoon);
  const found =
    clock === null
      ? wholeDay(match.day)
      : moment(match.day, clock.time, clock.offset ?? reading.offset);
  return found === null || match.hasYear ? found : { ...found, yearless: true };
}

function withoutThaiEra(text: string): string {
  return text.includes('ศ') ? text.replace(THAI_ERA, (era) => 'de'.padEnd(era.length)) : text;
}

/** The text without the words of the date; a time between them stays: "Jan 2 15:04:05 2026". */
function withoutDate(text: string, masked: string, { start, end }: DateMatch): string {
  const inside = [...text.slice(start, end)].filter((_, at) => masked[start + at] === MASK);
  const mark = AFTER_DOTTED_DATE.test(text) ? '@' : ';';
  return `${text.slice(0, start)} ${mark} ${inside.join('')} ${text.slice(end)}`;
}
