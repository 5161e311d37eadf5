import { type Kysely, sql } from 'kysely';
import { messageOf } from '../../base/errors.js';
import { BUILD, VERSION } from '../../contract/index.js';
import { ServiceError } from '../core/errors.js';
import type { Clock } from '../core/time.js';
import { finishBackfill, isBackfilling, startBackfill } from './backfill.js';
import { hasTable, isPostgres, lockMigrations } from './dialect.js';
import { MIGRATIONS } from './migrations/index.js';
import { type Migration, runStatements } from './migrations/migration.js';
import { type AppliedMigration, commandFor, refusalOf, writerOf } from './refusal.js';
import { isBusy } from './sqlite/busy.js';
import type { Db, MigrateOptions } from './store.js';

const HISTORY = 'schema_migrations';

/**
 * Time for which start-up waits until another process releases the file of SQLite, in milliseconds.
 */
const MAX_WAIT_MS = 600_000;

/**
 * Migrates the database to the schema of this build. All pending migrations are one transaction, which
 * blocks other processes from migrating: of several that start at once, one migrates, and the others
 * wait and find it done. A failure leaves the database to the build that wrote it. Only a migration
 * that `needs` the backfill of an earlier one begins another transaction.
 * @throws ServiceError STORE_UNAVAILABLE when a build with another schema has written the database, or
 *   when a migration fails
 */
export async function migrate(
  db: Db,
  clock: Clock,
  location: string,
  { wanted = MIGRATIONS, onMigration = () => {} }: MigrateOptions = {},
): Promise<void> {
  const target = wanted.length;
  const first = await countApplied(db, location, wanted);
  const tell = (text: string) => first > 0 && onMigration({ text });
  const goal = `the database ${location} to schema ${wanted.at(-1)?.version}`;
  for (let applied = first; applied < target; ) {
    tell(`Updating ${goal}`);
    const needed = wanted[applied]?.needs;
    if (needed !== undefined) {
      await finishBackfill(db, needed, (share) => {
        tell(`Updating ${goal}: ${needed.name}, ${Math.floor(share * 100)} % done`);
      });
    }
    await waitForLock(
      () =>
        withoutForeignKeys(db, wanted.slice(applied), () =>
          runPending(db, clock, location, wanted),
        ),
      () => tell(`Waiting for another process to release the database ${location}`),
    );
    applied = await countApplied(db, location, wanted);
  }
  if (first < target) tell(`Updated ${goal}.`);
}

/** The number of migrations that the database has; 0 for an empty one. */
async function countApplied(
  db: Db,
  location: string,
  wanted: readonly Migration[],
): Promise<number> {
  const last = await lastApplied(db);
  if (last === undefined) return 0;
  const refusal = refusalOf(last, wanted);
  if (refusal === null) return wanted.findIndex(({ name }) => name === last.name) + 1;
  const { problem, fix } = refusal;
  throw new ServiceError('STORE_UNAVAILABLE', `The database ${location} ${problem} ${fix}`);
}

async function lastApplied(db: Db): Promise<AppliedMigration | undefined> {
  if (!(await hasTable(db, HISTORY))) return undefined;
  const { rows } = await sql.raw<AppliedMigration>(LAST_MIGRATION).execute(db);
  return rows[0];
}

/** Runs the pending migrations in one transaction, up to one that waits for a backfill. */
async function runPending(
  db: Db,
  clock: Clock,
  location: string,
  wanted: readonly Migration[],
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockMigrations(transaction);
    const last = await lastApplied(transaction);
    if (last === undefined) await createHistory(transaction);
    // Read again: another process may have migrated while this one waited for the lock.
    const applied = await countApplied(transaction, location, wanted);
    for (const migration of wanted.slice(applied)) {
      if (migration.needs !== undefined && (await isBackfilling(transaction, migration.needs)))
        return;
      await migration.up(transaction as unknown as Kysely<unknown>).catch((error: unknown) => {
        throw migrationFailure(error, migration, location, last);
      });
      await record(transaction, migration, clock);
      await startBackfill(transaction, migration, clock);
    }
    await requireReferences(transaction, wanted.slice(applied));
  });
}

