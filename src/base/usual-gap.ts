const HOUR_MS = 3_600_000;

/** Items closer together than this count as one publication. */
const BATCH_GAP_MS = 12 * HOUR_MS;

/**
 * Number of publications from which the gap is computed, so that a feed is judged by its recent
 * rate.
 */
const SAMPLE = 20;

/** Minimum number of dates that is enough when older items may be missing. */
const ENOUGH = 5;

/**
 * The average time between publications, in milliseconds; null when fewer than two dates are known.
 * Items of one batch count as one publication; the average includes weekends.
 * @param times publication times of the items, milliseconds since the epoch, in any order
 */
export function usualGap(
  times: readonly number[],
  { areAll = true }: { areAll?: boolean } = {},
): number | null {
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
  if (!areAll && publications.length < ENOUGH) return null;
  return (newest - oldest) / (publications.length - 1);
}
