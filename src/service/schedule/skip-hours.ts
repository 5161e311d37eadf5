import type { ScheduleHints } from '../core/source-document.js';
import { DAY, HOUR, WEEK } from './durations.js';
import type { Random } from './jitter.js';

/** Part of the first allowed hour over which feeds are spread that would all start on its stroke. */
const SPREAD_WITHIN_HOUR = 0.1;

type SkippedTimes = Pick<ScheduleHints, 'skipHours' | 'skipDays'>;

/**
 * The first time from `due` on that the document's skipHours and skipDays (both UTC) leave open.
 * A document that closes the whole week has made a mistake, and is not obeyed.
 */
export function skipAhead(due: number, skipped: SkippedTimes, random: Random): number {
  if (isOpen(due, skipped)) return due;
  const nextHour = Math.floor(due / HOUR) * HOUR + HOUR;
  for (let hour = nextHour; hour < nextHour + WEEK; hour += HOUR) {
    if (isOpen(hour, skipped)) return Math.round(hour + HOUR * SPREAD_WITHIN_HOUR * random());
  }
  return due;
}

function isOpen(time: number, { skipHours, skipDays }: SkippedTimes): boolean {
  const hour = Math.floor((time % DAY) / HOUR);
  return !skipHours.includes(hour) && !skipDays.includes(new Date(time).getUTCDay());
}
