import { isUtf8 } from 'node:buffer';
import type LibsqlDatabase from 'libsql';
import { ServiceError } from '../../core/errors.js';
import { sqliteCode } from './sqlite-error.js';

/**
 * A text that is not UTF-8, as after a disk error or a write of another program. libsql ends the
 * process when it reads one (`Result::unwrap` in value.rs), which cannot be caught.
 */
export interface InvalidText {
  table: string;
  column: string;
  /** The primary key of the row; invalid bytes in it are replaced. */
  id: string;
  rowid: number;
  /** The text with U+FFFD in place of invalid bytes. */
  replacement: string;
}

/** Number of rows per statement; their texts are in memory together. */
const ROWS = 200;

/**
 * Finds all texts that are not UTF-8. Reads them as blobs, which libsql does not decode, and those of
 * many rows as one: 5 s per gigabyte, where reading each column takes 11 s.
 */
export function findInvalidTexts(database: LibsqlDatabase.Database): InvalidText[] {
  // One transaction, so that no other process changes the tables meanwhile.
  database.exec('begin');
  try {
    const tables = rows<[name: string]>(
      database,
      "select name from pragma_table_list where schema = 'main' and type = 'table' and not wr order by name",
    );
    return tables.flatMap(([table]) => invalidTextsOf(database, table));
  } finally {
    if (database.inTransaction) database.exec('commit');
  }
}

/**
 * Replaces the invalid bytes of these texts with U+FFFD: of all texts, or of none. @throws
 * ServiceError STORE_UNAVAILABLE if that would make two keys equal
 */
export function repairTexts(
  database: LibsqlDatabase.Database,
  texts: readonly InvalidText[],
): void {
  database.exec('begin immediate');
  try {
    // A key and the rows that refer to it have the same bytes, and get the same replacement.
    database.pragma('defer_foreign_keys = on');
    for (const { table, column, rowid, replacement } of texts) {
      const update = `update ${quotedName(table)} set ${quotedName(column)} = ? where rowid = ?`;
      database.prepare(update).run([replacement, rowid]);
    }
    database.exec('commit');
  } catch (error) {
    if (database.inTransaction) database.exec('rollback');
    if (!sqliteCode(error)?.startsWith('SQLITE_CONSTRAINT')) throw error;
    throw new ServiceError(
      'STORE_UNAVAILABLE',
      `The database ${database.name} has keys that are not UTF-8 and cannot be repaired. Restore a backup: feedctl service restore FILE`,
      { cause: error },
    );
  }
}

function invalidTextsOf(database: LibsqlDatabase.Database, table: string): InvalidText[] {
  const columns = rows<[name: string, pk: number]>(
    database,
    `select name, pk from pragma_table_info('${table}')`,
  );
  const lines = columns.map(([name]) => `${ifText(name, `${quotedName(name)} || char(10)`)}`);
  // Each text ends with a line feed, which is part of no character of several bytes.
  const chunk = database
    .prepare(
      `select cast(group_concat(${lines.map((line) => `coalesce(${line}, '')`).join(' || ')}, '') as blob), max(row)
      from (select rowid as row, * from ${quotedName(table)} where rowid > ? order by rowid limit ${ROWS})`,
    )
    .raw(true);
  const found: InvalidText[] = [];
  let after = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const [texts, last] = chunk.get([after]) as [ArrayBuffer | null, number | null];
    if (last === null) return found;
    if (texts !== null && !isUtf8(texts)) {
      found.push(...invalidTextsOfRows(database, { table, columns, after, last }));
    }
    after = last;
  }
}

interface Rows {
  table: string;
  columns: readonly (readonly [name: string, pk: number])[];
  after: number;
  last: number;
}

function invalidTextsOfRows(
  database: LibsqlDatabase.Database,
  { table, columns, after, last }: Rows,
): InvalidText[] {
  const keys = columns.filter(([, pk]) => pk > 0).sort(([, a], [, b]) => a - b);
  const key = keys.map(([name]) => quotedName(name)).join(` || ' ' || `) || 'rowid';
  const texts = columns.map(([name]) => ifText(name, `cast(${quotedName(name)} as blob)`));
  const read = rows<[rowid: number, id: ArrayBuffer, ...texts: (ArrayBuffer | null)[]]>(
    database,
    `select rowid, cast(${key} as blob), ${texts.join()} from ${quotedName(table)} where rowid > ? and rowid <= ?`,
    [after, last],
  );
  return read.flatMap(([rowid, id, ...values]) =>
    values.flatMap((value, at) => {
      if (value === null || isUtf8(value)) return [];
      const column = columns[at]?.[0] ?? '';
      return [{ table, column, id: decodedBytes(id), rowid, replacement: decodedBytes(value) }];
    }),
  );
}

function ifText(column: string, value: string): string {
  return `iif(typeof(${quotedName(column)}) = 'text', ${value}, null)`;
}

function decodedBytes(bytes: ArrayBuffer): string {
  return new TextDecoder().decode(bytes);
}

function quotedName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function rows<T>(
  database: LibsqlDatabase.Database,
  sql: string,
  parameters: readonly unknown[] = [],
): T[] {
  return database.prepare(sql).raw(true).all(parameters) as T[];
}
