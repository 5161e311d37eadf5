/** A number in [0, 1), as `Math.random` gives it; injected so that tests can hold it still. */
export type Random = () => number;

const SPREAD = 0.1;

/** The bounds that a delay keeps to whatever the jitter, in milliseconds. */
export interface DelayBounds {
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
