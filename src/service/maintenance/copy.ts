import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { sql } from 'kysely';
import { indexItems } from '../items/index-items.js';
import { isServed } from '../operation/liveness.js';
import { isPostgres } from '../store/dialect.js';
import { parseLocation, shownLocation } from '../store/open-store.js';
import { TABLES } from '../store/schema.js';
import { chunks, type Db, type Store } from '../store/store.js';
import type { Table } from '../store/tables/table.js';
import { MaintenanceError } from './errors.js';
import { withStore } from './with-store.js';

/** Progress of copying a table, in rows. */
export interface Progress {
  table: string;
  done: number;
  total: number;
}

export interface MaintenanceOptions {
  /** Called after every batch. */
  onProgress?: ((progress: Progress) => void) | undefined;
  /** Aborts the work between two batches. */
  signal?: AbortSignal | undefined;
}

/** The result of a copy. */
export interface Copied {
  /** Location of the source, without secrets. */
  from: string;
  to: string;
  tables: { table: string; rows: number }[];
  /** True when a process started to serve the source during the copy; its changes are missing. */
  servedMeanwhile: boolean;
}

/**
 * Copies a database into an empty one, in either direction between the stores, in one transaction: a
 * copy that is interrupted leaves the target empty.
 *
 * @throws MaintenanceError SAME_DATABASE, DATABASE_MISSING, DATABASE_IN_USE while a process serves
 * either database, DATABASE_NOT_EMPTY for a target with data
 * @throws ServiceError STORE_UNAVAILABLE, INVALID_FIELD as `openStore`
 */
export async function copyDatabase(
  from: string,
  to: string,
  options: MaintenanceOptions = {},
): Promise<Copied> {
  const [source, target] = [databaseName(from), databaseName(to)];
  if (source.identity === target.identity) {
    throw new MaintenanceError(
      'SAME_DATABASE',
      `${shownLocation(from)} cannot be copied onto itself.`,
    );
  }
  if (source.isMissing) {
    throw new MaintenanceError('DATABASE_MISSING', `There is no database at ${source.location}.`);
  }
  return withStore(source.location, async (open) => {
    await requireUnserved(open, 'copied');
    return withStore(target.location, async (empty) => {
      await requireUnserved(empty, 'written');
      return copyStore(open, empty, options);
    });
  });
}

function databaseName(location: string) {
  const place = parseLocation(location);
  if (place.kind === 'postgres') {
    return { location: place.url, identity: place.shown, isMissing: false };
  }
  const path = resolve(place.path);
  const isMissing = !existsSync(path);
  return { location: path, identity: isMissing ? path : realpathSync(path), isMissing };
}

/** @throws MaintenanceError DATABASE_IN_USE while a `serve` runs on it */
export async function requireUnserved(store: Store, what: string): Promise<void> {
  if (!(await isServed(store, store.clock))) return;
  throw new MaintenanceError(
    'DATABASE_IN_USE',
    `The database ${store.location} cannot be ${what} while feedctl serve is running on it.`,
    { hint: 'Stop every feedctl serve that uses it. A killed one is ignored after 30 seconds.' },
  );
}

/**
 * Like `copyDatabase`, for two open databases. The source is read as it is at one instant, however long
 * that takes.
 * @param name of the source, in messages
 */
export async function copyStore(
  source: Store,
  target: Store,
  options: MaintenanceOptions,
  name: string = source.location,
): Promise<Copied> {
  if (!(await hasAccounts(source.db))) {
    throw new MaintenanceError(
      'DATABASE_MISSING',
      `The database ${name} is empty: nothing to copy.`,
    );
  }
  const reading = source.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only');
  const tables = await reading.execute(async (snapshot) => {
    if (isPostgres(snapshot)) {
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(snapshot);
    }
    return target.db.transaction().execute(async (transaction) => {
      if (await hasAccounts(transaction)) throw notEmpty(target);
      return copyTables(snapshot, transaction, options);
    });
  });
  const servedMeanwhile = await isServed(source, source.clock);
  return { from: name, to: target.location, tables, servedMeanwhile };
}

