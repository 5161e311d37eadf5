import { type Day, wholeDay } from './iso.js';

/** How numbers, and times without a zone, are read on one page. */
export interface Reading {
  now: number;
  /** Minutes east of UTC for times without a zone; null means UTC. */
  offset: number | null;
  /** True if 03/04 is 3 April. */
  dayFirst: boolean;
  /**
   * True if other dates of the page prove that order; a date ahead is then not read in the other
   * order.
   */
  isOrderSure?: boolean;
  /** True if 26.11.20 is 20 November 2026. */
  yearFirst?: boolean;
  /** Era of years without one: 115/03/15 in Taiwan, 15/03/69 in Thailand. */
  years?: 'republic' | 'buddhist' | null;
}

/** A calendar date with its position in a text. */
export interface DateMatch {
  day: Day;
  start: number;
  end: number;
  hasYear: boolean;
}

/** A four-digit year of current pages, also of the Buddhist era. */
export const YEAR = /^(?:19|20|25)\d\d$/;

const DAY_MS = 86_400_000;

/** The latest year in which the day is not in the future. */
export function withoutYear(month: number, day: number, now: number): Day | null {
  const year = new Date(now).getUTCFullYear();
  const thisYear: Day = [year, month, day];
  if (isDay(thisYear) && !isFuture(thisYear, now)) return thisYear;
  const lastYear: Day = [year - 1, month, day];
  return isDay(lastYear) ? lastYear : null;
}

/** True if a day is more than a day ahead: somewhere on Earth tomorrow has begun. */
export function isFuture(day: Day, now: number): boolean {
  return Date.UTC(day[0], day[1] - 1, day[2]) > now + DAY_MS;
}

/** True if the calendar has such a day. */
export function isDay([year, month, day]: Day): boolean {
  return wholeDay([year, month, day]) !== null;
}

/**
 * A year as written. Two digits in Thailand may belong to either era: the later one that has begun
 * counts.
 */
export function yearOf(text: string | undefined, { now }: Reading, buddhist: boolean): number {
  const year = fullYear(text);
  if (!buddhist || text?.length !== 2) return year;
  const thai = fullYear(`25${text}`);
  const current = new Date(now).getUTCFullYear();
  return year > current || (thai > year && thai <= current) ? thai : year;
}

/** The year 1900 in the Buddhist era. */
export const BUDDHIST_FROM = 2443;

/** Two digits up to '69 mean this century; 25xx is the Buddhist era, 543 years ahead. */
export function fullYear(text: string | undefined): number {
  const year = Number(text);
  if (year >= BUDDHIST_FROM) return year - 543;
  if (year >= 100) return year;
  return year < 70 ? 2000 + year : 1900 + year;
}
