import { sql } from 'kysely';
import { isPostgres } from '../store/dialect.js';
import { chunks, type Db } from '../store/store.js';
import { indexItems } from '../words/index-items.js';
import type { MaintenanceOptions } from './progress.js';
import { readSchemaTables, type Table } from './schema-tables.js';

type Row = Readonly<Record<string, string | number | null>>;

/** A table of both databases. */
export interface CopiedTable {
  table: string;
  rows: number;
}

/** Copies all rows into a database that has none. The source must not change, so it is a snapshot. */
export async function copyRows(
  source: Db,
  target: Db,
  { onProgress, signal }: MaintenanceOptions,
): Promise<CopiedTable[]> {
  const copied: CopiedTable[] = [];
  for (const table of await readSchemaTables()) {
    const total = await countRows(source, table);
    let done = 0;
    onProgress?.({ table: table.name, done, total });
    for await (const rows of readRows(source, table)) {
      signal?.throwIfAborted();
      await insertRows(target, table, rows);
      done += rows.length;
      onProgress?.({ table: table.name, done, total });
    }
    copied.push({ table: table.name, rows: done });
  }
  await indexCopied(target, signal);
  return copied;
}

/** Whether any table has rows. */
export async function hasRows(db: Db): Promise<boolean> {
  for (const { name } of await readSchemaTables()) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db);
    if (rows.length > 0) return true;
  }
  return false;
}

async function countRows(db: Db, { name }: Table): Promise<number> {
  const counted = sql<{ rows: number }>`select count(*) as rows from ${sql.table(name)}`;
  return Number((await counted.execute(db)).rows[0]?.rows ?? 0);
}

/** Target size of a batch in characters; row sizes may differ a thousandfold. */
const BATCH_SIZE = 2_000_000;
const FIRST_BATCH = 20;
const MAX_BATCH = 1000;

/**
 * The rows of a table in the order of its key, in batches of bounded size. Each batch starts after the
 * last key of the one before, so all batches cost the same.
 */
async function* readRows(db: Db, table: Table): AsyncGenerator<Row[]> {
  const key = refs(table.key);
  let limit = FIRST_BATCH;
  let after = sql``;
  for (;;) {
    const { rows } = await sql<Row>`
      select ${refs(table.columns)} from ${sql.table(table.name)} ${after}
      order by ${key} limit ${limit}`.execute(db);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < limit) return;
    after = sql`where (${key}) > (${sql.join(table.key.map((column) => last[column]))})`;
    // At most twice as many as before, because the next rows may be larger.
    const fitting = Math.floor((BATCH_SIZE * rows.length) / JSON.stringify(rows).length);
    limit = Math.max(1, Math.min(MAX_BATCH, fitting, limit * 2));
  }
}

/** Values in one statement; SQLite takes 32,766, PostgreSQL 65,535. */
const VALUES = 4000;

async function insertRows(db: Db, { name, columns }: Table, rows: readonly Row[]): Promise<void> {
  for (const some of chunks(rows, Math.ceil(VALUES / columns.length))) {
    const values = some.map(
      (row) => sql`(${sql.join(columns.map((column) => row[column] ?? null))})`,
    );
    await sql`
      insert into ${sql.table(name)} (${refs(columns)}) values ${sql.join(values)}
    `.execute(db);
  }
}

function refs(columns: readonly string[]) {
  return sql.join(columns.map((column) => sql.ref(column)));
}

/** Makes what is not copied with the items: their words, and where PostgreSQL goes on to number them. */
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
