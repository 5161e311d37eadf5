import { PROBE_INTERVAL } from './activity.js';
import { MAX_RETRY_AFTER } from './backoff.js';
import { HOUR, WEEK } from './durations.js';
import { CEILING, MAX_HINT_LENGTH } from './interval.js';

/** Every delay is spread by a tenth. */
const JITTER = 1.1;

/** skipHours and skipDays put a due time off by a week at most, to some minutes past the hour. */
const MAX_SKIP = WEEK + 2 * HOUR;

/**
 * The longest that a feed can wait for its next fetch, in milliseconds: what its publisher asks for,
 * a Retry-After, or the pause between two probes of an inactive feed, whichever is longest, plus the
 * hours and days to skip. A feed that is due later than this was scheduled under a wrong clock.
 * @param floorMs the operator's shortest time between two fetches
 */
export function longestWait(floorMs = 0): number {
  const interval = Math.max(CEILING, MAX_HINT_LENGTH, MAX_RETRY_AFTER, PROBE_INTERVAL, floorMs);
  return interval * JITTER + MAX_SKIP;
}
