/** Nothing is announced for later, in milliseconds: 2106 and 9999 stand for "never". */
export const LONGEST_AHEAD = 20 * 366 * 86_400_000;
