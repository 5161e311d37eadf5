import { send } from '../store/prepared.js';
import type { Db } from '../store/store.js';
import { chunks } from '../store/store.js';
import type { Update } from './changes.js';
import {
  type DatedItem,
  type DocumentComparison,
  dateOf,
  type IncomingItem,
  rewritesOf,
} from './compare-document.js';
import { writeFeedDocument } from './feed-document.js';
import { indexItems } from './index-items.js';
import { insertItems, itemValues, type NewItem } from './insert-items.js';
import type { ItemRow } from './item.js';
import { tombstoneHash } from './retention.js';
import type { StoredItem } from './stored-items.js';
import { isAwaited } from './text-state.js';

/** Number of rows per statement: within the parameter limits of both stores. */
const KEYS_PER_STATEMENT = 100;

/**
 * The items of an update for which events are published now, in document order. Items that wait for
 * the text of their page are published together with it.
 */
export interface WrittenItems {
  newItems: ItemRow[];
  /** Only the changes for which an event is published. */
  changedItems: ItemRow[];
}

/** A comparison, and the batches of its items. */
interface ItemsToWrite {
  feedId: string;
  comparison: DocumentComparison;
  origin: 'feed' | 'page';
  /** The time of the batch of the new items: later than every earlier batch. */
  batchAt: number;
  /** The time of the previous batch, to which items of the source that are not new are added. */
  lastBatchAt?: number;
  now: number;
}

/**
 * Writes the items of a document: new, changed and renamed ones; drops the items beyond the limit.
 */
export async function writeItems(transaction: Db, work: ItemsToWrite): Promise<WrittenItems> {
  const { feedId, comparison, now } = work;
  const { changes } = comparison;
  await dropItems(transaction, feedId, changes.toDrop, now);
  const changedItems: NewItem[] = [];
  for (const update of rewritesOf(changes)) {
    const row = updatedRow(update, work);
    await rewriteItem(transaction, update.stored, row);
    if (!update.announce) continue;
    changedItems.push(row);
    if (!isComplete(row)) await withholdChange(transaction, row);
  }
  for (const item of comparison.dated) await dateItem(transaction, feedId, item);
  const newItems = changes.added.map(({ key, entry, position, fingerprint, textState }) =>
    itemValues(feedId, key, entry, {
      addedAt: entry.isOld === true ? (work.lastBatchAt ?? work.batchAt) : work.batchAt,
      position,
      fingerprint,
      textState,
      withheld: isAwaited(textState) && entry.isOld !== true ? 'new' : null,
    }),
  );
  await insertItems(transaction, newItems);
  const isNews = (_: NewItem, at: number) => changes.added[at]?.entry.isOld !== true;
  const { list } = comparison;
  if (list !== null) await writeFeedDocument(transaction, feedId, list);
  await keepTombstones(transaction, feedId, comparison, now);
  return {
    newItems: newItems.filter(isNews).filter(isComplete),
    changedItems: changedItems.filter(isComplete).sort((a, b) => a.position - b.position),
  };
}

function isComplete({ text_state: state }: NewItem): boolean {
  return !isAwaited(state);
}

/**
 * The item with the values of the document. It keeps its batch, because a changed item is not new.
 */
function updatedRow(
  update: Update<StoredItem, IncomingItem>,
  { feedId, origin, now }: ItemsToWrite,
): NewItem {
  const { stored, incoming, announce, told } = update;
  const { key, entry, position, fingerprint, textState } = incoming;
  return {
    ...itemValues(feedId, key, entry, {
      addedAt: stored.firstSeenAt,
      position,
      fingerprint,
      textState,
    }),
    date_published: dateOf(update, origin),
    announced_changes: stored.announcedChanges + (announce ? 1 : 0),
    told,
    updated_at: now,
  };
}

/** Writes an item again; `added_at` and `position` stay those of the first batch with the item. */
async function rewriteItem(transaction: Db, { key }: StoredItem, row: NewItem): Promise<void> {
  const { feed_id, added_at: _addedAt, position: _position, withheld: _, ...columns } = row;
  await transaction
    .updateTable('items')
    .set(columns)
    .where('feed_id', '=', feed_id)
    .where('identity', '=', key)
    .execute();
  await indexItems(transaction, feed_id, [row]);
}

async function dateItem(
  transaction: Db,
  feedId: string,
  { key, date, dateAhead }: DatedItem,
): Promise<void> {
  await transaction
    .updateTable('items')
    .set({ date_published: date, date_ahead: dateAhead })
    .where('feed_id', '=', feedId)
    .where('identity', '=', key)
    .execute();
}

/** Withholds the event of a change; an item whose first event is still withheld stays new. */
async function withholdChange(transaction: Db, { feed_id, identity }: NewItem): Promise<void> {
  await transaction
    .updateTable('items')
    .set({ withheld: 'changed' })
    .where('feed_id', '=', feed_id)
    .where('identity', '=', identity)
    .where('withheld', 'is', null)
    .execute();
}

async function dropItems(
  transaction: Db,
  feedId: string,
  items: readonly StoredItem[],
  now: number,
): Promise<void> {
  for (const keys of chunks(
    items.map(({ key }) => key),
    KEYS_PER_STATEMENT,
  )) {
    await transaction
      .deleteFrom('items')
      .where('feed_id', '=', feedId)
      .where('identity', 'in', keys)
      .execute();
  }
  const hashes = items.map(({ key }) => tombstoneHash(key));
  await writeTombstones(transaction, feedId, hashes, now);
}

/** Remembers items that are not kept for 30 days after the source last listed them. */
export async function writeTombstones(
  db: Db,
  feedId: string,
  hashes: readonly string[],
  now: number,
): Promise<void> {
  for (const part of chunks(hashes, KEYS_PER_STATEMENT)) {
    await send(
      db,
      db
        .insertInto('tombstones')
        .values(part.map((hash) => ({ feed_id: feedId, hash, last_seen_at: now })))
        .onConflict((conflict) =>
          conflict.columns(['feed_id', 'hash']).doUpdateSet({ last_seen_at: now }),
        ),
    );
  }
}

async function keepTombstones(
  transaction: Db,
  feedId: string,
  { seenTombstones, expiredTombstones }: DocumentComparison,
  now: number,
): Promise<void> {
  await writeTombstones(transaction, feedId, seenTombstones, now);
  for (const hashes of chunks(expiredTombstones, KEYS_PER_STATEMENT)) {
    await transaction
      .deleteFrom('tombstones')
      .where('feed_id', '=', feedId)
      .where('hash', 'in', hashes)
      .execute();
  }
}
