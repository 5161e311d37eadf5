import { DAY, HOUR, MINUTE } from '../core/durations.js';
import type { Random } from '../schedule/backoff.js';

/** The lease that hubs are requested to grant, in seconds. */
export const WANTED_LEASE_SECONDS = (10 * DAY) / 1000;

/** Maximum lease that is relied on: a hub may forget a longer subscription. */
const MAX_LEASE = 30 * DAY;

/** Minimum time between two renewals, in milliseconds, even if the lease is shorter. */
const MIN_RENEWAL = 30 * MINUTE;

/** Part of the lease over which renewals are spread. */
const SPREAD = 0.1;

/** The lease in milliseconds. @param seconds `hub.lease_seconds` as the hub sent it */
export function leaseOf(seconds: string | undefined): number {
  const given = /^\d{1,12}$/.test(seconds ?? '') ? Number(seconds) : WANTED_LEASE_SECONDS;
  return Math.min(given * 1000, MAX_LEASE);
}

/** The time of renewal: after about half the lease. */
export function renewAt(now: number, lease: number, random: Random): number {
  return Math.round(now + Math.max(MIN_RENEWAL, lease * (0.5 + SPREAD * (random() - 0.5))));
}

/** Delays after the first, second, … unverified request; the last one repeats. */
const RETRIES = [10 * MINUTE, HOUR, 6 * HOUR, DAY, 7 * DAY];

/** The time of the next request. @param failures requests since the last verification */
export function retryAt(now: number, failures: number, random: Random): number {
  const delay = RETRIES[Math.min(Math.max(failures, 1), RETRIES.length) - 1] ?? DAY;
  return Math.round(now + delay * (1 + 0.2 * random()));
}
