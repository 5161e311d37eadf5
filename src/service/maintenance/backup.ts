import { existsSync, realpathSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseLocation } from '../store/open-store.js';
import { openDatabase } from '../store/sqlite/libsql.js';
import { explainSqliteError, sqliteCode } from '../store/sqlite/sqlite-error.js';
import { copyStore, type MaintenanceOptions } from './copy.js';
import { MaintenanceError } from './errors.js';
import { type InspectedFile, inspectFile } from './inspect-file.js';
import {
  alreadyThere,
  exists,
  intoOneFile,
  scratchFile,
  unwritableScratch,
} from './scratch-file.js';
import { withStore } from './with-store.js';

export interface BackupOptions extends MaintenanceOptions {
  /** Replaces an existing file. */
  force?: boolean | undefined;
}

/** A completed and checked backup. */
export interface Backup extends InspectedFile {
  /** Location of the database, without secrets. */
  database: string;
  /** Absolute path. */
  file: string;
  bytes: number;
}

/**
 * Writes a snapshot of the database to one SQLite file that only its owner may read, while others
 * keep reading and writing. The file is complete, checked and on disk before it replaces anything
 * at `file`.
 *
 * @throws MaintenanceError FILE_EXISTS, FILE_UNWRITABLE, DATABASE_MISSING, SAME_DATABASE;
 * DATABASE_DAMAGED
 * @throws ServiceError STORE_UNAVAILABLE
 */
export async function backUp(
  location: string,
  file: string,
  { force = false, ...options }: BackupOptions = {},
): Promise<Backup> {
  const place = parseLocation(location);
  const target = resolve(file);
  if (place.kind === 'sqlite') requireOther(place.path, target);
  if (!force && (await exists(target))) throw alreadyThere(target);
  const scratch = await scratchFile(target);
  try {
    if (place.kind === 'sqlite') await vacuumInto(place.path, scratch.path, target);
    else await copyInto(place.url, scratch.path, options);
    options.signal?.throwIfAborted();
    const shown = place.kind === 'sqlite' ? resolve(place.path) : place.shown;
    const inspected = inspectCopy(scratch.path, shown);
    await scratch.publish({ replace: force });
    return { database: shown, file: target, bytes: statSync(target).size, ...inspected };
  } finally {
    await scratch.discard();
  }
}

/** Checks the copy: it has the damage of its database, some of which VACUUM does not detect. */
function inspectCopy(path: string, database: string): InspectedFile {
  try {
    return inspectFile(path, `The database ${database}`);
  } catch (error) {
    if (!(error instanceof MaintenanceError)) throw error;
    throw new MaintenanceError('DATABASE_DAMAGED', error.message, {
      // A database of a newer release is not damaged: its hint says how to update.
      hint: (error.cause === undefined && error.hint) || 'Find out more: feedctl doctor --database',
      cause: error,
    });
  }
}

/**
 * Uses VACUUM INTO: it reads like any other reader, so writers never wait, and the file is minimal.
 * It blocks this process until it is done: a few seconds per gigabyte.
 */
async function vacuumInto(path: string, scratch: string, target: string): Promise<void> {
  const database = await openDatabase(path);
  try {
    database.prepare('vacuum into ?').run([scratch]);
  } catch (error) {
    throw isAboutSource(error) ? explainSqliteError(error, path) : unwritableScratch(target, error);
  } finally {
    database.close();
  }
}

function isAboutSource(error: unknown): boolean {
  return /^SQLITE_(?:BUSY|CORRUPT|NOTADB)/.test(sqliteCode(error) ?? '');
}

async function copyInto(url: string, scratch: string, options: MaintenanceOptions): Promise<void> {
  // Opening a store creates a database, but rejects a file without one.
  await rm(scratch);
  await withStore(url, (source) =>
    withStore(scratch, async (copy) => {
      await copyStore(source, copy, options);
      await intoOneFile(copy);
    }),
  );
}

function requireOther(path: string, target: string): void {
  if (!existsSync(path)) {
    throw new MaintenanceError('DATABASE_MISSING', `There is no database at ${resolve(path)}.`);
  }
  if (existsSync(target) && realpathSync(target) === realpathSync(path)) {
    throw new MaintenanceError(
      'SAME_DATABASE',
      `${target} is the database itself; choose another file.`,
    );
  }
}
