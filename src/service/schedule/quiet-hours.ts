import { parseQuietHours, type QuietHours } from '../../contract/quiet-hours.js';
import { offsetIn } from '../../dates/zones.js';
import { DAY, HOUR, MINUTE } from '../core/durations.js';
import type { Random } from './backoff.js';

/** Part of an hour over which feeds are spread whose quiet hours end together. */
const SPREAD_AFTER = 0.1 * HOUR;

/** Clocks are changed at a full quarter of an hour of UTC, everywhere. */
const QUARTER = 15 * MINUTE;

/** Quiet hours as they are stored; null for null, and for what cannot be read. */
export function readQuietHours(stored: string | null): QuietHours | null {
  // A copied database may come to a machine that knows fewer time zones.
  const quiet = stored === null ? null : parseQuietHours(stored);
  return quiet === 'none' ? null : quiet;
}

/**
 * The first time from `due` on that is not quiet, both in milliseconds. Feeds that had to wait are
 * spread over some minutes, unless it would be quiet again by then.
 */
export function afterQuietHours(due: number, quiet: QuietHours, random: Random): number {
  if (!isQuiet(due, quiet)) return due;
  const end = endOfQuiet(due, quiet);
  const spread = Math.round(end + SPREAD_AFTER * random());
  return isQuiet(spread, quiet) ? end : spread;
}

/** Whether clocks in the time zone show a time within the quiet hours. */
export function isQuiet(time: number, quiet: QuietHours): boolean {
  const minutes = minuteOfDay(time, quiet.timeZone);
  return quiet.from < quiet.to
    ? quiet.from <= minutes && minutes < quiet.to
    : quiet.from <= minutes || minutes < quiet.to;
}

/**
 * Goes by what clocks show, a quarter of an hour at most at a time: in a night in which they are
 * changed, quiet hours are longer or shorter, and their end may be skipped or come twice.
 */
function endOfQuiet(due: number, quiet: QuietHours): number {
  let time = Math.floor(due / MINUTE) * MINUTE;
  while (time < due + DAY + 2 * HOUR && isQuiet(time, quiet)) {
    const left = (quiet.to - minuteOfDay(time, quiet.timeZone) + 1440) % 1440;
    time = Math.min(time + left * MINUTE, Math.floor(time / QUARTER) * QUARTER + QUARTER);
  }
  return time;
}

function minuteOfDay(time: number, timeZone: string): number {
  const minutes = Math.floor(time / MINUTE) + (offsetIn(timeZone, time) ?? 0);
  return ((minutes % 1440) + 1440) % 1440;
}
