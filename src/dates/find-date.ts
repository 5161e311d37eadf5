import { findCalendarDate } from './calendar.js';
import { mayBeDistance } from './distance-words.js';
import { type FoundDate, readMachineDate } from './iso.js';
import { fullLexicon, type Lexicon } from './lexicon.js';
import { LONGEST_AHEAD } from './longest-ahead.js';
import { findMonth } from './named-month.js';
import { normaliseDateText } from './normalise.js';
import type { Reading } from './reading.js';
import { findRelativeDate } from './relative.js';

/** Reads the dates of one page. */
export interface DateReader {
  /**
   * The date in a value that is marked as one: datetime, content, data-*, the text of a time
   * element.
   */
  machine(value: string): FoundDate | null;
  /** A date somewhere in a line of text. */
  text(line: string): FoundDate | null;
  /** As `text`, but includes a day in the future: for a line that may be a date. */
  day(line: string): FoundDate | null;
  /** A date that is more than a day ahead, such as that of an event. */
  ahead(value: string): FoundDate | null;
  /** A month with its year, without a day. */
  month(line: string): { year: number; month: number } | null;
}

/** Dates further ahead than this are not publication dates. */
const FUTURE_MS = 86_400_000;
const DAY_MS = 86_400_000;
const MAX_LINE_LENGTH = 160;

/** A day, a word and a year that the language of the page does not explain. */
const FOREIGN_DATE =
  /(?<!\d)\d{1,2}[\s.]{1,3}[^\s\d.,/|:;()-]{3,14}[\s.,]{1,3}(?:19|20)\d{2}(?!\d)|[^\s\d.,/|:;()-]{3,14}\.? \d{1,2},? (?:19|20)\d{2}(?!\d)/;

/** Three letters, or one character of another script. */
const WORD = /[^\0-\x7f]|[a-z]{3}/;

/**
 * True if a date is more than a day ahead: somewhere on Earth tomorrow has begun. @param unitMs
 * unit to which the time is rounded down, so that a day is judged alike with and without an hour
 */
export function isAhead({ time }: Pick<FoundDate, 'time'>, now: number, unitMs = DAY_MS): boolean {
  return Math.floor(time / unitMs) * unitMs > now + FUTURE_MS;
}

/** Makes the reader of a page's dates. Its results are null for dates more than a day ahead. */
export function dateReader(reading: Reading, lexicon: Lexicon): DateReader {
  const plausible = (found: FoundDate | null, unitMs = 1): FoundDate | null =>
    found === null || isAhead(found, reading.now, unitMs) ? null : found;
  const day = (line: string) => readDateText(line, reading, lexicon, false);
  return {
    machine: (value) =>
      plausible(readMachineDate(value.slice(0, MAX_LINE_LENGTH), reading.offset)) ??
      plausible(readDateText(value, reading, lexicon, true)),
    text: (line) => plausible(day(line), DAY_MS),
    day: (line) => {
      const found = day(line);
      return found !== null && found.time > reading.now + LONGEST_AHEAD ? null : found;
    },
    ahead: (value) => {
      const found =
        readMachineDate(value.slice(0, MAX_LINE_LENGTH), reading.offset) ??
        readDateText(value, reading, lexicon, false);
      return found !== null && isAhead(found, reading.now) ? found : null;
    },
    month: (line) => (line.length > 60 ? null : findMonth(normaliseDateText(line), lexicon)),
  };
}

function readDateText(
  line: string,
  reading: Reading,
  lexicon: Lexicon,
  marked: boolean,
): FoundDate | null {
  if (line.length > MAX_LINE_LENGTH || line.length < 2) return null;
  const text = normaliseDateText(line);
  const found = readWith(text, reading, lexicon, marked);
  if (found !== null) return found;
  if (FOREIGN_DATE.test(text)) return readWith(text, reading, fullLexicon(), marked);
  return marked && WORD.test(text) && mayBeDistance(text)
    ? findRelativeDate(text, reading.now, reading.offset, fullLexicon(), marked, true)
    : null;
}

function readWith(
  text: string,
  reading: Reading,
  lexicon: Lexicon,
  marked: boolean,
): FoundDate | null {
  return (
    findCalendarDate(text, reading, lexicon) ??
    findRelativeDate(text, reading.now, reading.offset, lexicon, marked)
  );
}
