import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moment } from '../../../src/cli/kit/options.js';

const { parse } = moment('TIME', 'since');

const { TZ } = process.env;
beforeAll(() => {
  process.env.TZ = 'Asia/Tokyo';
});
afterAll(() => {
  if (TZ === undefined) delete process.env.TZ;
  else process.env.TZ = TZ;
});

describe('a point in time', () => {
  it.each([
    ['2026-01-31', '2026-01-30T15:00:00.000Z'],
    ['2026-01-31T08:30', '2026-01-30T23:30:00.000Z'],
    ['2026-01-31T08:30:00Z', '2026-01-31T08:30:00.000Z'],
    ['2026-01-31T08:30:00.5+01:00', '2026-01-31T07:30:00.500Z'],
  ])('%s', (typed, expected) => {
    expect(parse([typed], '--since')?.toISOString()).toBe(expected);
  });

  it('counts back from now', () => {
    const before = Date.now();
    const day = parse(['24h'], '--since')?.getTime() ?? 0;
    expect(day).toBeGreaterThanOrEqual(before - 86_400_000);
    expect(day).toBeLessThanOrEqual(Date.now() - 86_400_000);
    for (const typed of ['7d', '1w']) {
      const week = parse([typed], '--since')?.getTime() ?? 0;
      expect(day - week).toBeGreaterThanOrEqual(6 * 86_400_000 - 1000);
      expect(day - week).toBeLessThanOrEqual(6 * 86_400_000);
    }
  });

  it('is close to now', () => {
    expect(parse(['1ms'], '--since')).toBeInstanceOf(Date);
  });

  it('is not given', () => {
    expect(parse([], '--since')).toBeUndefined();
  });

  it.each([
    'yesterday',
    '24',
    '2026',
    '2026-02-31T',
    '2026-13-01',
    '2026-02-30',
    '2026-02-29T10:00Z',
    '2026-00-10',
    '-1d',
    '',
    '1y',
    '0s',
  ])('%j is refused', (typed) => {
    expect(() => parse([typed], '--since')).toThrow('--since takes a');
  });
});
