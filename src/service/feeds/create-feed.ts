import { type CreateFeedBody, type Feed, SOURCE_ERRORS } from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import { withSlotOf } from '../accounts/creations.js';
import { creationLimits } from '../accounts/feed-quota.js';
import { ServiceError } from '../core/errors.js';
import { checkFilters } from '../filters/check-filters.js';
import { filtersColumn } from '../filters/stored-filters.js';
import type { Source } from '../sources/source-reader.js';
import type { Deps } from './deps.js';
import { type InsertOptions, insertFeed } from './insert-feed.js';
import { getFeed } from './read-feeds.js';
import { settingCells } from './setting-columns.js';
import { canonicalAccess, requireProxyPermission, stepsColumn } from './source-access.js';
import { findFeedBySource, readAnew, sameSelectors } from './source-columns.js';
import { unreadReading } from './unread-feed.js';

interface CreatedFeed {
  feed: Feed;
  /** False if the account already had a feed of this source. */
  created: boolean;
}

/**
 * POST /v1/feeds: reads the source and stores it with its items, or returns the existing feed of
 * this source. A source that cannot be read stores nothing. The initial items are sent to webhooks
 * only with `announce`, because they are old for subscribers.
 * @throws ServiceError INVALID_FIELD, FORBIDDEN, FEED_EXISTS, FEED_LIMIT_REACHED, CREATION_LIMIT_REACHED, or
 * the error of reading the source
 */
export async function createFeed(
  deps: Deps,
  account: Account,
  body: CreateFeedBody,
): Promise<CreatedFeed> {
  const source = deps.resolveSource(body);
  if (!('keyword' in source)) requireProxyPermission(account, source.access);
  const filters = body.filters == null ? null : filtersColumn(await checkFilters(body.filters));
  const keepsFailing = 'keep_failing' in body && body.keep_failing === true;
  const options = {
    announce: body.announce === true,
    filters,
    settings: settingCells(body),
  };
  // Both are read concurrently: on PostgreSQL each costs a round trip.
  const [existing, limits] = await Promise.all([
    existingFeed(deps, account, source, options),
    creationLimits(deps.store.db, account),
  ]);
  if (existing !== null) return existing;
  limits.requireRoom();
  return withSlotOf(deps, account, limits.creations, () =>
    readAndStore(deps, account, source, { ...options, muted: limits.muted }, keepsFailing),
  );
}

async function readAndStore(
  deps: Deps,
  account: Account,
  source: Source,
  options: InsertOptions,
  keepsFailing: boolean,
): Promise<CreatedFeed> {
  const reading = await readAnew(deps, source).catch((error: unknown) => {
    if (keepsFailing && isOutage(error)) return unreadReading(error.message);
    throw error;
  });
  const feed = await insertFeed(deps, account, source, reading, options);
  if (feed !== null) return { feed, created: true };

  // Another request created the feed while the source was being read.
  const winner = await existingFeed(deps, account, source, options);
  return winner ?? readAndStore(deps, account, source, options, keepsFailing);
}

/** True if the source may be readable at a later time. */
function isOutage(error: unknown): error is ServiceError {
  if (!(error instanceof ServiceError) || error.code === 'SOURCE_FORBIDDEN') return false;
  return SOURCE_ERRORS.some((code) => code === error.code);
}

async function existingFeed(
  deps: Deps,
  account: Account,
  source: Source,
  { filters }: Pick<InsertOptions, 'filters'>,
): Promise<CreatedFeed | null> {
  const existing = await findFeedBySource(deps.store.db, account, source);
  if (existing === undefined) return null;
  const other = DIFFERENCES.find(({ differs }) => differs(source, existing, filters));
  if (other !== undefined) {
    const { id } = existing;
    const { about, fields } = other;
    throw new ServiceError(
      'FEED_EXISTS',
      `The account already has feed ${id} of ${source.sourceUrl}${about(existing)}`,
      { next: fields ? { operation: 'updateFeed', id, fields } : { operation: 'deleteFeed', id } },
    );
  }
  return { feed: await getFeed(deps, account, existing.id), created: false };
}

type Existing = NonNullable<Awaited<ReturnType<typeof findFeedBySource>>>;

/** A difference between a request for a source and the stored feed of that source. */
interface Difference {
  differs(source: Source, existing: Existing, filters: string | null): boolean;
  about(existing: Existing): string;
  /** The fields that change the stored feed; undefined if none can. */
  fields?: string[];
}

const DIFFERENCES: readonly Difference[] = [
  {
    differs: (source, { selectors }) => !sameSelectors(source, selectors),
    about: () => ' with other selectors. To use it unchanged, leave them out.',
    fields: ['selectors'],
  },
  {
    differs: (source, { access }) => sendsOther(source, access),
    about: () =>
      ' with other access values; an account has one feed of an address. To use it unchanged, leave them out.',
    fields: ['access'],
  },
  {
    differs: opensOther,
    about: () => ', which opens its page in another way. To use it unchanged, do not say how.',
    fields: ['render', 'steps'],
  },
  {
    differs: (source, { origin }) => readsOther(source, origin),
    about: ({ origin }) =>
      `, which reads ${origin === 'feed' ? 'a feed' : 'the page'}. Delete that feed first, or omit "from" to use it.`,
  },
  {
    differs: (_, existing, filters) => filters !== null && filters !== existing.filters,
    about: () => ' with other filters. To use it unchanged, leave them out.',
    fields: ['filters'],
  },
];

/** True if the request opens the page differently. A request without a choice accepts any. */
function opensOther(source: Source, stored: Existing): boolean {
  if ('keyword' in source) return false;
  const { render, steps } = source;
  return (
    (render !== undefined && render !== stored.render) ||
    (steps !== undefined && stepsColumn(steps) !== stored.steps)
  );
}

/**
 * True if the request sends other values than the stored feed. A request without values accepts
 * any.
 */
function sendsOther(source: Source, stored: string | null): boolean {
  if ('keyword' in source || source.access == null) return false;
  return canonicalAccess(source.access) !== stored;
}

/** True if the request selects another document than the stored feed reads. */
function readsOther(source: Source, origin: 'feed' | 'page'): boolean {
  if ('keyword' in source || source.from === 'auto') return false;
  return (source.from === 'feed') !== (origin === 'feed');
}
