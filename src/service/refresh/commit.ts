import { type Selectable, sql, type Updateable } from 'kysely';
import { FEED_COLUMNS, type FeedRow } from '../feeds/feed-row.js';
import type { FeedsTable, RefreshesTable } from '../store/schema.js';
import type { Db, Store } from '../store/store.js';
import type { ClaimedFeed } from './claim.js';

/** Looks remembered of each feed. */
export const KEPT_REFRESHES = 100;

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
  write?: (transaction: Db, feed: FeedRow & { account_id: string }) => Promise<void>;
}

/**
 * Stores what came of a look in one transaction. False - and nothing is stored - when the lease was
 * lost meanwhile: it ran out and somebody else has the feed, or the feed was deleted.
 */
export async function commitLook(
  { db }: Store,
  claimed: ClaimedFeed,
  commit: Commit,
): Promise<boolean> {
  const number = claimed.refresh_count + 1;
  try {
    await db.transaction().execute(async (transaction) => {
      const feed = await transaction
        .updateTable('feeds')
        .set({
          ...commit.feed,
          // Counted in the database: settings raise it too, while a source is being read.
          ...(commit.visible
            ? { revision: sql<number>`revision + 1`, updated_at: commit.now }
            : {}),
          last_refreshed_at: commit.now,
          refresh_count: number,
          lease_token: null,
          lease_expires_at: null,
        })
        .where('id', '=', claimed.id)
        .where('lease_token', '=', claimed.lease_token)
        .returning([...FEED_COLUMNS, 'account_id'])
        .executeTakeFirst();
      if (feed === undefined) throw new LeaseLost();
      await commit.write?.(transaction, feed);
      await enterIntoHistory(transaction, claimed.id, number, commit);
    });
    return true;
  } catch (error) {
    if (error instanceof LeaseLost) return false;
    throw error;
  }
}

/** Thrown to roll back. */
class LeaseLost extends Error {}

async function enterIntoHistory(
  transaction: Db,
  feedId: string,
  number: number,
  { entry, now }: Commit,
): Promise<void> {
  await transaction
    .insertInto('refreshes')
    .values({ feed_id: feedId, number, at: now, ...entry })
    .execute();
  await transaction
    .deleteFrom('refreshes')
    .where('feed_id', '=', feedId)
    .where('number', '<=', number - KEPT_REFRESHES)
    .execute();
}
