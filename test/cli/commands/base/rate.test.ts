import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rateFlag, rateOption } from '../../../../src/cli/commands/base/rate.js';

describe('--rate', () => {
  it.each([
    ['2/s', 500],
    ['2', 500],
    ['30/m', 2000],
    ['0.5/s', 2000],
    ['60/h', 60_000],
    ['none', 0],
  ])('%s is a write every %d ms', (typed, interval) => {
    expect(rateOption.parse([typed], '--rate')).toBe(interval);
  });

  it('is the pace of the client when it is not given', () => {
    expect(rateOption.parse([], '--rate')).toBeUndefined();
  });

  it.each([
    ['2/s', '2/s'],
    ['2', '2/s'],
    ['30/m', '30/m'],
    ['7/m', '7/m'],
    ['0.5/s', '30/m'],
    ['0.125/h', '0.125/h'],
    ['none', 'none'],
  ])('%s is said again as %s', (typed, again) => {
    expect(rateFlag(rateOption.parse([typed], '--rate'))).toEqual(['--rate', again]);
  });

  it('is said again as the same pace, whatever it was', () => {
    const count = fc.oneof(
      fc.integer({ min: 1, max: 999_999 }),
      fc.integer({ min: 1, max: 99_999 }).map((thousandths) => thousandths / 1000),
    );
    fc.assert(
      fc.property(count, fc.constantFrom('s', 'm', 'h'), (number, unit) => {
        const interval = rateOption.parse([`${number}/${unit}`], '--rate') ?? Number.NaN;
        const [, again = ''] = rateFlag(interval);
        expect(rateOption.parse([again], '--rate')).toBeCloseTo(interval, 6);
      }),
    );
  });

  it('is not said when it was not given', () => {
    expect(rateFlag(undefined)).toEqual([]);
  });

  it.each(['0', '-1', 'fast', '1/d', '1/s/s', ''])('is not %j', (typed) => {
    expect(() => rateOption.parse([typed], '--rate')).toThrow('--rate takes a rate');
  });
});
