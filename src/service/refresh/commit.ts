import { sql, type Updateable } from 'kysely';
import { type PreparedQuery, preparedWrite } from '../store/prepared.js';
import type { Database, RowOf } from '../store/schema.js';
import type { Db, Store } from '../store/store.js';
import { writeBatched } from '../store/write-batched.js';
import { enterIntoHistory } from './history.js';
import type { ClaimedFeed } from './suspension.js';
import { suspicionAfter } from './suspension.js';

/** The result of a fetch. It is stored completely or not at all. */
export interface Commit {
  /** The columns of the feed to update; the lease is also released. */
  feed: Updateable<Database['feeds']>;
  /** True if the published feeds change. */
  visible: boolean;
  /** The row for the fetch history. */
  entry: Omit<RowOf<'refreshes'>, 'feed_id' | 'number' | 'at'>;
  now: number;
  /** Further writes of the transaction; see `commitFetch`. */
  write?: (transaction: Db) => Promise<void>;
}

/**
 * Writes the result of a fetch within a transaction. The first statement checks the lease; without
 * it nothing is written, so there is nothing to roll back.
 */
async function writeFetch(transaction: Db, claimed: ClaimedFeed, commit: Commit): Promise<boolean> {
  if (!(await updateFeed(transaction, claimed, commit))) return false;
  await enterIntoHistory(transaction, {
    feed_id: claimed.id,
    number: claimed.refresh_count + 1,
    at: commit.now,
    ...commit.entry,
  });
  return true;
}

/** Updates the feed and makes the further writes, if there are any; false if the lease was lost. */
async function updateFeed(
  transaction: Db,
  claimed: ClaimedFeed,
  { feed, visible, now, entry, write }: Commit,
): Promise<boolean> {
  const { columns, values } = itemChanges(claimed, {
    ...suspicionAfter(claimed, entry.outcome),
    ...feed,
    ...(visible ? { updated_at: now } : {}),
    last_refreshed_at: now,
    refresh_count: claimed.refresh_count + 1,
  });
  const update = committedUpdate(columns, visible);
  const updated = await update(transaction, ...values, claimed.id, claimed.lease_token);
  if (updated === 0) return false;
  await write?.(transaction);
  return true;
}

type ColumnValue = string | number | null;

/** The columns whose values differ from those of the claim: a 304 changes five of some thirty. */
function itemChanges(claimed: ClaimedFeed, next: Updateable<Database['feeds']>) {
  const columns: (keyof typeof next)[] = [];
  const values: ColumnValue[] = [];
  for (const column of Object.keys(next) as (keyof typeof next)[]) {
    const value = next[column];
    // `noteParsing` writes this column after the claim.
    if (value === undefined || (value === claimed[column] && column !== 'is_parsing')) continue;
    columns.push(column);
    values.push(value);
  }
  return { columns, values };
}

/**
 * An update of a feed by the holder of its lease, which also releases the lease. Its result is the
 * number of feeds: 0 without the lease.
 */
type LeasedUpdate = PreparedQuery<ColumnValue[], number>;

/** Cache of the statements: there are few kinds of results, and each changes its own columns. */
const updates = new Map<string, LeasedUpdate>();

/**
 * The statement that sets these columns of a feed; its last parameters are the id of the feed and
 * the token of its lease.
 */
function committedUpdate(columns: readonly string[], visible: boolean): LeasedUpdate {
  const key = `${visible} ${columns.join()}`;
  const known = updates.get(key);
  if (known !== undefined) return known;
  const update = preparedWrite((db, ...values: ColumnValue[]) => {
    const [id = '', token = ''] = values.slice(-2) as string[];
    const set = Object.fromEntries(columns.map((column, at) => [column, values[at]]));
    return (
      db
        .updateTable('feeds')
        .set(set)
        .set({ lease_token: sql.lit(null), lease_expires_at: sql.lit(null) })
        // The database increases the revision, because changed settings also increase it while a
        // source is being read.
        .$if(visible, (query) => query.set({ revision: sql<number>`revision + 1` }))
        .where('id', '=', id)
        .where('lease_token', '=', token)
    );
  });
  updates.set(key, update);
  return update;
}

/**
 * Maximum number of documents per transaction, which blocks other users of the database for about 5
 * ms.
 */
const MAX_DOCUMENTS = 8;

/**
 * Time for which a result waits while several feeds are being read, in milliseconds: a longer wait
 * means fewer transactions and fewer syncs.
 */
const BUSY_WINDOW_MS = 15;

/**
 * Stores the result of a fetch in a transaction that it shares with concurrent ones. False, without
 * storing anything, if the lease was lost: it expired and another process has the feed, or the feed
 * was deleted. `write` may be called again after a shared transaction failed.
 * @param windowMs see `BatchOptions`
 */
export function commitFetch(
  store: Store,
  claimed: ClaimedFeed,
  commit: Commit,
  windowMs?: number,
): Promise<boolean> {
  const write = (transaction: Db) => writeFetch(transaction, claimed, commit);
  const options = { windowMs, busyMs: BUSY_WINDOW_MS, order: claimed.id };
  return commit.write === undefined
    ? writeBatched(store, 'fetches', write, options)
    : writeBatched(store, 'documents', write, { ...options, most: MAX_DOCUMENTS });
}
