import { type Selectable, sql, type Updateable } from 'kysely';
import { FEED_COLUMNS, type FeedRow } from '../feeds/feed.js';
import type { FeedsTable, RefreshesTable } from '../store/schema.js';
import type { Db, Store } from '../store/store.js';
import type { ClaimedFeed } from './claim.js';
import { enterIntoHistory } from './history.js';
import { suspicionAfter } from './suspension.js';

/** What a look at a source leads to, stored as a whole or not at all. */
export interface Commit {
  /** Columns of the feed; the lease is given back beside them. */
  feed: Updateable<FeedsTable>;
  /** Published feeds look different from now on. */
  visible: boolean;
  /** The line in the feed's history. */
  entry: Omit<Selectable<RefreshesTable>, 'feed_id' | 'number' | 'at'>;
  now: number;
  /** What else belongs into the transaction; `feed` is the row as it is by then. */
  write?: (transaction: Db, feed: StoredFeed) => Promise<void>;
}

type StoredFeed = FeedRow & { account_id: string };

/**
 * Stores what came of a look in one transaction. False - and nothing is stored - when the lease was
 * lost meanwhile: it ran out and somebody else has the feed, or the feed was deleted.
 */
export async function commitLook(
  { db }: Store,
  claimed: ClaimedFeed,
  commit: Commit,
): Promise<boolean> {
  return db.transaction().execute((transaction) => writeLook(transaction, claimed, commit));
}

/**
 * Writes what came of a look within a transaction. The lease is checked by the first statement, and
 * without it nothing more is written: there is nothing to roll back.
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
      // Counted in the database: settings raise it too, while a source is being read.
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

/** How long a look may wait for others, in milliseconds. */
const BATCH_WINDOW_MS = 5;

/** The looks of each store that wait for the next transaction. */
const waitingFor = new WeakMap<Store, Waiting[]>();

/**
 * As `commitLook`, for looks that found nothing: those that end at about the same time share one
 * transaction. Each transaction costs a sync of the disk, which blocks the event loop for
 * milliseconds; and what is lost of such a look by a crash is only made once more.
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
    // What stands in the way of one must not keep the others from being stored.
    for (const one of batch) await commitAlone(store, one);
  }
}

async function commitAlone(store: Store, one: Waiting): Promise<void> {
  await commitLook(store, one.claimed, one.commit).then(one.resolve, one.reject);
}
