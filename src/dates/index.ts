/**
 * Dates as people write them, in the languages that ICU knows: `import { findDate } from "feedctl/dates"`.
 * No dependency, no clock, no request.
 */
import { writesDayFirst, writesYearFirst } from './day-first.js';
import { dateReader } from './find-date.js';
import type { FoundDate } from './iso.js';
import { fullLexicon, lexiconFor } from './lexicon.js';
import { regionOffset } from './zones.js';

export type { FoundDate } from './iso.js';

export interface DateOptions {
  /**
   * The present time in milliseconds since the epoch: "yesterday" counts from it, and no date is
   * later.
   */
  now: number;
  /** BCP 47 tag of the text; without it the words of all languages count. */
  language?: string | null | undefined;
  /** Zone of times without one, such as "Europe/Berlin"; default UTC. */
  timeZone?: string | undefined;
  /**
   * True if 03/04 is 3 April. Default: the order of the language; in English the month is first.
   */
  dayFirst?: boolean | undefined;
}

/**
 * The date in a text, such as `3 days ago`, `Freitag, 13. März 2026, 8 Uhr` or an ISO date; null if
 * there is none, or if it is more than a day ahead of now.
 */
export function findDate(text: string, options: DateOptions): FoundDate | null {
  const { now, timeZone } = options;
  if (timeZone === undefined) return readDate(text, options, null);
  const offsetNow = offsetOf(timeZone, now);
  const found = readDate(text, options, offsetNow);
  // The offset is computed again for the date found: it differs with the season.
  const offset = offsetOf(timeZone, found?.time ?? now);
  return offset === offsetNow ? found : readDate(text, options, offset);
}

/** @param offset minutes east of UTC of times without a zone; null for UTC */
function readDate(text: string, options: DateOptions, offset: number | null): FoundDate | null {
  const { now, language = null, dayFirst } = options;
  const reading = {
    now,
    offset,
    dayFirst: dayFirst ?? writesDayFirst(language) ?? false,
    yearFirst: writesYearFirst(language),
  };
  const lexicon = language === null ? fullLexicon() : lexiconFor(language);
  return dateReader(reading, lexicon).machine(text);
}

function offsetOf(timeZone: string, time: number): number {
  const offset = regionOffset(timeZone, time);
  if (offset === null) throw new RangeError(`There is no time zone "${timeZone}".`);
  return offset;
}