/** The error of a failed migration, which changed nothing. */
function migrationFailure(
  error: unknown,
  { version, name }: Migration,
  location: string,
  last: AppliedMigration | undefined,
): unknown {
  if (isBusyError(error)) return error;
  const goOn =
    last === undefined
      ? 'It must be empty: create another one, and name it in FEEDCTL_DATABASE_URL.'
      : `${writerOf(last)} still opens it: ${commandFor(last.feedctl_version, last)}. Report this message.`;
  return new ServiceError(
    'STORE_UNAVAILABLE',
    `The database ${location} could not be updated to schema ${version} (${name}): ${messageOf(error)} Nothing was changed. ${goOn}`,
    { cause: error },
  );
}

/**
 * Lets migrations drop tables on SQLite: with foreign keys, all rows that refer to a dropped table would
 * be deleted as well (https://sqlite.org/lang_altertable.html, section 7). They cannot be turned off
 * inside a transaction. `requireReferences` makes up for it before the commit.
 */
async function withoutForeignKeys(
  db: Db,
  pending: readonly Migration[],
  work: () => Promise<void>,
): Promise<void> {
  if (isPostgres(db) || !pending.some(({ rebuilds }) => rebuilds)) return work();
  await sql`pragma foreign_keys = off`.execute(db);
  try {
    await work();
  } finally {
    await sql`pragma foreign_keys = on`.execute(db);
  }
}

async function requireReferences(db: Db, run: readonly Migration[]): Promise<void> {
  if (isPostgres(db) || !run.some(({ rebuilds }) => rebuilds)) return;
  const { rows } = await sql<{ table: string; parent: string }>`pragma foreign_key_check`.execute(
    db,
  );
  const [lost] = rows;
  if (lost === undefined) return;
  throw new Error(`A migration left rows of ${lost.table} without their row of ${lost.parent}.`);
}

/** Repeats `work` while another process holds the lock of a SQLite file. */
async function waitForLock(work: () => Promise<void>, tellWaiting: () => void): Promise<void> {
  const until = performance.now() + MAX_WAIT_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isBusyError(error) || performance.now() >= until) throw error;
      tellWaiting();
    }
  }
}

function isBusyError(error: unknown): boolean {
  return isBusy(error instanceof ServiceError ? error.cause : error);
}

/** Creates the table of migrations in its first form. */
async function createHistory(db: Db): Promise<void> {
  if (await hasTable(db, HISTORY)) return;
  await runStatements(db as unknown as Kysely<unknown>, [
    `create table ${HISTORY} (
  version integer primary key not null,
  name text not null,
  applied_at bigint not null,
  feedctl_version text not null
)`,
  ]);
}

async function record(db: Db, { version, name }: Migration, clock: Clock): Promise<void> {
  const build = { build_commit: BUILD.commit, build_date: BUILD.date };
  await db
    .insertInto('schema_migrations')
    .values({
      ...{ version, name, applied_at: clock.now(), feedctl_version: VERSION },
      // Schema 1 lacks the columns of the build.
      ...(version > 1 && build),
    })
    .execute();
}

/** Resolves if the database answers and has its tables. */
export async function requireAccounts(db: Db): Promise<void> {
  await sql`select 1 from accounts limit 1`.execute(db);
}

/** Time for which the known schema of the database stays valid, in milliseconds. */
const ASSUMED_MS = 1000;

/**
 * Selects the newest migration of a database, with all columns: those of the build came with schema
 * 2.
 */
export const LAST_MIGRATION = 'select * from schema_migrations order by version desc limit 1';

/**
 * Stops the writes of a process after a newer release has migrated its database: they would break
 * what this release does not know.
 */
export class KnownSchema {
  readonly #location: string;
  readonly #wanted: readonly Migration[];
  #askedAt = Number.NEGATIVE_INFINITY;
  #refusal: string | null = null;

  constructor(location: string, wanted: readonly Migration[] = MIGRATIONS) {
    this.#location = location;
    this.#wanted = wanted;
  }

  /** True if `note` should be called again. */
  get isDue(): boolean {
    return performance.now() - this.#askedAt >= ASSUMED_MS;
  }

  /** @param last the newest migration of the database */
  note(last: AppliedMigration | undefined): void {
    this.#askedAt = performance.now();
    const refusal = last === undefined ? null : refusalOf(last, this.#wanted);
    this.#refusal =
      refusal &&
      `The database ${this.#location} ${refusal.problem} This process writes nothing to it any more. ${refusal.fix}`;
  }

  /** @throws ServiceError STORE_UNAVAILABLE */
  require(): void {
    if (this.#refusal !== null) throw new ServiceError('STORE_UNAVAILABLE', this.#refusal);
  }
}
