import { HOUR } from '../core/durations.js';
import type { Random } from './backoff.js';

/** Longest time between two fetches of a feed that a hub pushes, in milliseconds. */
const PUSHED_CEILING = 6 * HOUR;

/** Random part of that time, so that feeds of one hub are not all fetched at once. */
const JITTER = 0.1;

/**
 * The time of the next fetch, in milliseconds, of a feed that a hub pushes: a fetch then only finds
 * what the hub missed. Never after the lease of the hub ends, and never earlier than without pushes.
 * @param next the time without pushes
 * @param pushUntil until when pushes are relied on; null: they are not
 */
export function nextFetchWhilePushed(
  next: number,
  { now, pushUntil, random }: { now: number; pushUntil: number | null; random: Random },
): number {
  if (pushUntil === null || pushUntil <= now) return next;
  const rare = now + PUSHED_CEILING * (1 - JITTER * random());
  return Math.round(Math.max(next, Math.min(rare, pushUntil)));
}
