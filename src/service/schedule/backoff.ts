import { registrableDomain } from '../core/registrable-domain.js';
import { DAY, MINUTE, WEEK } from './durations.js';

/** Wait after the first failure; each further one doubles it. */
export const FIRST_RETRY = 10 * MINUTE;

/** Longest wait between two tries that we choose by ourselves: never for good (miniflux#879). */
export const MAX_RETRY = DAY;

/** Longest Retry-After that is obeyed: whatever a server says, it is asked again after a week. */
export const MAX_RETRY_AFTER = WEEK;

/** Answers that speak for a server and not for one address on it. */
const BUSY_STATUSES = new Set([429, 503]);

/** One failed look at a source. Times and durations in milliseconds. */
interface FailedAttempt {
  /** The address that was asked. */
  url: string;
  /** HTTP status of the answer, or null when there was none. */
  status: number | null;
  retryAfterMs: number | null;
  /** Failures in a row, this one included. */
  failures: number;
  now: number;
  random: Random;
}

/** What to leave alone, and until when. */
interface Backoff {
  /** When to look at this feed again. */
  retryAt: number;
  /** A registrable domain that must not be asked for any of its feeds, or null. */
  block: { domain: string; until: number } | null;
}

/**
 * How long to leave a failing source alone: 10 minutes, doubled each time up to 24 hours, ±10 %,
 * never shorter than Retry-After. 429 and 503 hold back the whole registrable domain: a service
 * counts all of its users' host names together (FreshRSS#8925).
 */
export function backOff(attempt: FailedAttempt): Backoff {
  const atLeast = Math.max(FIRST_RETRY, Math.min(attempt.retryAfterMs ?? 0, MAX_RETRY_AFTER));
  const atMost = Math.max(MAX_RETRY, atLeast * 1.1);
  const doubled = FIRST_RETRY * 2 ** Math.min(attempt.failures - 1, 10);
  const delay = spread(Math.min(doubled, MAX_RETRY), { atLeast, atMost }, attempt.random);
  const domain = isBusy(attempt.status) ? registrableDomain(attempt.url) : null;
  return {
    retryAt: attempt.now + delay,
    // The block is no longer than what one first failure costs: how often *this* feed has failed
    // says nothing about its neighbours.
    block: domain === null ? null : { domain, until: attempt.now + atLeast },
  };
}

function isBusy(status: number | null): boolean {
  return status !== null && BUSY_STATUSES.has(status);
}

/** A number in [0, 1), as `Math.random` gives it; injected so that tests can hold it still. */
export type Random = () => number;

const SPREAD = 0.1;

/** The bounds that a delay keeps to whatever the jitter, in milliseconds. */
interface DelayBounds {
  atLeast: number;
  atMost: number;
}

/**
 * A delay within 10 % of `delay`, so that feeds created together do not stay in step. Where a bound
 * cuts into those 10 % the choice is made on its inner side: clamping afterwards would put half of
 * all feeds exactly on the bound, in step again. When the bounds contradict each other `atLeast`
 * wins, because it is what somebody asked for.
 */
export function spread(delay: number, bounds: DelayBounds, random: Random): number {
  const middle = Math.max(bounds.atLeast, Math.min(delay, bounds.atMost));
  const low = Math.max(bounds.atLeast, middle * (1 - SPREAD));
  const high = Math.max(low, Math.min(bounds.atMost, middle * (1 + SPREAD)));
  return Math.round(low + (high - low) * random());
}
