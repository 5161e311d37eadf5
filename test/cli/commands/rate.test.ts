import { describe, expect, it } from 'vitest';
import { rateOption } from '../../../src/cli/commands/base/rate.js';

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

  it.each(['0', '-1', 'fast', '1/d', '1/s/s', ''])('is not %j', (typed) => {
    expect(() => rateOption.parse([typed], '--rate')).toThrow('--rate takes a number of writes');
  });
});
