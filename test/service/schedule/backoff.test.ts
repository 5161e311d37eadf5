import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE, WEEK } from '../../../src/service/core/durations.js';
import { registrableDomain } from '../../../src/service/core/registrable-domain.js';
import { backOff, FIRST_RETRY, MAX_RETRY } from '../../../src/service/schedule/backoff.js';

const NOW = Date.UTC(2024, 10, 20);
const FAILED = {
  url: 'https://staff.tumblr.com/rss',
  status: 500,
  retryAfterMs: null,
  failures: 1,
  now: NOW,
  random: () => 0.5,
};

describe('backOff', () => {
  const waits: [number, number][] = [
    [1, 10.5 * MINUTE],
    [2, 20 * MINUTE],
    [3, 40 * MINUTE],
    [4, 80 * MINUTE],
    [8, 1280 * MINUTE],
    [9, 22.8 * HOUR],
    [1000, 22.8 * HOUR],
  ];
  it.each(waits)('after failure %i waits %i ms', (failures, expected) => {
    expect(backOff({ ...FAILED, failures }).retryAt - NOW).toBe(expected);
  });

  it('is never shorter than Retry-After, which may be a week at most', () => {
    const wait = (retryAfterMs: number) =>
      backOff({ ...FAILED, retryAfterMs, random: () => 0 }).retryAt - NOW;
    expect(wait(2 * HOUR)).toBe(2 * HOUR);
    expect(wait(3 * DAY)).toBe(3 * DAY);
    expect(wait(365 * DAY)).toBe(WEEK);
    expect(wait(1)).toBe(FIRST_RETRY);
  });

  it('is spread beyond a long Retry-After, so that feeds do not come back together', () => {
    const latest = backOff({ ...FAILED, retryAfterMs: 3 * DAY, random: () => 1 });
    expect(latest.retryAt - NOW).toBeCloseTo(3.3 * DAY, -1);
  });

  const blocks: [string, string, number | null, string | null][] = [
    ['429', 'https://staff.tumblr.com/rss', 429, 'tumblr.com'],
    ['503', 'https://staff.tumblr.com/rss', 503, 'tumblr.com'],
    ['500', 'https://staff.tumblr.com/rss', 500, null],
    ['403', 'https://staff.tumblr.com/rss', 403, null],
    ['no answer', 'https://staff.tumblr.com/rss', null, null],
    ['429 of an address in the local network', 'http://172.17.0.1:1200/eagle', 429, null],
    ['503 of a name in the local network', 'http://rsshub:1200/eagle', 503, null],
  ];
  it.each(blocks)('%s: %s', (_, url, status, domain) => {
    expect(backOff({ ...FAILED, url, status }).block?.domain ?? null).toBe(domain);
  });

  it('holds a domain back as long as Retry-After says, else ten minutes', () => {
    const until = (retryAfterMs: number | null, failures = 1) =>
      (backOff({ ...FAILED, status: 429, retryAfterMs, failures }).block?.until ?? 0) - NOW;
    expect(until(3 * HOUR)).toBe(3 * HOUR);
    expect(until(null)).toBe(FIRST_RETRY);
    expect(until(null, 50)).toBe(FIRST_RETRY);
    expect(until(90_000)).toBe(90_000);
    expect(until(0)).toBe(1000);
  });

  it('lets a feed come back with its domain after the first refusals, and later from then on', () => {
    const wait = (failures: number, retryAfterMs: number | null) =>
      backOff({ ...FAILED, status: 429, retryAfterMs, failures, random: () => 0 }).retryAt - NOW;
    expect([1, 2, 3, 4].map((failures) => wait(failures, MINUTE))).toEqual([
      MINUTE,
      MINUTE,
      9 * MINUTE,
      18 * MINUTE,
    ]);
    expect(wait(1, null)).toBe(FIRST_RETRY);
  });

  it('never gives up, and never asks again at once', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000 }),
        fc.double({ min: 0, max: 0.999999, noNaN: true }),
        (failures, random) => {
          const wait = backOff({ ...FAILED, failures, random: () => random }).retryAt - NOW;
          expect(wait).toBeGreaterThanOrEqual(FIRST_RETRY);
          expect(wait).toBeLessThanOrEqual(MAX_RETRY);
        },
      ),
    );
  });
});

describe('registrableDomain', () => {
  const cases: [string, string | null][] = [
    ['https://news.bbc.co.uk/rss', 'bbc.co.uk'],
    ['https://example.com:8443/feed', 'example.com'],
    ['https://someone.github.io/atom.xml', 'github.io'],
    ['http://127.0.0.1:7410/x', null],
    ['http://[::1]/x', null],
    ['http://localhost/x', null],
    ['http://nas.local/x', null],
  ];
  it.each(cases)('%s: %s', (url, domain) => {
    expect(registrableDomain(url)).toBe(domain);
  });
});
