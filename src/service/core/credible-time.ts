import { MINUTE } from './durations.js';

/** Maximum difference of the clocks of several machines, in milliseconds. */
export const CLOCK_SKEW = 5 * MINUTE;

/**
 * A stored time until which something waits. One further ahead than the longest wait was set by a wrong
 * clock (a virtual machine that slept, a board without a battery) and is taken as now.
 * @param longest longest possible wait; the three in the same unit
 */
export function credibleTime(at: number, now: number, longest: number): number {
  return at > now + longest ? now : at;
}
