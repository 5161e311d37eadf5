import type { Selectable } from 'kysely';
import type { Settings } from '../config/settings.js';
import { ServiceError } from '../core/errors.js';
import type { AccountsTable } from '../store/schema.js';
import type { RequestRate } from './account.js';

/** What an account may use of a service that it shares with others. Null is any number. */
export interface AccountLimits {
  /** Requests a minute of each of its keys. */
  requestsPerMinute: number | null;
  /** Requests that may come at once; null for as many as come in a minute. */
  burst: number | null;
  feeds: number | null;
  /** Feeds being made at once. */
  concurrentCreations: number | null;
}

/** What a new account may use: any number of what its service was told nothing of. */
export function limitsOfNewAccounts(settings: Settings): AccountLimits {
  return {
    requestsPerMinute: settings.defaultRequestsPerMinute ?? null,
    burst: null,
    feeds: settings.defaultFeeds ?? null,
    concurrentCreations: settings.defaultConcurrentCreations ?? null,
  };
}

type LimitColumns = Pick<
  Selectable<AccountsTable>,
  'requests_per_minute' | 'burst' | 'max_feeds' | 'max_creations'
>;

/** From, to, and how the operator knows it. */
const RANGES: Readonly<Record<keyof AccountLimits, readonly [number, number, string]>> = {
  requestsPerMinute: [1, 100_000, 'Requests a minute'],
  burst: [1, 100_000, 'A burst'],
  feeds: [0, 10_000_000, 'The number of feeds'],
  concurrentCreations: [1, 1000, 'The number of feeds being made at once'],
};

/**
 * The limits as the changes leave them; without a rate there is no burst.
 * @throws ServiceError INVALID_FIELD
 */
export function changedLimits(
  before: AccountLimits,
  changes: Partial<AccountLimits>,
): AccountLimits {
  const after = { ...before, ...changes };
  for (const [name, [least, most, words]] of Object.entries(RANGES)) {
    const value = after[name as keyof AccountLimits];
    if (value !== null && !(Number.isInteger(value) && value >= least && value <= most)) {
      throw new ServiceError('INVALID_FIELD', `${words} must be ${least} to ${most}, or none.`);
    }
  }
  if (after.requestsPerMinute !== null) return after;
  if (typeof changes.burst === 'number') {
    throw new ServiceError(
      'INVALID_FIELD',
      'A burst limits nothing without a number of requests a minute. Give both.',
    );
  }
  return { ...after, burst: null };
}

export function limitsOfRow(row: LimitColumns): AccountLimits {
  return {
    requestsPerMinute: row.requests_per_minute,
    burst: row.burst,
    feeds: row.max_feeds,
    concurrentCreations: row.max_creations,
  };
}

export function limitColumns(limits: AccountLimits): LimitColumns {
  return {
    requests_per_minute: limits.requestsPerMinute,
    burst: limits.burst,
    max_feeds: limits.feeds,
    max_creations: limits.concurrentCreations,
  };
}

/** How often a key of the account may ask, if that is limited. */
export function rateOf(
  row: Pick<LimitColumns, 'requests_per_minute' | 'burst'>,
): RequestRate | undefined {
  const { requests_per_minute: perMinute, burst } = row;
  return perMinute === null ? undefined : { perMinute, burst: burst ?? perMinute };
}
