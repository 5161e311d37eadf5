import { parseUrl } from '../../base/url.js';
import type { UpdateFeedBody } from '../../contract/index.js';
import { isSearch } from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import { withCreationSlot } from '../accounts/creations.js';
import { ServiceError } from '../core/errors.js';
import type { Deps } from '../feeds/deps.js';
import { findWholeFeed } from '../feeds/feed.js';
import { datesOf, scheduleColumns } from '../feeds/insert-feed.js';
import { recordPushLinks } from '../feeds/push-subscription.js';
import { storedReading } from '../feeds/source-access.js';
import {
  findFeedBySource,
  readAnew,
  readingColumns,
  sourceColumns,
} from '../feeds/source-columns.js';
import { compareDocument } from '../items/compare-document.js';
import { writeItems } from '../items/write-items.js';
import { newestDates } from '../schedule/interval.js';
import type { Source } from '../sources/source-reader.js';
import { isDuplicate } from '../store/dialect.js';

/**
 * Changes the address of a feed; its id, published address, items and settings stay. The new source
 * is read first: if that fails, nothing changes. Entries that are stored under another address,
 * guid or text stay the same items; as for a new feed, no event is published for the others. Values
 * that are sent to the source (access) are kept only for the same origin, because they may be
 * secret.
 * @throws ServiceError FEED_NOT_FOUND, INVALID_FIELD, FEED_EXISTS, or the error of reading the
 * source
 */
export async function changeSource(
  deps: Deps,
  account: Account,
  id: string,
  { url, selectors }: { url: string } & Pick<UpdateFeedBody, 'selectors'>,
): Promise<void> {
  const { store, clock } = deps;
  const feed = await findWholeFeed(store.db, account, id);
  if (isSearch(feed.mode)) {
    throw new ServiceError(
      'INVALID_FIELD',
      `"url" is for sources with an address; feed ${id} follows the news.`,
    );
  }
  const kept = selectors === undefined ? JSON.parse(feed.selectors ?? 'null') : selectors;
  const { access, ...opened } = storedReading(feed);
  const source = deps.resolveSource({
    url,
    ...(feed.mode === 'changes' && { mode: feed.mode }),
    ...(feed.read_from !== 'auto' && { from: feed.read_from }),
    ...opened,
    ...(kept !== null && { selectors: kept }),
    ...(access !== undefined && isSameOrigin(url, feed.source_url) && { access }),
  });
  const { source_url, source_key, access: sent, selectors: selected } = sourceColumns(source);
  if (source_key === feed.source_key && selectors === undefined) return;
  await refuseTwin(deps, account, id, source);
  const reading = await withCreationSlot(deps, account, () => readAnew(deps, source));
  const { document, state } = reading;
  const { origin } = state;
  const now = clock.now();
  const batchAt = Math.max(now, feed.last_batch_at + 1);
  const described = readingColumns(reading, source, now);
  const stored = store.db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('feeds')
      .set({
        ...{ source_url, source_key, access: sent, selectors: selected },
        ...described,
        // Removing the lease discards a running fetch of the old source.
        ...scheduleColumns(deps, reading, now, feed),
        item_dates: JSON.stringify(newestDates(datesOf(reading))),
        last_batch_at: batchAt,
        push_until: null,
        updated_at: now,
      })
      .set((column) => ({ revision: column('revision', '+', 1) }))
      .where('id', '=', id)
      .where('account_id', '=', account.id)
      .execute();
    const comparison = await compareDocument(
      transaction,
      feed,
      { entries: document.entries, rest: document.rest, followed: document.followed, origin },
      { now, keep: deps.keepItems, moved: true },
    );
    await recordPushLinks(transaction, id, described.push_links, now);
    await writeItems(transaction, { feedId: id, comparison, origin, batchAt, now });
  });
  await stored.catch(async (error: unknown) => {
    // Another feed received this address while the source was being read.
    if (isDuplicate(error)) await refuseTwin(deps, account, id, source);
    throw error;
  });
}

function isSameOrigin(one: string, other: string): boolean {
  const origin = parseUrl(one)?.origin;
  return origin !== undefined && origin === parseUrl(other)?.origin;
}

async function refuseTwin(
  { store }: Deps,
  account: Account,
  id: string,
  source: Source,
): Promise<void> {
  const existing = await findFeedBySource(store.db, account, source);
  if (existing === undefined || existing.id === id) return;
  throw new ServiceError(
    'FEED_EXISTS',
    `The account already has feed ${existing.id} of ${sourceColumns(source).source_url}; an account has one feed of an address. Delete one of them.`,
    { next: { operation: 'deleteFeed', id: existing.id } },
  );
}
