import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRetryAfter } from '../../src/base/retry-after.js';

const NOW = Date.UTC(2026, 0, 1, 12, 0, 0);

describe('Retry-After', () => {
  it.each([
    ['0', 0],
    ['7', 7],
    [' 120 ', 120],
    ['1.2', 2],
    ['99999999999999999999', 604_800],
    ['Thu, 01 Jan 2026 12:00:30 GMT', 30],
    ['Thu, 01 Jan 2026 11:00:00 GMT', 0],
    ['Thursday, 01-Jan-26 12:01:00 GMT', 60],
    ['Thu Jan  1 12:00:30 2026', 30],
    ['Fri, 01 Jan 2099 00:00:00 GMT', 604_800],
  ])('reads %j as %d s', (value, seconds) => {
    expect(parseRetryAfter(value, NOW)).toBe(seconds);
  });

  it.each([
    null,
    undefined,
    '',
    ' ',
    '-1',
    'soon',
    '1e3',
    '0x10',
    'Infinity',
    'Thu, 99 Foo 2026',
    '2026-01-01',
    '01 Jan 2026 12:00:30 GMT',
  ])('reads nothing out of %j', (value) => {
    expect(parseRetryAfter(value, NOW)).toBeUndefined();
  });

  it('gives whole seconds up to a week, or nothing, for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.nat().map(String)), (value) => {
        const seconds = parseRetryAfter(value, NOW);
        if (seconds === undefined) return;
        expect(Number.isInteger(seconds)).toBe(true);
        expect(seconds).toBeGreaterThanOrEqual(0);
        expect(seconds).toBeLessThanOrEqual(604_800);
      }),
    );
  });

  it('never comes back before a date that is given', () => {
    const time = fc.integer({ min: NOW - 86_400_000, max: NOW + 600_000_000 });
    fc.assert(
      fc.property(time, fc.nat(999), (at, fraction) => {
        const date = new Date(at).toUTCString();
        const now = NOW + fraction;
        const seconds = parseRetryAfter(date, now) ?? Number.NaN;
        expect(now + seconds * 1000).toBeGreaterThanOrEqual(Date.parse(date));
        expect(seconds * 1000).toBeLessThan(Math.max(1, Date.parse(date) - now + 1000));
      }),
    );
  });
});
