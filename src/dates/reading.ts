import { type Day, wholeDay } from './iso.js';

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

/** A calendar date in a text, and where it stands there. */
export interface DateMatch {
  day: Day;
  start: number;
  end: number;
  hasYear: boolean;
}

/** A year that a page of today names, of the Buddhist era too. */
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

/** Whether a day is over a day ahead: somewhere on Earth tomorrow has begun. */
export function isFuture(day: Day, now: number): boolean {
  return Date.UTC(day[0], day[1] - 1, day[2]) > now + DAY_MS;
}

/** Whether the calendar has such a day. */
export function isDay([year, month, day]: Day): boolean {
  return wholeDay([year, month, day]) !== null;
}

/** A year as it is written; two digits in Thailand are of either era: the later one that has begun. */
export function yearOf(text: string | undefined, { now }: Reading, buddhist: boolean): number {
  const year = fullYear(text);
  if (!buddhist || text?.length !== 2) return year;
  const thai = fullYear(`25${text}`);
  const current = new Date(now).getUTCFullYear();
  return year > current || (thai > year && thai <= current) ? thai : year;
}

/** The year 1900 of the Buddhist era. */
export const BUDDHIST_FROM = 2443;

/** Two digits are of this century up to '69; 25xx is the Buddhist era, 543 years ahead. */
export function fullYear(text: string | undefined): number {
  const year = Number(text);
  if (year >= BUDDHIST_FROM) return year - 543;
  if (year >= 100) return year;
  return year < 70 ? 2000 + year : 1900 + year;
}
