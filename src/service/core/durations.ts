/** Durations in milliseconds, the unit of every policy. */
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const WEEK = 7 * DAY;

/** Nothing is announced for later: 2106 and 9999 stand for "never". */
export const LONGEST_AHEAD = 20 * 366 * DAY;
