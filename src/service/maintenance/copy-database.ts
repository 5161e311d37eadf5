import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { sql } from 'kysely';
import { VERSION } from '../../contract/index.js';
import { isServed } from '../instances/liveness.js';
import { isPostgres } from '../store/dialect.js';
import { UNFINISHED_VERSION } from '../store/migrate.js';
import { parseLocation, shownLocation } from '../store/open-store.js';
import type { Db, Store } from '../store/store.js';
import { anyRow, type CopiedTable, copyRows, verifyRows } from './copy-rows.js';
import { MaintenanceError } from './errors.js';
import { indexCopied } from './index-copied.js';
import { type MaintenanceOptions, Watcher } from './progress.js';
import { withStore } from './replace-file.js';
import { readSchemaTables } from './schema-tables.js';

/** The result of a copy. */
export interface Copied {
  /** Without secrets. */
  from: string;
  to: string;
  tables: CopiedTable[];
  /** True when an earlier attempt was resumed. */
  resumed: boolean;
  /** True when a process started to serve the source during the copy; its changes are missing. */
  servedMeanwhile: boolean;
}

/**
 * Copies a database into an empty one, in either direction between the stores. It can be
 * interrupted at any time; the next run resumes, and the target then matches the current source.
 * Until it is complete, nothing else can open the target.
 *
 * @throws MaintenanceError SAME_DATABASE, DATABASE_MISSING, DATABASE_IN_USE while a process serves
 * either database, DATABASE_NOT_EMPTY for a target with other data, COPY_DIFFERS
 * @throws ServiceError STORE_UNAVAILABLE, INVALID_FIELD as `openStore`
 */
export async function copyDatabase(
  from: string,
  to: string,
  options: MaintenanceOptions = {},
): Promise<Copied> {
  refuseSame(from, to);
  requireSource(from);
  return withStore(absolute(from), {}, async (source) => {
    await requireUnserved(source, 'copied');
    return withStore(absolute(to), { unfinished: true }, async (target) => {
      await requireUnserved(target, 'written');
      return copyStore(source, target, options);
    });
  });
}

/** Like `copyDatabase`, for two open databases. */
export async function copyStore(
  source: Store,
  target: Store,
  options: MaintenanceOptions,
  /** Name of the source, in messages and in the mark of an unfinished copy. */
  name: string = source.location,
): Promise<Copied> {
  if (!(await anyRow(source.db, await readSchemaTables()))) throw nothingThere(name);
  const resumed = await claimTarget(target, name);
  const watcher = new Watcher(options);
  const tables = await withSnapshot(source, (snapshot) => copyRows(snapshot, target.db, watcher));
  await verifyRows(target.db, tables, watcher);
  await indexCopied(target.db);
  await markFinished(target);
  const servedMeanwhile = await isServed(source, source.clock);
  return { from: name, to: target.location, tables, resumed, servedMeanwhile };
}

/** True when an unfinished copy of the same source is resumed. */
async function claimTarget(target: Store, source: string): Promise<boolean> {
  const startedFrom = await unfinishedFrom(target);
  if (startedFrom === source) return true;
  if (startedFrom !== undefined) {
    throw new MaintenanceError(
      'DATABASE_NOT_EMPTY',
      `The database ${target.location} holds an unfinished copy of another database, ${startedFrom}.`,
      { hint: 'Finish that copy, or pass an empty database.' },
    );
  }
  if (await anyRow(target.db, await readSchemaTables())) {
    throw new MaintenanceError(
      'DATABASE_NOT_EMPTY',
      `The database ${target.location} is not empty; the target of a copy must be.`,
      { hint: 'Pass a file that does not exist yet, or a new database from createdb.' },
    );
  }
  await markUnfinished(target, source);
  return false;
}

/** @throws MaintenanceError DATABASE_IN_USE while a `serve` runs on it */
export async function requireUnserved(store: Store, what: string): Promise<void> {
  if (!(await isServed(store, store.clock))) return;
  throw new MaintenanceError(
    'DATABASE_IN_USE',
    `The database ${store.location} cannot be ${what} while feedctl serve is running on it.`,
    {
      hint: 'Stop every feedctl serve that uses it. A killed one is ignored after 30 seconds.',
    },
  );
}

function requireSource(from: string): void {
  const place = parseLocation(from);
  if (place.kind === 'sqlite' && !existsSync(place.path)) {
    throw new MaintenanceError('DATABASE_MISSING', `There is no database at ${place.path}.`);
  }
}

function nothingThere(name: string): MaintenanceError {
  return new MaintenanceError(
    'DATABASE_MISSING',
    `The database ${name} is empty: nothing to copy.`,
  );
}

/** The mark of an unfinished copy names its source independently of the working directory. */
function absolute(location: string): string {
  const place = parseLocation(location);
  return place.kind === 'sqlite' ? resolve(place.path) : place.url;
}

function refuseSame(from: string, to: string): void {
  if (identityOf(from) !== identityOf(to)) return;
  throw new MaintenanceError(
    'SAME_DATABASE',
    `${shownLocation(from)} cannot be copied onto itself.`,
  );
}

function identityOf(location: string): string {
  const place = parseLocation(location);
  if (place.kind === 'postgres') return place.shown;
  const path = resolve(place.path);
  return existsSync(path) ? realpathSync(path) : path;
}

/** Reads a consistent snapshot of a database, however long that takes and whatever is written. */
function withSnapshot<T>({ db }: Store, work: (snapshot: Db) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      await allowPauses(snapshot);
      return work(snapshot);
    });
}

/** The transaction stays open while its rows are written to the target. */
async function allowPauses(snapshot: Db): Promise<void> {
  if (!isPostgres(snapshot)) return;
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(snapshot);
}

/**
 * An unfinished copy is marked by a row in the history of its schema that no release knows: every
 * release, including past ones, reads that row on opening and refuses.
 */
async function markUnfinished({ db, clock }: Store, source: string): Promise<void> {
  await db
    .insertInto('schema_migrations')
    .values({
      version: UNFINISHED_VERSION,
      name: source,
      applied_at: clock.now(),
      feedctl_version: VERSION,
    })
    .onConflict((conflict) => conflict.column('version').doNothing())
    .execute();
}

/** The source of an unfinished copy; undefined for an ordinary database. */
async function unfinishedFrom({ db }: Store): Promise<string | undefined> {
  const row = await db
    .selectFrom('schema_migrations')
    .select('name')
    .where('version', '=', UNFINISHED_VERSION)
    .executeTakeFirst();
  return row?.name;
}

async function markFinished({ db }: Store): Promise<void> {
  await db.deleteFrom('schema_migrations').where('version', '=', UNFINISHED_VERSION).execute();
}
