/**
 * The furthest date of an announcement, in milliseconds from now: 2106 and 9999 stand for "never".
 */
export const LONGEST_AHEAD = 20 * 366 * 86_400_000;
