import type { AccountLimits } from '../../contract/index.js';
import { ServiceError } from '../core/errors.js';
import type { Settings } from '../core/settings.js';
import type { RowOf } from '../store/schema.js';

/** A request rate: requests per minute, and the size of a burst. */
export interface RequestRate {
  perMinute: number;
  burst: number;
}

/** The limits of a new account; null (no limit) if the settings have none. */
export function limitsOfNewAccounts(settings: Settings): AccountLimits {
  return {
    requests_per_minute: settings.defaultRequestsPerMinute ?? null,
    burst: null,
    feeds: settings.defaultFeeds ?? null,
    concurrent_creations: settings.defaultConcurrentCreations ?? null,
  };
}

/** Limits to change; omitted ones are unchanged. */
type LimitChanges = {
  readonly [Name in keyof AccountLimits]?: AccountLimits[Name] | undefined;
};

type LimitColumns = Pick<
  RowOf<'accounts'>,
  'requests_per_minute' | 'burst' | 'max_feeds' | 'max_creations'
>;

/**
 * The limits after the changes; without a rate there is no burst.
 * @param changes each within the range of the contract
 * @throws ServiceError INVALID_FIELD for a burst without a rate
 */
export function changedLimits(before: AccountLimits, changes: LimitChanges): AccountLimits {
  const after = (name: keyof AccountLimits) =>
    changes[name] === undefined ? before[name] : changes[name];
  const rate = after('requests_per_minute');
  if (rate === null && typeof changes.burst === 'number') {
    throw new ServiceError(
      'INVALID_FIELD',
      '"limits.burst" has no effect without "limits.requests_per_minute". Set both.',
    );
  }
  return {
    requests_per_minute: rate,
    burst: rate === null ? null : after('burst'),
    feeds: after('feeds'),
    concurrent_creations: after('concurrent_creations'),
  };
}

export function limitsOfRow(row: LimitColumns): AccountLimits {
  return {
    requests_per_minute: row.requests_per_minute,
    burst: row.burst,
    feeds: row.max_feeds,
    concurrent_creations: row.max_creations,
  };
}

export function limitColumns(limits: AccountLimits): LimitColumns {
  return {
    requests_per_minute: limits.requests_per_minute,
    burst: limits.burst,
    max_feeds: limits.feeds,
    max_creations: limits.concurrent_creations,
  };
}

/** The request rate of each key of the account; undefined: unlimited. */
export function rateOf(
  row: Pick<LimitColumns, 'requests_per_minute' | 'burst'>,
): RequestRate | undefined {
  const { requests_per_minute: perMinute, burst } = row;
  return perMinute === null ? undefined : { perMinute, burst: burst ?? perMinute };
}
