import { Kysely } from 'kysely';
import { type DatabaseLocation, parseDatabaseLocation } from '../../contract/database-location.js';
import { ServiceError } from '../core/errors.js';
import { type Clock, systemClock } from '../core/time.js';
import { databaseBytes } from './dialect.js';
import { KnownSchema, LAST_MIGRATION, migrate, requireAccounts } from './migrate.js';
import type { AppliedMigration } from './refusal.js';
import type { Database } from './schema.js';
import { type ReadNumbers, SlowReads } from './slow-reads.js';
import { BackgroundReader } from './sqlite/background-reader.js';
import type { Checkpoints } from './sqlite/checkpoints.js';
import { rememberFile } from './sqlite/database-file.js';
import { IN_MEMORY, libsqlDialect, openDatabase } from './sqlite/libsql.js';
import type { Store, StoreOptions } from './store.js';

/**
 * Opens the database; creates and migrates it if necessary.
 * @param location a file or `sqlite:FILE`; `:memory:` for a database that ends with the process; or
 *   the address of a PostgreSQL database, `postgres://…`.
 * @param clock that of this machine, or of the PostgreSQL server, when left out.
 * @throws ServiceError STORE_UNAVAILABLE naming the database, what is wrong and what to do;
 *   INVALID_FIELD for an invalid location
 */
export async function openStore(
  location: string,
  clock?: Clock,
  options: StoreOptions = {},
): Promise<Store> {
  const place = parseLocation(location);
  if (place.kind === 'sqlite') return openSqlite(place.path, clock ?? systemClock, options);
  // Imported on demand, because most installations use SQLite.
  const { openPostgres } = await import('./postgres/open-postgres.js');
  return openPostgres(place, clock, options);
}

async function openSqlite(path: string, clock: Clock, options: StoreOptions): Promise<Store> {
  const database = await openDatabase(path);
  const file = path === IN_MEMORY ? undefined : rememberFile(path);
  const schema = new KnownSchema(path, options.wanted);
  let isMigrated = false;
  const requireKnown = (always = false) => {
    if (!isMigrated) return;
    if (always || schema.isDue) {
      schema.note(database.prepare(LAST_MIGRATION).get() as AppliedMigration | undefined);
    }
    schema.require();
  };
  const requireWritable = () => {
    file?.requireSame();
    requireKnown();
  };
  const db = new Kysely<Database>({ dialect: libsqlDialect(database, path, requireWritable) });
  try {
    await migrate(db, clock, path, options);
    isMigrated = true;
  } catch (error) {
    await db.destroy();
    throw error;
  }
  let checkpoints: Checkpoints | undefined;
  let reader: BackgroundReader | undefined;
  const readNumbers: ReadNumbers = async (query, limitMs) => {
    if (path === IN_MEMORY) return (await query.execute(db)).rows.map(({ number }) => number);
    reader ??= new BackgroundReader(path);
    return reader.numbers(query.compile(db), limitMs);
  };
  let slowReads: SlowReads | undefined;
  return {
    db,
    get slowReads() {
      slowReads ??= new SlowReads(1, readNumbers);
      return slowReads;
    },
    clock,
    location: path,
    async requireReady() {
      await file?.requireWhole(() => databaseBytes(db));
      await requireAccounts(db);
      requireKnown(true);
    },
    async startBackgroundWork() {
      if (path === IN_MEMORY) return;
      const { startCheckpoints } = await import('./sqlite/checkpoints.js');
      checkpoints = await startCheckpoints(database, path);
    },
    async close() {
      await checkpoints?.stop();
      await reader?.close();
      await db.destroy();
    },
  };
}

/** @throws ServiceError INVALID_FIELD for an address that is no location of a database. */
export function parseLocation(text: string): DatabaseLocation {
  const location = parseDatabaseLocation(text);
  if (location !== null) return location;
  // Not repeated in the error, because the text may contain a password.
  throw new ServiceError(
    'INVALID_FIELD',
    'A database is a file, such as sqlite:/var/lib/feedctl/feedctl.db, or a PostgreSQL server, such as postgres://feedctl@db.example.com:5432/feedctl; characters such as @ or / in a password are written %40, %2F.',
  );
}

/** A location for output: without password and parameters. */
export function shownLocation(text: string): string {
  const location = parseLocation(text);
  return location.kind === 'postgres' ? location.shown : location.path;
}
