import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { busyDelay, isBusy, retryWhileBusy } from '../../../src/service/store/sqlite/busy.js';

function busy(): Error {
  return Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' });
}

describe('retryWhileBusy', () => {
  it('tries again until the lock is free', async () => {
    let attempts = 0;
    const pauses: number[] = [];
    const attempt = () => {
      attempts += 1;
      if (attempts < 4) throw busy();
      return 'done';
    };
    const result = await retryWhileBusy(attempt, async (ms) => void pauses.push(ms));

    expect(result).toBe('done');
    expect(pauses).toHaveLength(3);
  });

  it('throws the last error when patience runs out', async () => {
    const attempt = () => {
      throw busy();
    };
    await expect(retryWhileBusy(attempt, async () => {}, 0)).rejects.toThrow('database is locked');
  });

  it('throws any other error at once', async () => {
    let attempts = 0;
    const attempt = () => {
      attempts += 1;
      throw Object.assign(new Error('no such table'), { code: 'SQLITE_ERROR' });
    };
    await expect(retryWhileBusy(attempt, async () => {})).rejects.toThrow('no such table');
    expect(attempts).toBe(1);
  });

  it.each([
    { waitedMs: 0, from: 5, below: 20 },
    { waitedMs: 299, from: 5, below: 20 },
    { waitedMs: 300, from: 1, below: 4 },
    { waitedMs: 5000, from: 1, below: 4 },
  ])('pauses for $from to $below ms after $waitedMs ms of waiting', ({ waitedMs, from, below }) => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (random) => {
        const delay = busyDelay(random, waitedMs);
        expect(delay).toBeGreaterThanOrEqual(from);
        expect(delay).toBeLessThan(below);
      }),
    );
  });

  it.each([
    ['SQLITE_BUSY', true],
    ['SQLITE_BUSY_SNAPSHOT', true],
    ['SQLITE_BUSY_RECOVERY', true],
    ['SQLITE_FULL', false],
    ['ENOENT', false],
  ])('%s counts as busy: %s', (code, expected) => {
    expect(isBusy(Object.assign(new Error(code), { code }))).toBe(expected);
  });
});
