import { DAY, HOUR, WEEK } from '../core/durations.js';
import { PROBE_INTERVAL } from './activity.js';
import { MAX_RETRY_AFTER } from './backoff.js';
import { MAX_CEILING, MAX_HINT_LENGTH } from './interval.js';

/** Jitter of every delay. */
const JITTER = 1.1;

/** skipHours and skipDays delay a fetch by at most a week and some minutes. */
const MAX_SKIP = WEEK + 2 * HOUR;

/** Quiet hours end within a day, or an hour later in a night in which clocks are put back. */
const MAX_QUIET = DAY + 2 * HOUR;

/**
 * The longest possible wait for the next fetch, in milliseconds: the request of the publisher, a
 * Retry-After, or the interval of an inactive feed, whichever is longest, plus the hours and days
 * to skip and the quiet hours. A later due time was set by a wrong clock.
 * @param floorMs minimum time between two fetches, set by the operator
 */
export function longestWait(floorMs = 0): number {
  const interval = Math.max(MAX_CEILING, MAX_HINT_LENGTH, MAX_RETRY_AFTER, PROBE_INTERVAL, floorMs);
  return interval * JITTER + MAX_SKIP + MAX_QUIET;
}
