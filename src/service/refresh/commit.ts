import { sql, type Updateable } from 'kysely';
import { type PreparedQuery, preparedWrite } from '../store/prepared.js';
import type { Database, RowOf } from '../store/schema.js';
import type { Db, Store } from '../store/store.js';
import { writeBatched } from '../store/write-batched.js';
import { enterIntoHistory } from './history.js';
import type { ClaimedFeed } from './suspension.js';
import { suspicionAfter } from './suspension.js';

/** The result of a fetch, stored completely or not at all. */
export interface Commit {
  /** Columns of the feed; the lease is also released. */
  feed: Updateable<Database['feeds']>;
  /** The published feeds change. */
  visible: boolean;
  /** The row of the fetch history. */
  entry: Omit<RowOf<'refreshes'>, 'feed_id' | 'number' | 'at'>;
  now: number;
  /** Further writes of the transaction. See `commitFetch`. */
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

/** Updates the feed, with what else is written if there is anything; false without the lease. */
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

/** The columns whose values differ from those of the claim: of some thirty, a 304 changes five. */
function itemChanges(claimed: ClaimedFeed, next: Updateable<Database['feeds']>) {
  const columns: (keyof typeof next)[] = [];
  const values: ColumnValue[] = [];
  for (const column of Object.keys(next) as (keyof typeof next)[]) {
    const value = next[column];
    // `noteParsing` writes it after the claim.
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

/** The statements so far: fetches end in a few ways, each of which changes its own columns. */
const updates = new Map<string, LeasedUpdate>();

/** The statement that sets these columns of a feed; then come its id and the token of its lease. */
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
        // Counted in the database, because changed settings also increase it while a source is
        // being read.
        .$if(visible, (query) => query.set({ revision: sql<number>`revision + 1` }))
        .where('id', '=', id)
        .where('lease_token', '=', token)
    );
  });
  updates.set(key, update);
  return update;
}

/** Documents in one transaction, which keeps others from the database for about 5 ms. */
const MAX_DOCUMENTS = 8;

/** While several feeds are read at once, a longer wait makes fewer transactions, and fewer syncs. */
const BUSY_WINDOW_MS = 15;

/**
 * Stores the result of a fetch in a transaction that it shares with concurrent ones. False, without
 * storing anything, when the lease was lost: it expired and another process has the feed, or the
 * feed was deleted. `write` may be called again after a shared transaction failed.
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
