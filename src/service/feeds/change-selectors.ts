import type { Selectors } from '../../contract/index.js';
import { isSearch } from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import { withCreationSlot } from '../accounts/creations.js';
import { ServiceError } from '../core/errors.js';
import { documentList, writeFeedDocument } from '../items/feed-document.js';
import { insertItems, itemValues } from '../items/insert-items.js';
import { identify } from '../items/marks.js';
import { newestDates } from '../schedule/interval.js';
import type { Db } from '../store/store.js';
import type { Deps } from './deps.js';
import { feedNotFound, findWholeFeed } from './feed.js';
import { datesOf, scheduleColumns } from './insert-feed.js';
import { storedReading } from './source-access.js';
import { canonicalSelectors, readAnew, readingColumns, sameSelectors } from './source-columns.js';

/**
 * Reads the page of a feed with other selectors and replaces its items; null removes the selectors.
 * No event is published, because the publisher published nothing new. If the page cannot be read or
 * has no matching items, the feed does not change.
 * @throws ServiceError FEED_NOT_FOUND, INVALID_FIELD, or the error of reading the page
 */
export async function changeSelectors(
  deps: Deps,
  account: Account,
  id: string,
  selectors: Selectors | null,
): Promise<void> {
  const { store, clock } = deps;
  const feed = await findWholeFeed(store.db, account, id);
  if (isSearch(feed.mode)) {
    throw new ServiceError(
      'INVALID_FIELD',
      `"selectors" work on web pages only; feed ${id} follows the news.`,
    );
  }
  const source = deps.resolveSource({
    url: feed.source_url,
    ...(feed.mode === 'changes' && { mode: feed.mode }),
    ...storedReading(feed),
    ...(selectors !== null && { selectors }),
  });
  const isSame =
    selectors === null ? feed.selectors === null : sameSelectors(source, feed.selectors);
  if (isSame) return;
  const reading = await withCreationSlot(deps, account, () => readAnew(deps, source));
  const now = clock.now();
  const batchAt = Math.max(now, feed.last_batch_at + 1);
  await store.db.transaction().execute(async (transaction) => {
    const changed = await transaction
      .updateTable('feeds')
      .set({
        ...readingColumns(reading, source, now),
        // Removing the lease discards a running fetch with the old selectors.
        ...scheduleColumns(deps, reading, now, feed),
        selectors: selectors === null ? null : canonicalSelectors(selectors),
        item_dates: JSON.stringify(newestDates(datesOf(reading))),
        last_batch_at: batchAt,
        updated_at: now,
      })
      .set((column) => ({ revision: column('revision', '+', 1) }))
      .where('id', '=', id)
      .where('account_id', '=', account.id)
      .returning('id')
      .executeTakeFirst();
    if (changed === undefined) throw feedNotFound(id);
    const known = await transaction
      .selectFrom('items')
      .select(['identity', 'added_at'])
      .where('feed_id', '=', id)
      .execute();
    const addedAt = new Map(known.map((item) => [item.identity, item.added_at]));
    const items = identify(reading.document.entries, reading.state.origin).map(
      ({ entry, identity }, position) =>
        itemValues(id, identity, entry, { addedAt: addedAt.get(identity) ?? batchAt, position }),
    );
    // The stored changes are kept: they were changes of the page under any selectors.
    const isKept = source.mode === 'changes';
    if (!isKept) await deleteItems(transaction, id);
    const added = isKept ? items.filter(({ identity }) => !addedAt.has(identity)) : items;
    await insertItems(transaction, added);
    await writeFeedDocument(transaction, id, documentList(items, reading.document.followed));
  });
}

async function deleteItems(transaction: Db, id: string): Promise<void> {
  await transaction.deleteFrom('items').where('feed_id', '=', id).execute();
  await transaction.deleteFrom('tombstones').where('feed_id', '=', id).execute();
}
