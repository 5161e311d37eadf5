import { DAY, HOUR, MINUTE, WEEK } from '../../core/durations.js';
import type { ScheduleHints } from '../../core/source-document.js';
import type { RawFeed, SkipHints } from './raw-entry.js';

const PERIODS: Readonly<Record<string, number>> = {
  hourly: HOUR,
  daily: DAY,
  weekly: WEEK,
  monthly: 30 * DAY,
  yearly: 365 * DAY,
};

const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

const NEVER: SkipHints = { skipHours: [], skipDays: [] };

/** Reads ttl, sy:updatePeriod and sy:updateFrequency; of both, the longer interval. */
export function scheduleHints(
  feed: Pick<RawFeed, 'ttlMinutes' | 'updatePeriod' | 'updateFrequency' | 'skip'>,
): ScheduleHints {
  const ttl = (feed.ttlMinutes ?? 0) * MINUTE;
  const period = PERIODS[feed.updatePeriod?.trim().toLowerCase() ?? ''] ?? 0;
  const interval = Math.max(ttl, period / Math.max(1, feed.updateFrequency ?? 1));
  const isTime = Number.isFinite(interval) && interval > 0;
  return { minIntervalMs: isTime ? Math.round(interval) : null, ...(feed.skip ?? NEVER) };
}

/** Reads skipHours and skipDays. */
export function skipHints(hours: readonly string[], days: readonly string[]): SkipHints {
  const inDay = hours
    .map(Number)
    .filter((hour) => Number.isInteger(hour) && hour >= 0 && hour <= 24);
  const inWeek = days.map((day) => DAYS.indexOf(day.toLowerCase())).filter((day) => day >= 0);
  // RSS 0.91 counts hours from 1 to 24.
  return {
    skipHours: distinctHours(inDay.map((hour) => hour % 24)),
    skipDays: distinctHours(inWeek),
  };
}

function distinctHours(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].sort((a, b) => a - b);
}
