import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRateLimitReset, parseRetryAfter } from '../../src/base/retry-after.js';

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

describe('the reset of a quota', () => {
  it.each<[Record<string, string>, number | undefined]>([
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '18000' }, 18_000],
    [{ 'x-ratelimit-remaining': '0.0', 'x-ratelimit-reset': '41.2' }, 42],
    [{ 'x-ratelimit-reset': String(NOW / 1000 + 90) }, 90],
    [{ 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': '30' }, 30],
    [{ 'ratelimit-reset': '7' }, 7],
    [{ 'x-ratelimit-reset': String(NOW / 1000 - 90) }, 0],
    [{ 'x-ratelimit-reset': '99999999' }, 604_800],
    [{ 'x-ratelimit-remaining': '3', 'x-ratelimit-reset': '30' }, undefined],
    [{ 'x-ratelimit-remaining': '0' }, undefined],
    [{ 'x-ratelimit-reset': 'soon' }, undefined],
    [{ 'x-ratelimit-reset': '' }, undefined],
    [{ 'x-ratelimit-reset': '-5' }, undefined],
    [{}, undefined],
  ])('of %j is in %s seconds', (headers, seconds) => {
    expect(parseRateLimitReset(headers, NOW)).toBe(seconds);
  });
});
