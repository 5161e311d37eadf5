import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spread } from '../../../src/service/schedule/backoff.js';

describe('spread', () => {
  const delay = fc.integer({ min: 1, max: 1e9 });
  const random = fc.double({ min: 0, max: 0.999999, noNaN: true });

  it('stays within 10 % and within the bounds', () => {
    fc.assert(
      fc.property(delay, delay, delay, random, (wanted, one, other, value) => {
        const bounds = { atLeast: Math.min(one, other), atMost: Math.max(one, other) };
        const middle = Math.max(bounds.atLeast, Math.min(wanted, bounds.atMost));
        const result = spread(wanted, bounds, () => value);
        expect(result).toBeGreaterThanOrEqual(bounds.atLeast);
        expect(result).toBeLessThanOrEqual(bounds.atMost);
        expect(Math.abs(result - middle)).toBeLessThanOrEqual(middle * 0.1 + 1);
      }),
    );
  });

  it('still spreads at a bound instead of piling up on it', () => {
    const at = (value: number) => spread(5000, { atLeast: 0, atMost: 1000 }, () => value);
    expect([at(0), at(0.5), at(0.999999)]).toEqual([900, 950, 1000]);
  });

  it('keeps the lower bound when the bounds contradict each other', () => {
    expect(spread(50, { atLeast: 200, atMost: 100 }, () => 0.9)).toBe(200);
  });
});
