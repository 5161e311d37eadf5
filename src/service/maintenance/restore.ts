import { existsSync, realpathSync } from 'node:fs';
import { chmod, copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { sql } from 'kysely';
import { makeDirectory } from '../../base/make-directory.js';
import { systemClock } from '../core/time.js';
import { parseLocation } from '../store/open-store.js';
import type { Store } from '../store/store.js';
import { copyStore, type MaintenanceOptions, requireUnserved } from './copy.js';
import { MaintenanceError } from './errors.js';
import { type InspectedFile, inspectFile, requireDatabaseFile } from './inspect-file.js';
import { OldDatabase } from './old-database.js';
import { replaceFile } from './replace-file.js';
import { intoOneFile, type ScratchFile, scratchFile, unwritableScratch } from './scratch-file.js';
import { withStore } from './with-store.js';

/** The database to be replaced, and the backup that replaces it. */
export interface Replacement {
  database: string;
  /** Number of feeds and items stored there now; null if it cannot be read. */
  now: { feeds: number; items: number } | null;
  backup: InspectedFile;
}

export interface RestoreOptions extends MaintenanceOptions {
  /** Called before a database with data is replaced; throws to refuse. */
  confirm(replacement: Replacement): Promise<void>;
}

export interface Restored extends InspectedFile {
  /** Absolute path of the backup. */
  file: string;
  /** Location of the database, without secrets. */
  database: string;
  /** Path of the previous database; null if there was none. */
  kept: string | null;
  /** Kept copies of earlier restores that were deleted. */
  deleted: string[];
}

/**
 * Puts a backup in the place of the database, or into an empty PostgreSQL database. The file is
 * copied, checked and brought up to this release's schema before anything is touched, and is itself
 * never changed.
 *
 * @throws MaintenanceError FILE_NOT_FOUND, FILE_UNREADABLE, FILE_UNUSABLE, FILE_UNWRITABLE, SAME_DATABASE,
 *   DATABASE_IN_USE, and DATABASE_NOT_EMPTY for PostgreSQL
 * @throws ServiceError STORE_UNAVAILABLE
 */
export async function restore(
  file: string,
  location: string,
  options: RestoreOptions,
): Promise<Restored> {
  const place = parseLocation(location);
  const backup = resolve(file);
  await requireDatabaseFile(backup);
  if (place.kind === 'postgres') return restoreIntoPostgres(backup, place.url, options);
  // If the database is a link to another disk, it stays one.
  const database = existsSync(place.path) ? realpathSync(place.path) : resolve(place.path);
  if (realpathSync(backup) === database) {
    throw new MaintenanceError(
      'SAME_DATABASE',
      `${database} is the database itself, not a backup.`,
    );
  }
  return restoreFile(backup, database, options);
}

async function restoreFile(
  file: string,
  database: string,
  { confirm, signal }: RestoreOptions,
): Promise<Restored> {
  const old = new OldDatabase(database);
  old.inspect(systemClock.now());
  makeDirectory(dirname(database), 0o700);
  const scratch = await scratchFile(database);
  try {
    const inspected = await prepare(file, scratch);
    const state = old.inspect(systemClock.now());
    const keep = state.kind === 'filled' || state.kind === 'unreadable';
    if (keep) {
      const now = state.kind === 'filled' ? state : null;
      await confirm({ database, now, backup: inspected });
    }
    signal?.throwIfAborted();
    if (old.inspect(systemClock.now()).kind !== 'nothing') old.lockExclusively();
    const copies = await replaceFile(database, scratch.path, { keep });
    return { ...inspected, file, database, ...copies };
  } finally {
    old.close();
    await scratch.discard();
  }
}

/** Restores into an empty PostgreSQL database, because one with data cannot be kept next to it. */
async function restoreIntoPostgres(
  file: string,
  url: string,
  options: RestoreOptions,
): Promise<Restored> {
  const scratch = await scratchFile(join(tmpdir(), 'feedctl-restore.db'));
  try {
    const inspected = await prepare(file, scratch);
    return await withStore(url, async (target) => {
      await requireUnserved(target, 'replaced');
      await withStore(scratch.path, (source) => copyStore(source, target, options, file));
      return { ...inspected, file, database: target.location, kept: null, deleted: [] };
    });
  } finally {
    await scratch.discard();
  }
}

/** A copy of the backup that was checked and migrated to this release's schema. */
async function prepare(file: string, scratch: ScratchFile): Promise<InspectedFile> {
  await copyFile(file, scratch.path).catch((error: unknown) => {
    throw unwritableScratch(scratch.path, error);
  });
  await chmod(scratch.path, 0o600);
  const inspected = inspectFile(scratch.path, file);
  await withStore(scratch.path, async (store) => {
    await endInstances(store);
    await intoOneFile(store);
  });
  return inspected;
}

/** Ends the instances in the backup: processes that served it then do not serve this database. */
async function endInstances({ db }: Store): Promise<void> {
  await db
    .updateTable('instances')
    .set({ stopped_at: sql<number>`heartbeat_at` })
    .where('stopped_at', 'is', null)
    .execute();
}
