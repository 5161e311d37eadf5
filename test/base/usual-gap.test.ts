import { describe, expect, it } from 'vitest';
import { usualGap } from '../../src/base/usual-gap.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const every = (step: number, count: number) =>
  Array.from({ length: count }, (_, index) => 1e12 - index * step);

describe('usualGap', () => {
  it('is the average time between publications', () => {
    expect(usualGap(every(7 * DAY, 10))).toBe(7 * DAY);
    expect(usualGap([0, 4 * DAY, 6 * DAY])).toBe(3 * DAY);
  });

  it('takes items of one batch as one publication', () => {
    const weeks = every(7 * DAY, 4);
    const issues = weeks.flatMap((time) => [time, time - HOUR, time - 2 * HOUR]);
    expect(usualGap(issues)).toBe(7 * DAY);
  });

  it('is unknown without two publications', () => {
    expect(usualGap([])).toBeNull();
    expect(usualGap([5])).toBeNull();
    expect(usualGap(every(HOUR, 50))).toBeNull();
  });

  it('forgets what was long ago', () => {
    const old = every(DAY, 100).map((time) => time - 3650 * DAY);
    expect(usualGap([...every(30 * DAY, 20), ...old])).toBe(30 * DAY);
  });

  it('of the newest dates alone says nothing of a feed that publishes often', () => {
    const newest = [...every(HOUR, 10), ...every(HOUR, 10).map((time) => time - DAY)];
    expect(usualGap(newest)).toBe(DAY);
    expect(usualGap(newest, { areAll: false })).toBeNull();
    expect(usualGap(every(7 * DAY, 20), { areAll: false })).toBe(7 * DAY);
  });
});
