import { statSync } from 'node:fs';
import { type RawBuilder, sql } from 'kysely';
import { ServiceError } from '../core/errors.js';
import { damageOf } from '../store/dialect.js';
import { parseLocation } from '../store/open-store.js';
import { TABLES } from '../store/schema.js';
import { findInvalidTexts, type InvalidText, repairTexts } from '../store/sqlite/invalid-text.js';
import { openDatabase } from '../store/sqlite/libsql.js';
import { explainSqliteError, sqliteCode } from '../store/sqlite/sqlite-error.js';
import type { Db, Store } from '../store/store.js';
import { MaintenanceError } from './errors.js';
import { INVARIANTS, type Invariant } from './invariants.js';
import { withStore } from './with-store.js';

/** One kind of problem of a database. */
export interface Finding {
  finding: string;
  /** The problem, for people. */
  detail: string;
  /** Number of affected rows; null for damage of the files themselves. */
  rows: number | null;
  /** Ids of some affected rows. */
  examples: string[];
  /** Commands or steps that fix it. */
  fixes: readonly string[];
}

export interface Checked {
  database: string;
  /** Number of checks. */
  checks: number;
  findings: Finding[];
  /** Number of texts whose invalid bytes were replaced. */
  repaired: number;
}

/** Limit of ids in a finding. */
const EXAMPLES = 5;

const FROM_BACKUP = 'Restore a backup: feedctl service restore FILE';

/**
 * Checks for damage of the files, references to missing rows, and broken invariants. Nothing is
 * changed, and other processes can keep working. Reads the whole database: a few seconds per gigabyte.
 */
export async function checkStore(
  { db, clock, location }: Store,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<Checked> {
  const damage = await damageOf(db);
  const findings: Finding[] = damage.map(fileDamage);
  const now = clock.now();
  const checks = [...DANGLING, ...INVARIANTS];
  for (const { finding, broken, detail, fix } of checks) {
    signal?.throwIfAborted();
    const found = await countBroken(db, broken(now)).catch((error: unknown) => {
      // Damaged pages may be unreadable; the damage is already a finding.
      if (damage.length > 0 && isUnreadable(error)) return null;
      throw error;
    });
    if (found === null) break;
    const { rows, examples } = found;
    if (rows > 0) findings.push({ finding, detail, rows, examples, fixes: [fix] });
  }
  return { database: location, checks: checks.length + 1, findings, repaired: 0 };
}

/**
 * Checks only the files or indexes of a database for damage; see `damageOf`.
 * @returns descriptions of the damage; empty when there is none
 */
export function findDamage(location: string): Promise<string[]> {
  return withStore(location, ({ db }) => damageOf(db));
}

/** Damage of the database file itself. */
function fileDamage(detail: string): Finding {
  return { finding: 'damage', detail, rows: null, examples: [], fixes: [FROM_BACKUP] };
}

function isUnreadable(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'STORE_UNAVAILABLE';
}

/** Both stores enforce foreign keys, but a file may have been written by other programs. */
const DANGLING: typeof INVARIANTS = Object.entries(TABLES).flatMap(([name, { columns }]) =>
  Object.entries(columns).flatMap(([column, { parent }]) =>
    parent === undefined ? [] : [dangling(name, { column, parent, hasId: 'id' in columns })],
  ),
);

function dangling(
  name: string,
  { column, parent, hasId }: { column: string; parent: string; hasId: boolean },
): Invariant {
  const id = sql.ref(`child.${hasId ? 'id' : column}`);
  const pointer = sql.ref(`child.${column}`);
  return {
    finding: 'dangling',
    detail: `Rows of ${name} whose ${column} is in no row of ${parent}`,
    fix: FROM_BACKUP,
    broken: () => sql<{ id: string }>`
      select ${id} as id from ${sql.table(name)} as child
      where ${pointer} is not null
        and not exists (select 1 from ${sql.table(parent)} as parent where parent.id = ${pointer})
    `,
  };
}

async function countBroken(
  db: Db,
  broken: RawBuilder<{ id: string }>,
): Promise<{ rows: number; examples: string[] }> {
  const counted = await sql<{ n: number }>`select count(*) as n from (${broken}) as broken`.execute(
    db,
  );
  const rows = Number(counted.rows[0]?.n ?? 0);
  if (rows === 0) return { rows, examples: [] };
  const some = await sql<{ id: string }>`
    select distinct id from (${broken}) as broken order by id limit ${sql.lit(EXAMPLES)}
  `.execute(db);
  return { rows, examples: some.rows.map(({ id }) => id) };
}

export interface CheckOptions {
  signal?: AbortSignal | undefined;
  /** Replace bytes that are not UTF-8 in texts, before the other checks. */
  repair?: boolean | undefined;
}

/** The texts of a SQLite file that are not UTF-8, which `repair` makes readable. */
async function invalidTexts(path: string, repair: boolean): Promise<InvalidText[]> {
  const database = await openDatabase(path);
  try {
    const texts = findInvalidTexts(database);
    if (repair && texts.length > 0) repairTexts(database, texts);
    return texts;
  } catch (error) {
    // The other checks describe the damage.
    if (/^SQLITE_(?:CORRUPT|NOTADB|IOERR)/.test(sqliteCode(error) ?? '')) return [];
    throw explainSqliteError(error, path);
  } finally {
    database.close();
  }
}

/** A finding for each column. */
function invalidTextFindings(texts: readonly InvalidText[]): Finding[] {
  const columns = new Map<string, InvalidText[]>();
  for (const text of texts) {
    const column = `${text.table}.${text.column}`;
    const others = columns.get(column);
    if (others === undefined) columns.set(column, [text]);
    else others.push(text);
  }
  return [...columns].map(([column, found]) => ({
    finding: 'invalid-text',
    detail: `Texts in ${column} that are not UTF-8; they are read with U+FFFD in place of each invalid byte`,
    rows: found.length,
    examples: found.slice(0, EXAMPLES).map(({ id }) => id),
    fixes: ['Replace the invalid bytes: feedctl doctor --database --repair', FROM_BACKUP],
  }));
}

/**
 * Opens a database and checks it.
 * @throws MaintenanceError DATABASE_MISSING
 * @throws ServiceError STORE_UNAVAILABLE
 */
export async function checkDatabase(
  location: string,
  { repair = false, ...options }: CheckOptions = {},
): Promise<Checked> {
  const place = parseLocation(location);
  let texts: InvalidText[] = [];
  if (place.kind === 'sqlite') {
    const file = statSync(place.path, { throwIfNoEntry: false });
    if (file === undefined) {
      throw new MaintenanceError('DATABASE_MISSING', `There is no database at ${place.path}.`);
    }
    // Opening would create a new, valid database in it, and delete the write-ahead log next to it.
    if (file.size === 0) {
      const findings = [fileDamage('The database file is empty (0 bytes): all of it is lost.')];
      return { database: place.path, checks: 1, findings, repaired: 0 };
    }
    texts = await invalidTexts(place.path, repair);
  }
  const checked = await withStore(location, (store) => checkStore(store, options));
  if (repair) return { ...checked, repaired: texts.length };
  return { ...checked, findings: [...invalidTextFindings(texts), ...checked.findings] };
}
