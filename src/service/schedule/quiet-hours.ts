import { parseQuietHours, type QuietHours } from '../../contract/quiet-hours.js';
import { offsetIn } from '../../dates/zones.js';
import { DAY, HOUR, MINUTE } from '../core/durations.js';
import type { Random } from './backoff.js';

/** Part of an hour over which feeds are spread whose quiet hours end together. */
const SPREAD_AFTER = 0.1 * HOUR;

/** Clocks change at a multiple of a quarter of an hour of UTC, everywhere. */
const QUARTER = 15 * MINUTE;

/** Stored quiet hours; null for null, and for a text that cannot be read. */
export function readQuietHours(stored: string | null): QuietHours | null {
  // A copied database may come to a machine that knows fewer time zones.
  const quiet = stored === null ? null : parseQuietHours(stored);
  return quiet === 'none' ? null : quiet;
}

/**
 * The first time from `due` on that is not quiet, in milliseconds. Feeds that had to wait are
 * spread over some minutes, unless the next quiet hours begin by then.
 */
export function afterQuietHours(due: number, quiet: QuietHours, random: Random): number {
  if (!isQuiet(due, quiet)) return due;
  const end = endOfQuiet(due, quiet);
  const spread = Math.round(end + SPREAD_AFTER * random());
  return isQuiet(spread, quiet) ? end : spread;
}

/** True if the local time in the zone is within the quiet hours. */
export function isQuiet(time: number, quiet: QuietHours): boolean {
  const minutes = minuteOfDay(time, quiet.timeZone);
  return quiet.from < quiet.to
    ? quiet.from <= minutes && minutes < quiet.to
    : quiet.from <= minutes || minutes < quiet.to;
}

/**
 * Goes forward by local time, at most a quarter of an hour per step: in a night in which clocks
 * change, quiet hours are longer or shorter, and their end may be skipped or occur twice.
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
