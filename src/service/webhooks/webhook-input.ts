import { type FiltersInput, isBundleId, LENGTHS } from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import { findBundle } from '../bundles/bundle.js';
import { invalidField } from '../core/errors.js';
import type { WebhookFilter } from '../events/webhook-filter.js';
import { findFeed } from '../feeds/feed.js';
import { checkFilters } from '../filters/check-filters.js';
import { NO_FILTERS } from '../filters/stored-filters.js';
import type { Db } from '../store/store.js';
import { ALL_FEEDS } from './webhook.js';
import type { FormatInput } from './webhook-format.js';

/** The fields of a webhook; omitted ones keep their value or get the default. */
export interface WebhookInput extends FormatInput {
  /** "" for none. */
  name?: string | undefined;
  /** `all` (default), or the id of a feed or a bundle. */
  scope?: string | undefined;
  /** Filters; null clears them. */
  filters?: FiltersInput | null | undefined;
  /** Only new or only changed items; null for both (default). */
  only?: 'new' | 'changed' | null | undefined;
  /** Maximum number of items per event; null for the default. */
  max_items?: number | null | undefined;
  /** Seconds for which an address of this machine is used. */
  listen_seconds?: number | undefined;
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

/** @throws ServiceError INVALID_FIELD with the field and its limit */
export function checkUrl(url: string): string {
  if (url.length <= LENGTHS.url) return url;
  throw invalidField(`The address of a webhook (url) has at most ${LENGTHS.url} characters.`);
}

/**
 * The filter as stored. @throws ServiceError INVALID_FIELD with the rule and why it cannot match
 */
export async function filterText(
  { filters, only }: WebhookInput,
  before: WebhookFilter = { ...NO_FILTERS, only: null },
): Promise<string> {
  const rules = filters === undefined ? before : await checkFilters(filters, before);
  const filter: WebhookFilter = {
    include: rules.include,
    exclude: rules.exclude,
    only: only === undefined ? before.only : only,
  };
  return JSON.stringify(filter);
}
