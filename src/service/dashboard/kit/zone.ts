import { getCookie } from 'hono/cookie';
import { isTimeZone } from '../../../contract/index.js';
import { DAY } from '../../core/durations.js';
import { ZONE_COOKIE } from '../style/script.js';
import type { PageContext } from './http.js';

/** Longer names cannot be valid. */
const MAX_NAME_LENGTH = 64;

/** The time zone of who asks: that of the browser, UTC where the script does not run. */
export function timeZoneOf(context: PageContext): string {
  const name = getCookie(context, ZONE_COOKIE) ?? '';
  return name.length <= MAX_NAME_LENGTH && isTimeZone(name) ? name : 'UTC';
}

/** The day of a time in a zone, as `2026-01-31`. */
export function dayIn(timeZone: string, at: number): string {
  return new Date(at + offsetIn(timeZone, at)).toISOString().slice(0, 10);
}

/** The time at which a day begins in a zone. @param day as `2026-01-31` */
export function startOfDay(timeZone: string, day: string): number {
  const utc = Date.parse(day);
  // The offset at midnight may be another than at the same time in UTC.
  return utc - offsetIn(timeZone, utc - offsetIn(timeZone, utc));
}

/** The time at which the day after one begins in a zone. */
export function endOfDay(timeZone: string, day: string): number {
  return startOfDay(timeZone, new Date(Date.parse(day) + DAY).toISOString().slice(0, 10));
}

/** How far the clocks of a zone are ahead of UTC, in milliseconds. */
function offsetIn(timeZone: string, at: number): number {
  if (timeZone === 'UTC') return 0;
  const part = Object.fromEntries(
    clockOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day, hour, minute, second } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
}

/** Browsers choose the zone, and making a clock takes longer than asking it a hundred times. */
const MAX_CLOCKS = 50;
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known !== undefined) return known;
  const clock = new Intl.DateTimeFormat('en', {
    ...{ timeZone, calendar: 'gregory', numberingSystem: 'latn', hourCycle: 'h23' },
    ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });
  if (clocks.size >= MAX_CLOCKS) clocks.clear();
  clocks.set(timeZone, clock);
  return clock;
}
