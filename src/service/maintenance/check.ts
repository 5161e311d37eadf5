import { statSync } from 'node:fs';
import { type RawBuilder, sql } from 'kysely';
import { ServiceError } from '../core/errors.js';
import { damageOf } from '../store/dialect.js';
import { parseLocation } from '../store/open-store.js';
import type { Db, Store } from '../store/store.js';
import { type Reference, readCatalogue, type Table } from './catalogue.js';
import { MaintenanceError } from './errors.js';
import { INVARIANTS } from './invariants.js';
import { withStore } from './replace-file.js';

/** One kind of thing that is wrong with a database. */
export interface Finding {
  finding: string;
  /** What is wrong, in words. */
  detail: string;
  /** How many rows it is about; null for damage of the files themselves. */
  rows: number | null;
  /** Some of them, by id. */
  examples: string[];
  mend: string;
}

export interface Checked {
  database: string;
  /** Checks made. */
  checks: number;
  findings: Finding[];
}

/** More ids would tell nothing new. */
const EXAMPLES = 5;

const FROM_BACKUP = 'Restore a backup: feedctl service restore FILE';

/**
 * Looks for everything that should not be: damage of the files, rows that refer to what is not
 * there, and what the service takes for granted. Nothing is changed, and others go on working.
 * It reads all of the database, some seconds for each gigabyte.
 */
export async function checkStore(
  { db, clock, location }: Store,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<Checked> {
  const damage = await damageOf(db);
  const findings: Finding[] = damage.map(fileDamage);
  const now = clock.now();
  const checks = [...(await danglingChecks()), ...INVARIANTS];
  for (const { finding, broken, detail, mend } of checks) {
    signal?.throwIfAborted();
    const found = await countBroken(db, broken(now)).catch((error: unknown) => {
      // Damaged pages may not be readable at all: what was found already tells enough.
      if (damage.length > 0 && isUnreadable(error)) return null;
      throw error;
    });
    if (found === null) break;
    const { rows, examples } = found;
    if (rows > 0) findings.push({ finding, detail, rows, examples, mend });
  }
  return { database: location, checks: checks.length + 1, findings };
}

/**
 * Whether the files or indexes of a database are damaged, and nothing else; see `damageOf`.
 * @returns what is wrong with them; empty when they are sound
 */
export function findDamage(location: string): Promise<string[]> {
  return withStore(location, {}, ({ db }) => damageOf(db));
}

/** Damage of the database file itself. */
function fileDamage(detail: string): Finding {
  return { finding: 'damage', detail, rows: null, examples: [], mend: FROM_BACKUP };
}

function isUnreadable(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'STORE_UNAVAILABLE';
}

async function danglingChecks(): Promise<typeof INVARIANTS> {
  const tables = await readCatalogue();
  return tables.flatMap((table) => table.references.map((reference) => dangling(table, reference)));
}

/** Held by both stores themselves; but not by a file that was written by other means. */
function dangling({ name, key }: Table, { column, table, to }: Reference) {
  const id = sql.ref(`child.${key[0] ?? column}`);
  const pointer = sql.ref(`child.${column}`);
  return {
    finding: 'dangling',
    detail: `Rows of ${name} whose ${column} is in no row of ${table}`,
    mend: FROM_BACKUP,
    broken: () => sql<{ id: string }>`
      select ${id} as id from ${sql.table(name)} as child
      where ${pointer} is not null and not exists (
        select 1 from ${sql.table(table)} as parent where ${sql.ref(`parent.${to}`)} = ${pointer}
      )
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

/**
 * Opens a database and looks for everything that should not be.
 * @throws MaintenanceError DATABASE_MISSING
 * @throws ServiceError STORE_UNAVAILABLE
 */
export async function checkDatabase(
  location: string,
  options: { signal?: AbortSignal | undefined } = {},
): Promise<Checked> {
  const place = parseLocation(location);
  if (place.kind === 'sqlite') {
    const file = statSync(place.path, { throwIfNoEntry: false });
    if (file === undefined) {
      throw new MaintenanceError('DATABASE_MISSING', `There is no database at ${place.path}.`);
    }
    // Opening would make a new database of it, which is sound; and delete the log beside it.
    if (file.size === 0) {
      const findings = [fileDamage('The database file is empty (0 bytes): all of it is lost.')];
      return { database: place.path, checks: 1, findings };
    }
  }
  return withStore(location, {}, (store) => checkStore(store, options));
}
