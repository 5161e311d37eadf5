import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import LibsqlDatabase from 'libsql';
import pg from 'pg';
import { emptyDatabase, STORE } from './database.js';
import { sqlitePlace } from './places.js';
import { command } from './postgres-databases.js';

const FOLDER = 'test/data/schemas';

/** The time of services that open the data: after those of the newest schema were made. */
export const STORED_AT = Date.UTC(2026, 10, 30);

/** The schemas of which there are data, by number. */
export function storedSchemas(): number[] {
  return readdirSync(FOLDER)
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .sort((one, other) => one - other);
}

/** A database as a release with this schema has left it; see scripts/stored-data.js. */
export async function storedDatabase(schema: number): Promise<string> {
  if (STORE === 'sqlite') return storedBackup(schema);
  const location = await emptyDatabase();
  await command(location, readStored(schema, 'postgres.sql.gz').toString());
  return location;
}

/** A backup of it: a file of SQLite. */
export async function storedBackup(schema: number): Promise<string> {
  const location = await sqlitePlace();
  writeFileSync(location, readStored(schema, 'sqlite.db.gz'), { mode: 0o600 });
  return location;
}

function readStored(schema: number, name: string): Buffer {
  return gunzipSync(readFileSync(join(FOLDER, String(schema), name)));
}

export type StoredRow = Readonly<Record<string, unknown>>;

/** All rows by table, without the indexes of searches, and without feedctl. */
export async function storedRows(location: string): Promise<Map<string, StoredRow[]>> {
  return location.startsWith('postgres:') ? postgresRows(location) : sqliteRows(location);
}

const DERIVED = /^(?:sqlite_|libsql_|item_words|feed_trigrams|feed_names)/;

function sqliteRows(location: string): Map<string, StoredRow[]> {
  const database = new LibsqlDatabase(location, { readonly: true });
  const all = (sql: string) => database.prepare(sql).all() as StoredRow[];
  const tables = all("select name from sqlite_master where type = 'table'").map(
    ({ name }) => `${name}`,
  );
  const rows = tables
    .filter((name) => !DERIVED.test(name))
    .map((name): [string, StoredRow[]] => [name, all(`select * from ${name}`)]);
  database.close();
  return new Map(rows);
}

async function postgresRows(location: string): Promise<Map<string, StoredRow[]>> {
  const client = new pg.Client({ connectionString: location });
  await client.connect();
  const all = async (sql: string) => (await client.query<StoredRow>(sql)).rows;
  const found = new Map<string, StoredRow[]>();
  const tables = await all("select tablename as name from pg_tables where schemaname = 'public'");
  for (const name of tables.map((table) => `${table.name}`)) {
    if (!DERIVED.test(name)) found.set(name, await all(`select * from ${name}`));
  }
  await client.end();
  return found;
}

/** Rows that are not among the others with all of their values. */
export function missingRows(rows: readonly StoredRow[], others: readonly StoredRow[]): StoredRow[] {
  const columns = Object.keys(rows[0] ?? {});
  // PostgreSQL gives large numbers as text.
  const text = (row: StoredRow) => JSON.stringify(columns.map((column) => `${row[column]}`));
  const there = new Set(others.map(text));
  return rows.filter((row) => !there.has(text(row)));
}
