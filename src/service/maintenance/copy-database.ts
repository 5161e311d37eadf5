import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { sql } from 'kysely';
import { isServed } from '../instances/liveness.js';
import { isPostgres } from '../store/dialect.js';
import { parseLocation, shownLocation } from '../store/open-store.js';
import type { Db, Store } from '../store/store.js';
import { type CopiedTable, copyRows, hasRows } from './copy-rows.js';
import { MaintenanceError } from './errors.js';
import type { MaintenanceOptions } from './progress.js';
import { withStore } from './replace-file.js';

/** The result of a copy. */
export interface Copied {
  /** Without secrets. */
  from: string;
  to: string;
  tables: CopiedTable[];
  /** True when a process started to serve the source during the copy; its changes are missing. */
  servedMeanwhile: boolean;
}

/**
 * Copies a database into an empty one, in either direction between the stores, in one transaction: a
 * copy that is interrupted leaves the target empty.
 *
 * @throws MaintenanceError SAME_DATABASE, DATABASE_MISSING, DATABASE_IN_USE while a process serves
 * either database, DATABASE_NOT_EMPTY for a target with data
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
    return withStore(absolute(to), {}, async (target) => {
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
  /** Name of the source, in messages. */
  name: string = source.location,
): Promise<Copied> {
  if (!(await hasRows(source.db))) throw nothingThere(name);
  const tables = await withSnapshot(source, (snapshot) =>
    target.db.transaction().execute(async (transaction) => {
      if (await hasRows(transaction)) throw notEmpty(target);
      return copyRows(snapshot, transaction, options);
    }),
  );
  const servedMeanwhile = await isServed(source, source.clock);
  return { from: name, to: target.location, tables, servedMeanwhile };
}

function notEmpty({ location }: Store): MaintenanceError {
  return new MaintenanceError(
    'DATABASE_NOT_EMPTY',
    `The database ${location} is not empty; the target of a copy must be.`,
    { hint: 'Pass a file that does not exist yet, or a new database from createdb.' },
  );
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
