import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../store/store.js';
import type { Key } from './compare-keys.js';
import type { Row } from './read-rows.js';
import type { Table } from './schema-tables.js';

/** Values in one statement; SQLite takes 32,766, PostgreSQL 65,535. */
const VALUES = 4000;

/** Adds rows to a table in one transaction; one that is there by its key stays as it is. */
export async function insertRows(db: Db, table: Table, rows: readonly Row[]): Promise<void> {
  const columns = sql.join(table.columns.map((column) => sql.ref(column)));
  const key = sql.join(table.key.map((column) => sql.ref(column)));
  await db.transaction().execute(async (transaction) => {
    for (const some of chunks(rows, Math.ceil(VALUES / table.columns.length))) {
      const values = some.map(
        (row) => sql`(${sql.join(table.columns.map((column) => row[column] ?? null))})`,
      );
      await sql`
        insert into ${sql.table(table.name)} (${columns}) values ${sql.join(values)}
        on conflict (${key}) do nothing
      `.execute(transaction);
    }
  });
}

/** Keys in one statement: SQLite's expressions may be a thousand deep. */
const KEYS = 200;

/** Takes rows out of a table, and with them what refers to them, in one transaction. */
export async function deleteRows(db: Db, table: Table, keys: readonly Key[]): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    for (const some of chunks(keys, KEYS)) {
      const wanted = some.map((key) => sql`(${sql.join(equalities(table, key), sql` and `)})`);
      await sql`
        delete from ${sql.table(table.name)} where ${sql.join(wanted, sql` or `)}
      `.execute(transaction);
    }
  });
}

function equalities({ key }: Table, values: Key): RawBuilder<unknown>[] {
  return key.map((column, index) => sql`${sql.ref(column)} = ${values[index]}`);
}

function* chunks<T>(all: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size);
}
