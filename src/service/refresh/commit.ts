import { type Selectable, sql, type Updateable } from 'kysely';
import { FEED_COLUMNS, type FeedRow } from '../feeds/feed.js';
import type { FeedsTable, RefreshesTable } from '../store/schema.js';
import type { Db, Store } from '../store/store.js';
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
export async function commitLook(
  { db }: Store,
  claimed: ClaimedFeed,
  commit: Commit,
): Promise<boolean> {
  return db.transaction().execute((transaction) => writeLook(transaction, claimed, commit));
}

/**
 * Writes the result of a fetch within a transaction. The first statement checks the lease; without
 * it nothing is written, so there is nothing to roll back.
 */
async function writeLook(transaction: Db, claimed: ClaimedFeed, commit: Commit): Promise<boolean> {
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

interface Waiting {
  claimed: ClaimedFeed;
  commit: Commit;
  resolve(stored: boolean): void;
  reject(error: unknown): void;
}

/** How long a result waits to share a transaction, in milliseconds. */
const BATCH_WINDOW_MS = 5;

/** Results waiting for the next transaction, by store. */
const waitingFor = new WeakMap<Store, Waiting[]>();

/**
 * Like `commitLook`, for fetches without changes: concurrent ones share a transaction. Each
 * transaction costs a disk sync that blocks the event loop for milliseconds; a result lost in a
 * crash is only fetched again.
 */
export function commitBatched(
  store: Store,
  claimed: ClaimedFeed,
  commit: Commit,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const one = { claimed, commit, resolve, reject };
    const waiting = waitingFor.get(store);
    if (waiting !== undefined) {
      waiting.push(one);
      return;
    }
    waitingFor.set(store, [one]);
    setTimeout(() => void commitWaiting(store), BATCH_WINDOW_MS);
  });
}

async function commitWaiting(store: Store): Promise<void> {
  const batch = waitingFor.get(store) ?? [];
  waitingFor.delete(store);
  const [first, ...others] = batch;
  if (first === undefined) return;
  if (others.length === 0) return commitAlone(store, first);
  try {
    const stored = await store.db.transaction().execute(async (transaction) => {
      const results: boolean[] = [];
      for (const { claimed, commit } of batch) {
        results.push(await writeLook(transaction, claimed, commit));
      }
      return results;
    });
    batch.forEach(({ resolve }, index) => {
      resolve(stored[index] === true);
    });
  } catch {
    // A failure must not reject the other results of the batch.
    for (const one of batch) await commitAlone(store, one);
  }
}

async function commitAlone(store: Store, one: Waiting): Promise<void> {
  await commitLook(store, one.claimed, one.commit).then(one.resolve, one.reject);
}
