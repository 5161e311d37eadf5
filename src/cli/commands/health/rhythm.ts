const HOUR_MS = 3_600_000;

/** Items less far apart than this were published together. */
const BATCH_GAP_MS = 12 * HOUR_MS;

/** Publications that the rhythm is judged by: a feed that has become slower is judged by that. */
const SAMPLE = 20;

/** A feed is stale after this many times its rhythm. */
const FACTOR = 3;

/** Sites pause at night: nothing is stale sooner. It also holds for feeds without a known rhythm. */
const MIN_AGE_MS = 24 * HOUR_MS;

/**
 * The average time between the publications of a feed, in milliseconds; null when its dates show
 * fewer than two. Items of one batch are one publication, and the average takes weekends in.
 * @param times of the items, milliseconds since the epoch, in any order
 */
export function rhythmOf(times: readonly number[]): number | null {
  const publications: number[] = [];
  let previous = Number.POSITIVE_INFINITY;
  for (const time of times.toSorted((a, b) => b - a)) {
    if (previous - time >= BATCH_GAP_MS) publications.push(time);
    previous = time;
    if (publications.length === SAMPLE) break;
  }
  const [newest, second] = publications;
  const oldest = publications.at(-1);
  if (newest === undefined || second === undefined || oldest === undefined) return null;
  return (newest - oldest) / (publications.length - 1);
}

/** How old the newest item of a feed may be, in milliseconds, before the feed is stale. */
export function usualMaxAge(times: readonly number[]): number {
  return Math.max(MIN_AGE_MS, FACTOR * (rhythmOf(times) ?? 0));
}
