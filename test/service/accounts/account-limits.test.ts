import { describe, expect, it } from 'vitest';
import type { AccountLimits } from '../../../src/contract/index.js';
import {
  changedLimits,
  limitColumns,
  limitsOfNewAccounts,
  limitsOfRow,
  rateOf,
} from '../../../src/service/accounts/account-limits.js';

const NONE = { requests_per_minute: null, burst: null, feeds: null, concurrent_creations: null };
const ALL = { requests_per_minute: 1, burst: 2, feeds: 3, concurrent_creations: 4 };

describe('the limits of an account', () => {
  it('are those of the settings when it is new', () => {
    expect(limitsOfNewAccounts({})).toEqual(NONE);
    const settings = {
      defaultRequestsPerMinute: 1,
      defaultFeeds: 3,
      defaultConcurrentCreations: 4,
    };
    expect(limitsOfNewAccounts(settings)).toEqual({ ...ALL, burst: null });
  });

  it.each<[AccountLimits, Partial<AccountLimits>, AccountLimits]>([
    [ALL, {}, ALL],
    [
      ALL,
      { feeds: null, concurrent_creations: 9 },
      { ...ALL, feeds: null, concurrent_creations: 9 },
    ],
    [ALL, { requests_per_minute: null }, { ...ALL, requests_per_minute: null, burst: null }],
    [ALL, { burst: null }, { ...ALL, burst: null }],
    [NONE, { requests_per_minute: 5, burst: 6 }, { ...NONE, requests_per_minute: 5, burst: 6 }],
    [NONE, { burst: null }, NONE],
  ])('%j changed by %j', (before, changes, after) => {
    expect(changedLimits(before, changes)).toEqual(after);
  });

  it('refuse a burst without a rate', () => {
    for (const [before, changes] of [
      [NONE, { burst: 0 }],
      [ALL, { burst: 5, requests_per_minute: null }],
    ] as const) {
      expect(() => changedLimits(before, changes)).toThrow('limits.requests_per_minute');
    }
  });

  it('are stored as they are', () => {
    expect(limitsOfRow(limitColumns(ALL))).toEqual(ALL);
  });

  it('have a burst as large as the rate where none is set', () => {
    const rate = { requests_per_minute: 60, burst: null };
    expect(rateOf({ ...rate, requests_per_minute: null })).toBeUndefined();
    expect(rateOf(rate)).toEqual({ perMinute: 60, burst: 60 });
    expect(rateOf({ ...rate, burst: 5 })).toEqual({ perMinute: 60, burst: 5 });
  });
});
