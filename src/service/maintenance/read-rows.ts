import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../store/store.js';
import type { Key } from './compare-keys.js';
import { rowText } from './digest.js';
import type { Table } from './schema-tables.js';

export type Row = Readonly<Record<string, string | number | null>>;

/** A row with derived values: its key, and the text for its digest and size. */
export interface ReadRow {
  row: Row;
  key: Key;
  text: string;
}

/** Target size of a batch in characters; row sizes may differ a thousandfold. */
const BATCH_SIZE = 2_000_000;
const FIRST_BATCH = 20;
const MAX_BATCH = 1000;

/**
 * The rows of a table in key order, in batches of bounded size. Each batch starts after the last
 * key of the one before, so all batches cost the same.
 */
export async function* readRows(db: Db, table: Table): AsyncGenerator<ReadRow[]> {
  let limit = FIRST_BATCH;
  let last: Key | undefined;
  for (;;) {
    const { rows } = await select(table, last, limit).execute(db);
    const batch = rows.map((row) => ({
      row,
      key: keyOf(table, row),
      text: rowText(row, table.columns),
    }));
    if (batch.length > 0) yield batch;
    if (batch.length < limit) return;
    last = batch.at(-1)?.key;
    limit = nextLimit(batch, limit);
  }
}

function select(table: Table, last: Key | undefined, limit: number): RawBuilder<Row> {
  const key = sql.join(table.key.map((column) => sql.ref(column)));
  const columns = sql.join(table.columns.map((column) => sql.ref(column)));
  const after = last === undefined ? sql`` : sql`where (${key}) > (${sql.join(last)})`;
  return sql<Row>`
    select ${columns} from ${sql.table(table.name)} ${after} order by ${key} limit ${sql.lit(limit)}
  `;
}

function keyOf({ key }: Table, row: Row): Key {
  return key.map((column) => row[column] ?? '');
}

/** At most twice as many as before, because the next rows may be larger. */
function nextLimit(batch: readonly ReadRow[], limit: number): number {
  const size = batch.reduce((sum, { text }) => sum + text.length, 0);
  const fitting = Math.floor((BATCH_SIZE * batch.length) / Math.max(1, size));
  return Math.max(1, Math.min(MAX_BATCH, fitting, limit * 2));
}
