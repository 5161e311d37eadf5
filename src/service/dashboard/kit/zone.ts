import { getCookie } from 'hono/cookie';
import { isTimeZone } from '../../../contract/index.js';
import { offsetIn } from '../../../dates/zones.js';
import { DAY, MINUTE } from '../../core/durations.js';
import { ZONE_COOKIE } from '../style/script.js';
import type { PageContext } from './http.js';

/** Maximum length of the name of a time zone; longer ones cannot be valid. */
const MAX_NAME_LENGTH = 64;

/** The time zone of the visitor: that of the browser, or UTC if the script does not run. */
export function timeZoneOf(context: PageContext): string {
  const name = getCookie(context, ZONE_COOKIE) ?? '';
  return name.length <= MAX_NAME_LENGTH && isTimeZone(name) ? name : 'UTC';
}

/** The day of a time in a zone, formatted as `2026-01-31`. */
export function dayIn(timeZone: string, at: number): string {
  return new Date(at + aheadIn(timeZone, at)).toISOString().slice(0, 10);
}

/**
 * The time at which a day begins in a zone.
 * @param day as `2026-01-31`
 */
export function startOfDay(timeZone: string, day: string): number {
  const utc = Date.parse(day);
  // The offset at midnight may differ from the offset at the same time in UTC.
  return utc - aheadIn(timeZone, utc - aheadIn(timeZone, utc));
}

/** The time at which the next day begins in a zone. */
export function endOfDay(timeZone: string, day: string): number {
  return startOfDay(timeZone, new Date(Date.parse(day) + DAY).toISOString().slice(0, 10));
}

/** The offset of a zone from UTC, in milliseconds; positive if its clocks are ahead. */
function aheadIn(timeZone: string, at: number): number {
  return timeZone === 'UTC' ? 0 : (offsetIn(timeZone, at) ?? 0) * MINUTE;
}
