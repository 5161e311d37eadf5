import { DAY, WEEK } from '../core/durations.js';
import { type Random, spread } from './backoff.js';

/** A feed that fails for this long becomes inactive. */
const FAILING_LIMIT = 30 * DAY;

/**
 * Minimum number of attempts before that: backing off to once a day makes nearly 40 attempts in 30
 * days, but on a laptop that slept for a month the second failure may come 30 days after the first.
 */
const FEWEST_FAILURES = 10;

/** Number of 410 responses without a success in between that makes a feed inactive. */
const GONE_LIMIT = 2;

/** Interval of attempts for an inactive feed. */
export const PROBE_INTERVAL = WEEK;

/** The stored fetch state of a feed. */
export interface Activity {
  isActive: boolean;
  /** Why it is inactive, for its owner; null while it is active. */
  reason: string | null;
  /** Consecutive failures. */
  failures: number;
  /** Time of the first of them, in milliseconds; null after a success. */
  failingSince: number | null;
  /** Number of those failures that were 410 Gone. */
  goneAnswers: number;
}

/** The state at creation and after every success; reactivates an inactive feed. */
export const HEALTHY: Readonly<Activity> = {
  isActive: true,
  reason: null,
  failures: 0,
  failingSince: null,
  goneAnswers: 0,
};

/** A failed fetch. */
export interface Failure {
  /** HTTP status, or null without a response. */
  status: number | null;
  /** The error message for the owner. */
  message: string;
}

/**
 * The state of a feed after another failure: inactive after two 410 responses, or after 30 days of
 * failures only. Inactive feeds are still tried: see `nextProbeAt`.
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
    return 'The source returned 410 Gone: its publisher has removed it permanently.';
  }
  if (now - streak.failingSince < FAILING_LIMIT || streak.failures < FEWEST_FAILURES) return null;
  const since = new Date(streak.failingSince).toISOString().slice(0, 10);
  return `The source could not be read since ${since}. The last error was: ${failure.message}`;
}

/** Time of the next attempt for an inactive feed, in milliseconds since the epoch. */
export function nextProbeAt(now: number, random: Random): number {
  return now + spread(PROBE_INTERVAL, { atLeast: 0, atMost: 2 * PROBE_INTERVAL }, random);
}
