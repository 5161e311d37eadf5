const HOUR_MS = 3_600_000;

/** Items closer together than this count as one publication. */
const BATCH_GAP_MS = 12 * HOUR_MS;

/** Number of publications that determine the rhythm, so that a slower feed is judged by its new rhythm. */
const SAMPLE = 20;

/** A feed is stale after this multiple of its rhythm. */
const FACTOR = 3;

/** Minimum age of a stale feed, because sites pause at night. Also applies without a known rhythm. */
const MIN_AGE_MS = 24 * HOUR_MS;

/**
 * The average time between publications, in milliseconds; null when fewer than two dates are known.
 * Items of one batch count as one publication; the average includes weekends.
 * @param times publication times of the items, milliseconds since the epoch, in any order
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

/** The default maximum age of the newest item, in milliseconds. */
export function usualMaxAge(times: readonly number[]): number {
  return Math.max(MIN_AGE_MS, FACTOR * (rhythmOf(times) ?? 0));
}
