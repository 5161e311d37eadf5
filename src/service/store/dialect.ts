import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';

/**
 * The differences between the stores. The rest is the same SQL on both, helped by their compilers:
 * that of SQLite omits row locks (a transaction locks the whole database), that of PostgreSQL
 * orders text bytewise like SQLite.
 */
export function isPostgres<T>(db: Kysely<T>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/** Whether the database has this table. */
export async function hasTable<T>(db: Kysely<T>, name: string): Promise<boolean> {
  const { rows } = isPostgres(db)
    ? await sql`select 1 where to_regclass(${name}) is not null`.execute(db)
    : await sql`select 1 from sqlite_master where type = 'table' and name = ${name}`.execute(db);
  return rows.length > 0;
}

/**
 * An arbitrary constant that must never change and that no other application of the database uses.
 */
const MIGRATION_LOCK = 7_410_000_001;

/**
 * Keeps other processes from migrating until the transaction ends, which may take as long as it
 * needs. On SQLite a transaction does so by itself.
 */
export async function lockMigrations<T>(transaction: Kysely<T>): Promise<void> {
  if (!isPostgres(transaction)) return;
  await sql`set local statement_timeout = 0`.execute(transaction);
  await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(transaction);
}

/** Whether what has no value comes after what has one, the smallest first. */
export function sortsNullsLast<T>(db: Kysely<T>): boolean {
  return isPostgres(db);
}

/** A column of an index, the greatest first and what has none last, as the queries order it. */
export function greatestFirst<T>(db: Kysely<T>, column: string): RawBuilder<unknown> {
  const nulls = isPostgres(db) ? sql` nulls last` : sql``;
  return sql`${sql.ref(column)} desc${nulls}`;
}

/**
 * The title that a feed shows, as `sort=title` and the index behind it order it: ASCII letters in
 * lower case (SQLite knows no others), and no more of it than an index entry of PostgreSQL may be
 * long (2704 bytes).
 */
export function titleOrder(): RawBuilder<string> {
  return sql<string>`lower(substr(coalesce(title_override, title), 1, 200))`;
}

/**
 * The newest of the dates that a feed keeps in `item_dates`; null when there is none. Taken from the
 * text: a function for JSON would refuse to store a row whose text is none.
 */
export function newestItemDate<T>(db: Kysely<T>): RawBuilder<number | null> {
  return isPostgres(db)
    ? sql`(substring(item_dates from '^\\[(-?[0-9]{1,15})')::bigint)`
    : sql`nullif(cast(substr(item_dates, 2) as integer), 0)`;
}

/** More would tell nothing new: the answer is to restore a copy. */
const DAMAGE_SHOWN = 5;

/**
 * What the store finds wrong with its own files; empty when it is sound. SQLite reads the whole
 * database and compares every index with its table: quick_check leaves that out, and missed 6 of 23
 * kinds of damage. It takes some seconds for each gigabyte. PostgreSQL guards its pages itself, and
 * names indexes that were never finished.
 */
export async function damageOf<T>(db: Kysely<T>): Promise<string[]> {
  if (isPostgres(db)) {
    const { rows } = await sql<{ name: string }>`
      select indexrelid::regclass::text as name from pg_index
      where not (indisvalid and indisready) limit ${DAMAGE_SHOWN}
    `.execute(db);
    return rows.map(({ name }) => `The index ${name} is not usable: reindex it.`);
  }
  const checked = sql<{
    integrity_check: string;
  }>`pragma integrity_check(${sql.lit(DAMAGE_SHOWN)})`;
  const { rows } = await checked.execute(db);
  return rows.map(({ integrity_check }) => integrity_check).filter((line) => line !== 'ok');
}
