import { type CreateFeedBody, type Feed, SOURCE_ERRORS } from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import { ServiceError } from '../core/errors.js';
import { checkFilters } from '../filters/check-filters.js';
import { filtersColumn } from '../filters/stored-filters.js';
import { withCreationSlot } from '../limits/creations.js';
import { requireRoom } from '../limits/feed-quota.js';
import type { Source } from '../sources/source-reader.js';
import type { Deps } from './deps.js';
import { type InsertOptions, insertFeed } from './insert-feed.js';
import { getFeed } from './read-feeds.js';
import { stepsColumn } from './rendering-columns.js';
import { settingCells } from './setting-columns.js';
import { canonicalAccess, requireProxyPermission } from './source-access.js';
import { findFeedBySource, sameSelectors } from './source-columns.js';
import { unreadReading } from './unread-feed.js';

interface CreatedFeed {
  feed: Feed;
  /** False when the account already had this source. */
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
  const filters = filtersColumn(await checkFilters(body.filters ?? null));
  const keepsFailing = 'keep_failing' in body && body.keep_failing === true;
  const options = {
    announce: body.announce === true,
    filters,
    settings: settingCells(body),
  };
  const existing = await existingFeed(deps, account, source, options);
  if (existing !== null) return existing;
  await requireRoom(deps.store.db, account);
  return withCreationSlot(deps, account, () =>
    readAndStore(deps, account, source, options, keepsFailing),
  );
}

async function readAndStore(
  deps: Deps,
  account: Account,
  source: Source,
  options: InsertOptions,
  keepsFailing: boolean,
): Promise<CreatedFeed> {
  const reading = await deps.reader.read(source).catch((error: unknown) => {
    if (keepsFailing && isOutage(error)) return unreadReading(error.message);
    throw error;
  });
  if (reading.kind === 'unchanged') {
    throw new Error('A first reading, which sends no validators, came back unchanged.');
  }
  const feed = await insertFeed(deps, account, source, reading, options);
  if (feed !== null) return { feed, created: true };

  // Another request created it while the source was being read.
  const winner = await existingFeed(deps, account, source, options);
  return winner ?? readAndStore(deps, account, source, options, keepsFailing);
}

/** Whether the source may be readable another day. */
function isOutage(error: unknown): error is ServiceError {
  if (!(error instanceof ServiceError) || error.code === 'SOURCE_FORBIDDEN') return false;
  return SOURCE_ERRORS.some((code) => code === error.code);
}

async function existingFeed(
  deps: Deps,
  account: Account,
  source: Source,
  { filters }: InsertOptions,
): Promise<CreatedFeed | null> {
  const existing = await findFeedBySource(deps.store.db, account, source);
  if (existing === undefined) return null;
  if (!sameSelectors(source, existing.selectors)) {
    throw new ServiceError(
      'FEED_EXISTS',
      `The account already has feed ${existing.id} of ${source.sourceUrl} with other selectors. To change them: PATCH /v1/feeds/${existing.id} with these "selectors". To use the feed unchanged, omit "selectors".`,
    );
  }
  if (sendsOther(source, existing.access)) {
    throw new ServiceError(
      'FEED_EXISTS',
      `The account already has feed ${existing.id} of ${source.sourceUrl} with other access values; an account has one feed of an address. To change them: PATCH /v1/feeds/${existing.id} with this "access". To use the feed unchanged, omit "access".`,
    );
  }
  if (opensOther(source, existing)) {
    throw new ServiceError(
      'FEED_EXISTS',
      `The account already has feed ${existing.id} of ${source.sourceUrl}, which opens its page in another way. To change it: PATCH /v1/feeds/${existing.id} with this "render" and these "steps". To use the feed unchanged, omit them.`,
    );
  }
  if (readsOther(source, existing.origin)) {
    const read = existing.origin === 'feed' ? 'a feed' : 'the page';
    throw new ServiceError(
      'FEED_EXISTS',
      `The account already has feed ${existing.id} of ${source.sourceUrl}, which reads ${read}. Delete that feed first, or omit "from" to use it.`,
    );
  }
  if (filters !== null && filters !== existing.filters) {
    throw new ServiceError(
      'FEED_EXISTS',
      `The account already has feed ${existing.id} of ${source.sourceUrl} with other filters. To change them: PATCH /v1/feeds/${existing.id} with these "filters". To use the feed unchanged, omit "filters".`,
    );
  }
  return { feed: await getFeed(deps, account, existing.id), created: false };
}

/** Whether the request opens the page in another way; without a choice, it opens it in any. */
function opensOther(source: Source, stored: { render: string | null; steps: string | null }) {
  if ('keyword' in source) return false;
  const { render, steps } = source;
  return (
    (render !== undefined && render !== stored.render) ||
    (steps !== undefined && stepsColumn(steps) !== stored.steps)
  );
}

/** Whether the request sends other values than the stored feed; without values, it sends any. */
function sendsOther(source: Source, stored: string | null): boolean {
  if ('keyword' in source || source.access == null) return false;
  return canonicalAccess(source.access) !== stored;
}

/** Whether the request selects another document than the stored feed reads. */
function readsOther(source: Source, origin: 'feed' | 'page'): boolean {
  if ('keyword' in source || source.from === 'auto') return false;
  return (source.from === 'feed') !== (origin === 'feed');
}
