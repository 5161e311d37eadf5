import { type Kysely, sql } from 'kysely';
import { VERSION } from '../../contract/index.js';
import type { Clock } from '../clock.js';
import { ServiceError } from '../errors.js';
import { type Migration, migrations } from './migrations/index.js';
import type { Db } from './store.js';

/**
 * Brings the database up to this release's schema. The whole of it is one transaction under the
 * write lock, so of two first starts the second finds it done.
 * @throws ServiceError STORE_UNAVAILABLE when a newer feedctl has written the database.
 */
export async function migrate(
  db: Db,
  clock: Clock,
  location: string,
  wanted: readonly Migration[] = migrations,
): Promise<void> {
  const newest = wanted.at(-1)?.version ?? 0;
  if ((await schemaVersion(db, location, newest)) === newest) return;
  await db.transaction().execute(async (transaction) => {
    await createHistory(transaction);
    const applied = await schemaVersion(transaction, location, newest);
    for (const migration of wanted.filter(({ version }) => version > applied)) {
      await migration.up(transaction as unknown as Kysely<unknown>);
      await record(transaction, migration, clock);
    }
  });
}

/** The schema's version: 0 for an empty database. Refuses one that this release does not know. */
async function schemaVersion(db: Db, location: string, newest: number): Promise<number> {
  if (!(await hasHistory(db))) return 0;
  const last = await db
    .selectFrom('schema_migrations')
    .select(['version', 'feedctl_version'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last === undefined) return 0;
  if (last.version > newest) throw newerDatabase(location, last.version, last.feedctl_version);
  return last.version;
}

function newerDatabase(location: string, version: number, writtenBy: string): ServiceError {
  return new ServiceError(
    'STORE_UNAVAILABLE',
    `The database ${location} has schema ${version}, written by feedctl ${writtenBy}; this is feedctl ${VERSION}, which is too old for it. Update with: npm install -g feedctl@latest`,
  );
}

async function hasHistory(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select 1 from sqlite_master where type = 'table' and name = 'schema_migrations'
  `.execute(db);
  return rows.length > 0;
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

async function record(db: Db, { version, name }: Migration, clock: Clock): Promise<void> {
  await db
    .insertInto('schema_migrations')
    .values({ version, name, applied_at: clock.now(), feedctl_version: VERSION })
    .execute();
}
