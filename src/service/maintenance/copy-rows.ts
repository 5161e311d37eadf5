import { sql } from 'kysely';
import type { Db } from '../store/store.js';
import { differences } from './differences.js';
import { type Digest, RunningDigest } from './digest.js';
import { MaintenanceError } from './errors.js';
import type { Watcher } from './progress.js';
import { type ReadRow, readRows } from './read-rows.js';
import { readSchemaTables, type Table } from './schema-tables.js';
import { deleteRows, insertRows } from './write-rows.js';

/** A table of both databases. */
export interface CopiedTable extends Digest {
  table: string;
}

/**
 * Makes the rows of `target` equal to those of `source`, whatever already exists. Both have the
 * current schema. The source must not change, so it must be a snapshot.
 * @returns the digests of the source, for `verifyRows`
 */
export async function copyRows(source: Db, target: Db, watcher: Watcher): Promise<CopiedTable[]> {
  const tables = await readSchemaTables();
  const isStarted = await anyRow(target, tables);
  const totals = await countRows(source, tables);
  if (isStarted) await prune(source, target, tables, watcher);
  const copied: CopiedTable[] = [];
  for (const table of tables) {
    watcher.begin('copy', table.name, totals.get(table.name) ?? 0);
    const digest = isStarted
      ? await fillGaps(source, target, table, watcher)
      : await fill(source, target, table, watcher);
    copied.push({ table: table.name, ...digest });
  }
  return copied;
}

/**
 * Verifies a copy: reads each table back and compares count and checksum.
 * @throws MaintenanceError COPY_DIFFERS
 */
export async function verifyRows(
  target: Db,
  expected: readonly CopiedTable[],
  watcher: Watcher,
): Promise<void> {
  for (const table of await readSchemaTables()) {
    const wanted = expected.find((copied) => copied.table === table.name);
    if (wanted === undefined) continue;
    watcher.begin('verify', table.name, wanted.rows);
    const found = await digestOf(target, table, watcher);
    if (!same(wanted, found)) throw differs(wanted, found);
  }
}

/** Whether any table has rows. */
export async function anyRow(db: Db, tables: readonly Table[]): Promise<boolean> {
  for (const { name } of tables) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db);
    if (rows.length > 0) return true;
  }
  return false;
}

async function countRows(db: Db, tables: readonly Table[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { name } of tables) {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from ${sql.table(name)}
    `.execute(db);
    counts.set(name, Number(rows[0]?.n ?? 0));
  }
  return counts;
}

/**
 * Deletes rows of an earlier attempt that the source no longer has, in all tables before any is
 * filled: a deleted row could conflict with a new one in another unique column.
 */
async function prune(
  source: Db,
  target: Db,
  tables: readonly Table[],
  watcher: Watcher,
): Promise<void> {
  for (const table of tables) {
    watcher.begin('compare', table.name, 0);
    for await (const { rows, surplus } of differences(source, target, table)) {
      if (surplus.length > 0) await deleteRows(target, table, surplus);
      watcher.done(rows.length);
    }
  }
}

async function fillGaps(source: Db, target: Db, table: Table, watcher: Watcher): Promise<Digest> {
  const digest = new RunningDigest();
  for await (const { rows, missing } of differences(source, target, table)) {
    if (missing.length > 0) await insertRows(target, table, missing);
    addAll(digest, rows, watcher);
  }
  return digest.value();
}

async function fill(source: Db, target: Db, table: Table, watcher: Watcher): Promise<Digest> {
  const digest = new RunningDigest();
  for await (const batch of readRows(source, table)) {
    await insertRows(
      target,
      table,
      batch.map(({ row }) => row),
    );
    addAll(digest, batch, watcher);
  }
  return digest.value();
}

/** The digest of a table. */
export async function digestOf(db: Db, table: Table, watcher: Watcher): Promise<Digest> {
  const digest = new RunningDigest();
  for await (const batch of readRows(db, table)) addAll(digest, batch, watcher);
  return digest.value();
}

function addAll(digest: RunningDigest, rows: readonly ReadRow[], watcher: Watcher): void {
  for (const { text } of rows) digest.add(text);
  watcher.done(rows.length);
}

function same(a: Digest, b: Digest): boolean {
  return a.rows === b.rows && a.checksum === b.checksum;
}

function differs({ table, ...expected }: CopiedTable, found: Digest): MaintenanceError {
  const what =
    expected.rows === found.rows
      ? `${found.rows} rows, as in the source, but with other content`
      : `${found.rows} rows, and the source ${expected.rows}`;
  return new MaintenanceError(
    'COPY_DIFFERS',
    `The copy is not the same as its source: the table ${table} has ${what}.`,
    { hint: 'Make sure that no other program writes to the copy, and run the command again.' },
  );
}
