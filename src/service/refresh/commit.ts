import { type Selectable, sql, type Updateable } from 'kysely';
import { FEED_COLUMNS, type FeedRow } from '../feeds/feed.js';
import type { FeedsTable, RefreshesTable } from '../store/schema.js';
import type { Db, Store } from '../store/store.js';
import { writeBatched } from '../store/write-batched.js';
import type { ClaimedFeed } from './claim.js';
import { enterIntoHistory } from './history.js';
import { suspicionAfter } from './suspension.js';

/** The result of a fetch, stored completely or not at all. */
export interface Commit {
  /** Columns of the feed; the lease is also released. */
  feed: Updateable<FeedsTable>;
  /** The published feeds change. */
  visible: boolean;
  /** The row of the fetch history. */
  entry: Omit<Selectable<RefreshesTable>, 'feed_id' | 'number' | 'at'>;
  now: number;
  /** Further writes of the transaction; `feed` is its current row. */
  write?: (transaction: Db, feed: StoredFeed) => Promise<void>;
}

type StoredFeed = FeedRow & { account_id: string };

/**
 * Stores the result of a fetch in one transaction. False, without storing anything, when the lease
 * was lost: it expired and another process has the feed, or the feed was deleted.
 */
export async function commitFetch(
  { db }: Store,
  claimed: ClaimedFeed,
  commit: Commit,
): Promise<boolean> {
  return db.transaction().execute((transaction) => writeFetch(transaction, claimed, commit));
}

/**
 * Writes the result of a fetch within a transaction. The first statement checks the lease; without
 * it nothing is written, so there is nothing to roll back.
 */
async function writeFetch(transaction: Db, claimed: ClaimedFeed, commit: Commit): Promise<boolean> {
  const feed = await updateFeed(transaction, claimed, commit);
  if (feed === undefined) return false;
  await commit.write?.(transaction, feed);
  await enterIntoHistory(transaction, {
    feed_id: claimed.id,
    number: claimed.refresh_count + 1,
    at: commit.now,
    ...commit.entry,
  });
  return true;
}

function updateFeed(
  transaction: Db,
  claimed: ClaimedFeed,
  { feed, visible, now, entry }: Commit,
): Promise<StoredFeed | undefined> {
  return transaction
    .updateTable('feeds')
    .set({
      ...suspicionAfter(claimed, entry.outcome),
      ...feed,
      // Counted in the database, because changed settings also increase it while a source is being
      // read.
      ...(visible ? { revision: sql<number>`revision + 1`, updated_at: now } : {}),
      last_refreshed_at: now,
      refresh_count: claimed.refresh_count + 1,
      lease_token: null,
      lease_expires_at: null,
    })
    .where('id', '=', claimed.id)
    .where('lease_token', '=', claimed.lease_token)
    .returning([...FEED_COLUMNS, 'account_id'])
    .executeTakeFirst();
}

/**
 * Like `commitFetch`, for fetches without changes: concurrent ones share a transaction. A result
 * lost in a crash is only fetched again.
 */
export function commitBatched(
  store: Store,
  claimed: ClaimedFeed,
  commit: Commit,
): Promise<boolean> {
  return writeBatched(store, 'fetches', (transaction) => writeFetch(transaction, claimed, commit));
}
