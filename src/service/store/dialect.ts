import { PostgresAdapter, type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';

/**
 * True for PostgreSQL. Differences between the stores are in this file; all other SQL is the same.
 * The compilers help: that of SQLite omits row locks (a transaction locks the whole database), that
 * of PostgreSQL orders text bytewise like SQLite.
 */
export function isPostgres(db: QueryExecutorProvider): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/** True if a row was refused because another row has its unique columns. */
export function isDuplicate(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === '23505' || code === 'SQLITE_CONSTRAINT_UNIQUE';
}

/**
 * True if the database has this table. On PostgreSQL the statement reads `pg_class`, for whose lock
 * the server checks what others have committed. `to_regclass` alone answers from the cache of the
 * connection, which said "none" to a process that had waited for the migration of another one.
 */
export async function hasTable(db: QueryExecutorProvider, name: string): Promise<boolean> {
  const { rows } = isPostgres(db)
    ? await sql`select 1 from pg_catalog.pg_class where oid = to_regclass(${name})`.execute(db)
    : await sql`select 1 from sqlite_master where type = 'table' and name = ${name}`.execute(db);
  return rows.length > 0;
}

/**
 * An arbitrary constant that must never change; other applications of the database must not use it.
 */
const MIGRATION_LOCK = 7_410_000_001;

/**
 * Prevents other processes from migrating until the transaction ends, without a time limit. On
 * SQLite every transaction does this.
 */
export async function lockMigrations(transaction: QueryExecutorProvider): Promise<void> {
  if (!isPostgres(transaction)) return;
  await sql`set local statement_timeout = 0`.execute(transaction);
  await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(transaction);
}

/** Ascending order with missing values last. */
export function sortsNullsLast(db: QueryExecutorProvider): boolean {
  return isPostgres(db);
}

/**
 * The displayed title of a feed, as `sort=title` and its index order it: ASCII letters in lower case
 * (SQLite converts no others), cut to fit an index entry of PostgreSQL (2704 bytes).
 */
export const TITLE_ORDER = 'lower(substr(coalesce(title_override, title), 1, 200))';

/**
 * SQL of the newest date in `item_dates` of a feed; null without dates. It is parsed from the text,
 * because a JSON function would make the insertion of a row with invalid JSON fail.
 */
export const NEWEST_ITEM_DATE = {
  sqlite: 'nullif(cast(substr(item_dates, 2) as integer), 0)',
  postgres: `(substring(item_dates from '^\\[(-?[0-9]{1,15})')::bigint)`,
};

/** The newest date of a feed; see `NEWEST_ITEM_DATE`. */
export function newestItemDate(db: QueryExecutorProvider): RawBuilder<number | null> {
  return sql.raw(isPostgres(db) ? NEWEST_ITEM_DATE.postgres : NEWEST_ITEM_DATE.sqlite);
}

/** True if a column has one of these texts; the statement is the same for any number of them. */
export function isAmong(
  db: QueryExecutorProvider,
  column: string,
  values: readonly string[],
): RawBuilder<boolean> {
  const given = JSON.stringify(values);
  return isPostgres(db)
    ? sql`${sql.ref(column)} = any (array(select jsonb_array_elements_text(${given}::jsonb)))`
    : sql`${sql.ref(column)} in (select value from json_each(${given}))`;
}

/**
 * True if a feed that is found by its id belongs to an account. It is an expression, because SQLite
 * would otherwise use an index of the account, and read all its feeds for a few ids.
 */
export function isFeedOf(account: { id: string }): RawBuilder<boolean> {
  return sql`feeds.account_id || '' = ${account.id}`;
}

/** Maximum number of reported damages: more would not change the advice to restore a backup. */
const DAMAGE_SHOWN = 5;

/**
 * Damage that the store finds in its own files; empty without damage. SQLite reads the whole database
 * and compares every index with its table, which takes some seconds per gigabyte; quick_check skips
 * that and missed 6 of 23 kinds of damage. PostgreSQL checks its pages itself; here it lists indexes
 * that were never completed.
 */
export async function damageOf(db: QueryExecutorProvider): Promise<string[]> {
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

/** Size of the whole database in bytes. */
export async function databaseBytes(db: QueryExecutorProvider): Promise<number> {
  const query = isPostgres(db)
    ? sql<{ bytes: string | number }>`select pg_database_size(current_database()) as bytes`
    : sql<{ bytes: string | number }>`
        select page_count * page_size as bytes from pragma_page_count, pragma_page_size
      `;
  const { rows } = await query.execute(db);
  return Number(rows[0]?.bytes ?? 0);
}

/**
 * A text that both stores keep completely: NUL becomes U+FFFD. PostgreSQL refuses NUL; libsql 0.5
 * stores it, but ends a text there when it reads it.
 */
export function withoutNul<T>(value: T): T | string {
  return typeof value === 'string' && value.includes('\0')
    ? value.replaceAll('\0', '\ufffd')
    : value;
}
