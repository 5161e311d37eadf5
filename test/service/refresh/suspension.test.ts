import { describe, expect, it } from 'vitest';
import { newLeaseToken } from '../../../src/service/core/own-process.js';
import {
  type ClaimedFeed,
  isProven,
  isSuspect,
  suspicionAfter,
} from '../../../src/service/refresh/suspension.js';

describe('the suspicion that a feed ends processes', () => {
  it.each([
    [0, null, false],
    [1, null, true],
    [2, null, true],
    [0, 'of a dead process', true],
  ])('with %i deaths and the lease %s: %s', (deaths, lease_token, suspect) => {
    expect(isSuspect({ deaths, lease_token })).toBe(suspect);
  });

  it.each([
    [1, null, false],
    [2, null, true],
    [3, null, true],
    [2, 1000, false],
  ])('after %i deaths, suspended at %s, it is proven: %s', (deaths, suspended_at, proven) => {
    expect(isProven({ deaths, suspended_at } as ClaimedFeed)).toBe(proven);
  });

  it.each([
    [2, 'updated', 0],
    [2, 'unchanged', 0],
    [2, 'failed', 1],
    [1, 'failed', 1],
    [0, 'failed', 0],
  ] as const)('after %i deaths and the outcome %s, %i are left', (deaths, outcome, left) => {
    const after = suspicionAfter({ deaths } as ClaimedFeed, outcome);
    expect(after).toEqual({ deaths: left, is_parsing: 0, suspended_at: null });
  });

  it('the leases of a process differ, and begin alike', () => {
    const [one, other] = [newLeaseToken(), newLeaseToken()];
    expect(one).not.toBe(other);
    expect(one.slice(0, 11)).toBe(other.slice(0, 11));
    expect(one).toHaveLength(35);
  });
});
