/** A part as a share of a whole; 0 if the whole is 0. */
export function ratio(part: number, whole: number): number {
  return part / Math.max(whole, 1);
}

export function shareThat<T>(values: readonly T[], test: (value: T) => boolean): number {
  let part = 0;
  // A plain loop for speed: every list of a page is measured by dozens of shares.
  for (let at = 0; at < values.length; at += 1) if (test(values[at] as T)) part += 1;
  return ratio(part, values.length);
}

export function meanOf(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return ratio(sum, values.length);
}

/** The value below which a given share of sorted values lies. */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Standard deviation as a share of the mean. */
export function spread(values: readonly number[]): number {
  const mean = meanOf(values);
  return mean === 0 ? 0 : Math.sqrt(meanOf(values.map((value) => (value - mean) ** 2))) / mean;
}

/** Minimum number of neighbouring pairs that show an order. */
const MIN_PAIRS = 2;

/**
 * Share of the neighbours that are in order, without those that have no value; 0.5 if few have one.
 */
export function orderOf<T>(
  values: readonly (T | null)[],
  test: (one: T, next: T) => boolean,
): number {
  const known = values.filter((value) => value !== null);
  if (known.length <= MIN_PAIRS) return 0.5;
  const right = known.filter((value, at) => at > 0 && test(known[at - 1] as T, value));
  return right.length / (known.length - 1);
}

export function countsOf(values: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

export function mostOf(counts: ReadonlyMap<string, number>): number {
  return Math.max(0, ...counts.values());
}
