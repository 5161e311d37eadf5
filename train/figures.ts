/** A mean with the interval that holds it in 95 of 100 draws of the same sites. */
export interface Interval {
  mean: number;
  low: number;
  high: number;
}

const DRAWS = 2_000;

/** The mean of some values and its 95 % interval, by drawing values again (bootstrap, fixed seed). */
export function meanOf(values: readonly number[]): Interval {
  const mean = average(values);
  let state = 1;
  const next = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x80000000;
  };
  const means = Array.from({ length: DRAWS }, () => {
    let sum = 0;
    for (let at = 0; at < values.length; at += 1)
      sum += values[Math.floor(next() * values.length)] ?? 0;
    return sum / Math.max(values.length, 1);
  }).sort((a, b) => a - b);
  const [low = mean, high = mean] = [means[DRAWS * 0.025], means[DRAWS * 0.975]];
  return { mean, low, high };
}

export function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1);
}

export function intervalText({ mean, low, high }: Interval): string {
  return `${mean.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`;
}
