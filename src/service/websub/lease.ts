import { DAY, HOUR, MINUTE } from '../core/durations.js';
import type { Random } from '../schedule/backoff.js';

/** The lease that hubs are asked for, in seconds. */
export const WANTED_LEASE_SECONDS = (10 * DAY) / 1000;

/** A hub that keeps a subscription longer is asked again all the same: it may have forgotten. */
const MAX_LEASE = 30 * DAY;

/** Shortest time between two renewals, in milliseconds: a lease of a minute must not make traffic. */
const MIN_RENEWAL = 30 * MINUTE;

/** Part of the lease by which renewals are spread. */
const SPREAD = 0.1;

/** The lease in milliseconds. @param seconds `hub.lease_seconds` as the hub sent it */
export function leaseOf(seconds: string | undefined): number {
  const given = /^\d{1,12}$/.test(seconds ?? '') ? Number(seconds) : WANTED_LEASE_SECONDS;
  return Math.min(given * 1000, MAX_LEASE);
}

/** When to renew: at about half the lease. */
export function renewAt(now: number, lease: number, random: Random): number {
  return Math.round(now + Math.max(MIN_RENEWAL, lease * (0.5 + SPREAD * (random() - 0.5))));
}

/** Delays after the first, second, … request that was not verified; the last one stays. */
const RETRIES = [10 * MINUTE, HOUR, 6 * HOUR, DAY, 7 * DAY];

/** When to ask again. @param failures requests since the last verification */
export function retryAt(now: number, failures: number, random: Random): number {
  const delay = RETRIES[Math.min(Math.max(failures, 1), RETRIES.length) - 1] ?? DAY;
  return Math.round(now + delay * (1 + 0.2 * random()));
}
