import { isBundleId, LENGTHS } from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import { findBundle } from '../bundles/bundle.js';
import { ServiceError } from '../core/errors.js';
import { FILTER_LIMITS, type WebhookFilter } from '../events/filters.js';
import { findFeed } from '../feeds/feed.js';
import type { Db } from '../store/store.js';
import { ALL_FEEDS } from './webhook.js';

/** The fields of a webhook; omitted ones keep their value or get the default. */
export interface WebhookInput {
  url?: string | undefined;
  /** `all` (default), or the id of a feed or a bundle. */
  scope?: string | undefined;
  include?: readonly string[] | undefined;
  exclude?: readonly string[] | undefined;
  /** Null for both (default). */
  only?: 'new' | 'changed' | null | undefined;
}

/**
 * The id of the feed or bundle; null for all feeds.
 * @throws ServiceError FEED_NOT_FOUND, BUNDLE_NOT_FOUND
 */
export async function scopeIdOf(db: Db, account: Account, scope: string): Promise<string | null> {
  if (scope === ALL_FEEDS) return null;
  const found = isBundleId(scope)
    ? await findBundle(db, account, scope)
    : await findFeed(db, account, scope);
  return found.id;
}

/** @throws ServiceError INVALID_FIELD naming the field and its limit */
export function checkUrl(url: string): string {
  if (url.length <= LENGTHS.url) return url;
  throw invalid(`The address of a webhook (url) has at most ${LENGTHS.url} characters.`);
}

/**
 * The filter as stored: equal filters have equal text.
 * @throws ServiceError INVALID_FIELD naming the field and its limit
 */
export function filterText(
  { include, exclude, only }: WebhookInput,
  before: WebhookFilter = { include: [], exclude: [], only: null },
): string {
  const filter: WebhookFilter = {
    include: words('include', include ?? before.include),
    exclude: words('exclude', exclude ?? before.exclude),
    only: only === undefined ? before.only : only,
  };
  return JSON.stringify(filter);
}

function words(field: 'include' | 'exclude', given: readonly string[]): string[] {
  const all = [...new Set(given.map((word) => word.trim()))];
  const { words: most, wordLength } = FILTER_LIMITS;
  if (all.length > most) throw invalid(`A webhook takes at most ${most} words in ${field}.`);
  const wrong = all.find((word) => word.length > wordLength || word.replaceAll('*', '') === '');
  if (wrong === undefined) return all.sort();
  throw invalid(
    `A word in ${field} has 1 to ${wordLength} characters, not counting a star: "${wrong.slice(0, wordLength)}".`,
  );
}

function invalid(message: string): ServiceError {
  return new ServiceError('INVALID_FIELD', message);
}
