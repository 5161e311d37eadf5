import { DAY, MINUTE, SECOND, WEEK } from '../core/durations.js';
import { registrableDomain } from '../core/registrable-domain.js';

/** Delay after the first failure; doubled by each further one. */
export const FIRST_RETRY = 10 * MINUTE;

/** Longest delay without Retry-After; feeds are never given up (miniflux#879). */
export const MAX_RETRY = DAY;

/** Shortest block of a domain: some send "Retry-After: 0". */
const MIN_BLOCK = SECOND;

/** Longest accepted Retry-After. */
export const MAX_RETRY_AFTER = WEEK;

/** Statuses that concern the whole server, not only one address. */
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

/** Time of the next attempt, and what to block until then. */
interface Backoff {
  /** Time of the next attempt for this feed. */
  retryAt: number;
  /** A registrable domain to block for all its feeds, or null. */
  block: { domain: string; until: number } | null;
  /**
   * True if the site refuses too frequent requests, so that its pace is learned; see `HostPace`.
   */
  isTooFast: boolean;
}

/**
 * Number of consecutive refusals of the whole domain (429) that delay the feed no longer than the
 * domain.
 */
const SHARED_REFUSALS = 2;

/**
 * The delay of a failing source: 10 minutes, doubled each time up to 24 hours, ±10 %, never shorter
 * than Retry-After. 429 and 503 block the whole registrable domain: services count the host names
 * of all their users together (FreshRSS#8925). The block lasts as long as the site says, else 10
 * minutes. After a 429 the feed comes back with its domain, because one request of any of its feeds
 * was too many.
 */
export function backOff(attempt: FailedAttempt): Backoff {
  const { failures, now, random, status } = attempt;
  const domain = isBusy(status) ? registrableDomain(attempt.url) : null;
  const isTooFast = domain !== null && status === 429;
  const named =
    attempt.retryAfterMs === null ? null : Math.min(attempt.retryAfterMs, MAX_RETRY_AFTER);
  const blockedFor = Math.max(named ?? FIRST_RETRY, MIN_BLOCK);
  const atLeast = isTooFast ? blockedFor : Math.max(FIRST_RETRY, named ?? 0);
  const atMost = Math.max(MAX_RETRY, atLeast * 1.1);
  const own = isTooFast ? failures - SHARED_REFUSALS : failures;
  const doubled = own < 1 ? 0 : FIRST_RETRY * 2 ** Math.min(own - 1, 10);
  const delay = spread(Math.min(doubled, MAX_RETRY), { atLeast, atMost }, random);
  return {
    retryAt: now + delay,
    // The failures of this feed say nothing about other feeds of the domain.
    block: domain === null ? null : { domain, until: now + blockedFor },
    isTooFast,
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
