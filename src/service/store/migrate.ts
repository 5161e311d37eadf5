import { type Kysely, sql } from 'kysely';
import { VERSION } from '../../contract/index.js';
import type { Clock } from '../core/clock.js';
import { ServiceError } from '../core/errors.js';
import { hasTable, isPostgres, lockMigrations } from './dialect.js';
import { migrations } from './migrations/index.js';
import type { Migration } from './migrations/migration.js';
import newest from './migrations/newest-schema.json' with { type: 'json' };
import type { Db, MigrateOptions } from './store.js';

/**
 * Version of a database while it is the target of an unfinished copy. No schema has this number, so
 * that older releases also reject it.
 */
export const UNFINISHED_VERSION = 2_147_483_647;

/** Of the last migration: a database that has it is up to date, so the others are not loaded. */
export const NEWEST_VERSION = 37;

/**
 * Migrates the database to the schema of this release, in one transaction that blocks other
 * processes from migrating: the second of two concurrent starts finds it done.
 * @throws ServiceError STORE_UNAVAILABLE when a newer feedctl has written the database, or when it is
 *   an unfinished copy.
 */
export async function migrate(
  db: Db,
  clock: Clock,
  location: string,
  { wanted, unfinished = false }: MigrateOptions = {},
): Promise<void> {
  const newest = wanted === undefined ? NEWEST_VERSION : (wanted.at(-1)?.version ?? 0);
  const known = { newest, unfinished };
  if ((await schemaVersion(db, location, known)) === known.newest) return;
  await db.transaction().execute(async (transaction) => {
    await lockMigrations(transaction);
    await createHistory(transaction);
    const applied = await schemaVersion(transaction, location, known);
    if (applied === 0 && wanted === undefined && !isPostgres(transaction)) {
      return createNewestSchema(transaction, clock);
    }
    for (const migration of (wanted ?? migrations).filter(({ version }) => version > applied)) {
      await migration.up(transaction as unknown as Kysely<unknown>);
      await record(transaction, [migration], clock);
    }
  });
}

/**
 * Creates what the migrations make of an empty SQLite file, in a tenth of their time: every first start
 * pays it, and every command that finds no database. test/service/store/open-store.test.ts compares
 * the two, and writes the file of statements.
 */
async function createNewestSchema(transaction: Db, clock: Clock): Promise<void> {
  for (const statement of newest.statements) await sql.raw(statement).execute(transaction);
  await record(transaction, newest.migrations, clock);
}

/** The version of the schema; 0 for an empty database. Rejects versions that this release does not know. */
async function schemaVersion(
  db: Db,
  location: string,
  { newest, unfinished }: { newest: number; unfinished: boolean },
): Promise<number> {
  if (!(await hasTable(db, 'schema_migrations'))) return 0;
  const last = await db
    .selectFrom('schema_migrations')
    .select(['version', 'name', 'feedctl_version'])
    .$if(unfinished, (history) => history.where('version', '<', UNFINISHED_VERSION))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last === undefined) return 0;
  if (last.version === UNFINISHED_VERSION) throw unfinishedCopy(location, last.name);
  if (last.version > newest) throw newerDatabase(location, last.version, last.feedctl_version);
  return last.version;
}

function unfinishedCopy(location: string, source: string): ServiceError {
  return new ServiceError(
    'STORE_UNAVAILABLE',
    `The database ${location} is an unfinished copy of ${source}. Finish it by running feedctl service copy (or restore) again as before.`,
  );
}

function newerDatabase(location: string, version: number, writtenBy: string): ServiceError {
  const { problem, fix } = tooNew(version, writtenBy);
  return new ServiceError('STORE_UNAVAILABLE', `The database ${location} ${problem} ${fix}`);
}

/** Why this release cannot read a newer schema. Two builds may have one version: then the schema names them. */
export function tooNew(version: number, writtenBy: string): { problem: string; fix: string } {
  return writtenBy === VERSION
    ? {
        problem: `has schema ${version}, written by a later build of feedctl ${VERSION}; this build knows schemas up to ${NEWEST_VERSION}.`,
        fix: 'Use that build.',
      }
    : {
        problem: `has schema ${version}, written by feedctl ${writtenBy}; this is feedctl ${VERSION}, which is too old for it.`,
        fix: 'Update with: npm install -g feedctl@latest',
      };
}

async function createHistory(db: Db): Promise<void> {
  await db.schema
    .createTable('schema_migrations')
    .ifNotExists()
    .addColumn('version', 'integer', (column) => column.primaryKey().notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('applied_at', 'bigint', (column) => column.notNull())
    .addColumn('feedctl_version', 'text', (column) => column.notNull())
    .execute();
}

async function record(
  db: Db,
  applied: readonly Pick<Migration, 'version' | 'name'>[],
  clock: Clock,
): Promise<void> {
  const done = { applied_at: clock.now(), feedctl_version: VERSION };
  await db
    .insertInto('schema_migrations')
    .values(applied.map(({ version, name }) => ({ version, name, ...done })))
    .execute();
}

/** Resolves when the database answers and has its tables. */
export async function requireAccounts(db: Db): Promise<void> {
  await sql`select 1 from accounts limit 1`.execute(db);
}