/** True if there is an account. Start-up creates the owner account before any other row exists. */
async function hasAccounts(db: Db): Promise<boolean> {
  return (await db.selectFrom('accounts').select('id').limit(1).execute()).length > 0;
}

function notEmpty({ location }: Store): MaintenanceError {
  return new MaintenanceError(
    'DATABASE_NOT_EMPTY',
    `The database ${location} is not empty; the target of a copy must be.`,
    { hint: 'Pass a file that does not exist yet, or a new database from createdb.' },
  );
}

async function copyTables(
  source: Db,
  target: Db,
  { onProgress, signal }: MaintenanceOptions,
): Promise<Copied['tables']> {
  const copied: Copied['tables'] = [];
  for (const [name, table] of Object.entries(TABLES)) {
    const counted = sql<{ rows: number }>`select count(*) as rows from ${sql.table(name)}`;
    const total = Number((await counted.execute(source)).rows[0]?.rows);
    let done = 0;
    onProgress?.({ table: name, done, total });
    for await (const rows of readRows(source, name, table)) {
      signal?.throwIfAborted();
      await insertRows(target, name, rows);
      done += rows.length;
      onProgress?.({ table: name, done, total });
    }
    copied.push({ table: name, rows: done });
  }
  await indexCopied(target, signal);
  return copied;
}

type Row = Readonly<Record<string, string | number | null>>;

/** Target size of a batch in characters; row sizes may differ a thousandfold. */
const BATCH_SIZE = 2_000_000;
const FIRST_BATCH = 20;
const MAX_BATCH = 1000;

/**
 * The rows of a table in the order of its key, in batches of bounded size. Each batch starts after the
 * last key of the one before, so all batches cost the same.
 */
async function* readRows(db: Db, name: string, { columns, key }: Table): AsyncGenerator<Row[]> {
  let limit = FIRST_BATCH;
  let after = sql``;
  for (;;) {
    const { rows } = await sql<Row>`
      select ${refs(Object.keys(columns))} from ${sql.table(name)} ${after}
      order by ${refs(key)} limit ${limit}`.execute(db);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < limit) return;
    after = sql`where (${refs(key)}) > (${sql.join(key.map((column) => last[column]))})`;
    // At most twice as many as before, because the next rows may be larger.
    const fitting = Math.floor((BATCH_SIZE * rows.length) / JSON.stringify(rows).length);
    limit = Math.max(1, Math.min(MAX_BATCH, fitting, limit * 2));
  }
}

/** Values in one statement; SQLite takes 32,766, PostgreSQL 65,535. */
const VALUES = 4000;

async function insertRows(db: Db, name: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  for (const some of chunks(rows, Math.ceil(VALUES / columns.length))) {
    const values = some.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
    await sql`
      insert into ${sql.table(name)} (${refs(columns)}) values ${sql.join(values)}
    `.execute(db);
  }
}

function refs(columns: readonly string[]) {
  return sql.join(columns.map((column) => sql.ref(column)));
}

/** Rebuilds what is not copied: the index of words, and PostgreSQL's sequences. */
async function indexCopied(db: Db, signal: AbortSignal | undefined): Promise<void> {
  const feeds = await db.selectFrom('feeds').select('id').execute();
  for (const { id } of feeds) {
    signal?.throwIfAborted();
    const items = await db
      .selectFrom('items')
      .select(['identity', 'title', 'description_text', 'authors', 'extras'])
      .where('feed_id', '=', id)
      .execute();
    await indexItems(db, id, items);
  }
  if (!isPostgres(db)) return;
  await sql`
    select setval(pg_get_serial_sequence('items', 'number'), max(number)) from items
  `.execute(db);
}
