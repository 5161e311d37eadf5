import { type Random, spread } from './backoff.js';
import { DAY, WEEK } from './durations.js';

/** Failing for this long makes a feed inactive. */
export const FAILING_LIMIT = 30 * DAY;

/**
 * …if it was really tried: backing off to once a day means nearly 40 tries in 30 days, but on a
 * laptop that slept for a month the second failure ever comes 30 days after the first.
 */
export const FEWEST_FAILURES = 10;

/** This many answers of 410 without a success between them: the publisher means it. */
export const GONE_LIMIT = 2;

/** How often an inactive feed is looked at again. */
export const PROBE_INTERVAL = WEEK;

/** What is stored with a feed about how its last readings went. */
export interface Activity {
  isActive: boolean;
  /** Why it is not active, in words for its owner; null while it is. */
  reason: string | null;
  /** Failures in a row. */
  failures: number;
  /** Time of the first of them, milliseconds; null after a success. */
  failingSince: number | null;
  /** How many of them were 410 Gone. */
  goneAnswers: number;
}

/** A feed at creation, and after every successful reading: that revives an inactive one. */
export const HEALTHY: Readonly<Activity> = {
  isActive: true,
  reason: null,
  failures: 0,
  failingSince: null,
  goneAnswers: 0,
};

/** One failed reading. */
export interface Failure {
  /** HTTP status of the answer, or null when there was none. */
  status: number | null;
  /** What went wrong, as a sentence for the owner. */
  message: string;
}

/**
 * The state of a feed after one more failure: inactive after two answers of 410, or after 30 days
 * of nothing but failures. Inactive is not the end: see `nextProbeAt`.
 */
export function afterFailure(activity: Activity, failure: Failure, now: number): Activity {
  const failures = activity.failures + 1;
  const failingSince = activity.failingSince ?? now;
  const goneAnswers = activity.goneAnswers + (failure.status === 410 ? 1 : 0);
  const reason = inactiveReason({ failures, failingSince, goneAnswers }, failure, now);
  return {
    isActive: activity.isActive && reason === null,
    reason: activity.reason ?? reason,
    failures,
    failingSince,
    goneAnswers,
  };
}

function inactiveReason(
  streak: { failures: number; failingSince: number; goneAnswers: number },
  failure: Failure,
  now: number,
): string | null {
  if (streak.goneAnswers >= GONE_LIMIT) {
    return 'The source answered 410 Gone: its publisher has taken it away for good.';
  }
  if (now - streak.failingSince < FAILING_LIMIT || streak.failures < FEWEST_FAILURES) return null;
  const since = new Date(streak.failingSince).toISOString().slice(0, 10);
  return `The source could not be read since ${since}. The last error was: ${failure.message}`;
}

/** When to look again at a feed that is inactive, in milliseconds since the epoch. */
export function nextProbeAt(now: number, random: Random): number {
  return now + spread(PROBE_INTERVAL, { atLeast: 0, atMost: 2 * PROBE_INTERVAL }, random);
}
