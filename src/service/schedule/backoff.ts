import { DAY, MINUTE, WEEK } from '../core/durations.js';
import { registrableDomain } from '../core/registrable-domain.js';

/** Delay after the first failure; doubled by each further one. */
export const FIRST_RETRY = 10 * MINUTE;

/** Longest delay without Retry-After; feeds are never given up (miniflux#879). */
export const MAX_RETRY = DAY;

/** Longest accepted Retry-After. */
export const MAX_RETRY_AFTER = WEEK;

/** Statuses that apply to the server, not only to one address. */
const BUSY_STATUSES = new Set([429, 503]);

/** A failed fetch. Times and durations in milliseconds. */
interface FailedAttempt {
  /** The requested address. */
  url: string;
  /** HTTP status, or null without a response. */
  status: number | null;
  retryAfterMs: number | null;
  /** Consecutive failures, including this one. */
  failures: number;
  now: number;
  random: Random;
}

/** When to fetch again, and what to block until then. */
interface Backoff {
  /** Time of the next attempt for this feed. */
  retryAt: number;
  /** A registrable domain to block for all its feeds, or null. */
  block: { domain: string; until: number } | null;
}

/**
 * The delay of a failing source: 10 minutes, doubled each time up to 24 hours, ±10 %, never shorter
 * than Retry-After. 429 and 503 block the whole registrable domain: services count the host names
 * of all their users together (FreshRSS#8925).
 */
export function backOff(attempt: FailedAttempt): Backoff {
  const atLeast = Math.max(FIRST_RETRY, Math.min(attempt.retryAfterMs ?? 0, MAX_RETRY_AFTER));
  const atMost = Math.max(MAX_RETRY, atLeast * 1.1);
  const doubled = FIRST_RETRY * 2 ** Math.min(attempt.failures - 1, 10);
  const delay = spread(Math.min(doubled, MAX_RETRY), { atLeast, atMost }, attempt.random);
  const domain = isBusy(attempt.status) ? registrableDomain(attempt.url) : null;
  return {
    retryAt: attempt.now + delay,
    // The block lasts as long as after one first failure: the failures of this feed say nothing
    // about other feeds of the domain.
    block: domain === null ? null : { domain, until: attempt.now + atLeast },
  };
}

function isBusy(status: number | null): boolean {
  return status !== null && BUSY_STATUSES.has(status);
}

/** A number in [0, 1), like `Math.random`; injected for tests. */
export type Random = () => number;

const SPREAD = 0.1;

/** Bounds of a delay whatever the jitter, in milliseconds. */
interface DelayBounds {
  atLeast: number;
  atMost: number;
}

/**
 * A delay within `share` of `delay`, so that feeds created together do not stay in step. If a bound
 * is within the share, the range is cut at the bound before choosing: clamping afterwards would put
 * half of all feeds exactly on the bound. If the bounds contradict each other, `atLeast` wins,
 * because it was requested.
 */
export function spread(delay: number, bounds: DelayBounds, random: Random, share = SPREAD): number {
  const middle = Math.max(bounds.atLeast, Math.min(delay, bounds.atMost));
  const low = Math.max(bounds.atLeast, middle * (1 - share));
  const high = Math.max(low, Math.min(bounds.atMost, middle * (1 + share)));
  return Math.round(low + (high - low) * random());
}
