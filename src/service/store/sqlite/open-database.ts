import { chmodSync, closeSync, existsSync, fstatSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import LibsqlDatabase from 'libsql';
import { messageOf } from '../../../base/errors.js';
import { makeDirectory } from '../../../base/make-directory.js';
import { PLACES } from '../../../resources/operator.js';
import { ServiceError } from '../../core/errors.js';
import { BUSY_TIMEOUT_MS, retryWhileBusy } from './busy.js';
import { createDatabaseFile } from './new-file.js';
import { explainSqliteError } from './sqlite-error.js';

export const IN_MEMORY = ':memory:';

/**
 * Opens a SQLite file for several processes at once, and creates it if necessary: write-ahead log,
 * every commit synced, foreign keys enforced.
 * @throws ServiceError STORE_UNAVAILABLE naming the path and what to do.
 */
export async function openDatabase(path: string): Promise<LibsqlDatabase.Database> {
  if (path !== IN_MEMORY) prepareFile(path);
  const database = connect(path);
  try {
    database.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
    // Changing the journal mode takes an exclusive lock, which another first start may hold.
    await retryWhileBusy(() => database.pragma('journal_mode = WAL'), sleep);
    database.pragma('synchronous = FULL');
    database.pragma('foreign_keys = ON');
    return database;
  } catch (error) {
    database.close();
    throw explainSqliteError(error, path);
  }
}

function connect(path: string): LibsqlDatabase.Database {
  try {
    return new LibsqlDatabase(path);
  } catch (error) {
    throw new ServiceError(
      'STORE_UNAVAILABLE',
      `The database ${path} cannot be opened. Check that it is a file and that its directory may be written.`,
      { cause: error },
    );
  }
}

const OWNER_ONLY_FILE = 0o600;
const OWNER_ONLY_DIRECTORY = 0o700;

/**
 * Creates the file if necessary, readable only by its owner: it contains private subscriptions and
 * hashes of keys. SQLite gives its log files the same mode.
 * @throws ServiceError STORE_UNAVAILABLE when the directory or the file cannot be written, or when
 *   the file has 0 bytes.
 */
function prepareFile(path: string): void {
  try {
    if (!existsSync(path)) {
      makeDirectory(dirname(path), OWNER_ONLY_DIRECTORY);
      createDatabaseFile(path, OWNER_ONLY_FILE);
    }
    const file = statSync(path, { throwIfNoEntry: false });
    if (file?.size === 0) throw emptyFile(path);
    if (file === undefined || file.isDirectory() || !touched.has(identityOf(file))) touch(path);
    for (const file of [path, `${path}-wal`, `${path}-shm`]) tighten(file);
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw new ServiceError('STORE_UNAVAILABLE', unwritable(path, error), { cause: error });
  }
}

/**
 * Files that this process has already opened itself. It must not open them again: closing a file
 * releases every POSIX lock of the process on it, also those of SQLite's open connections, and another
 * process could then delete the log that they use
 * (https://www.sqlite.org/howtocorrupt.html, section 2.2). When one is deleted, a directory may get its
 * number.
 */
const touched = new Set<string>();

function touch(path: string): void {
  const file = openSync(path, 'a', OWNER_ONLY_FILE);
  touched.add(identityOf(fstatSync(file)));
  closeSync(file);
}

function identityOf({ dev, ino }: { dev: number; ino: number }): string {
  return `${dev}:${ino}`;
}

function tighten(file: string): void {
  if (existsSync(file) && (statSync(file).mode & 0o077) !== 0) chmodSync(file, OWNER_ONLY_FILE);
}

/** SQLite would start afresh in it, and delete the log next to it, which may hold the last commits. */
function emptyFile(path: string): ServiceError {
  return new ServiceError(
    'STORE_UNAVAILABLE',
    `The database ${path} is empty (0 bytes): a crash or a full disk may have destroyed it. Restore a backup: feedctl service restore FILE. To start with a new database, delete this file.`,
  );
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied: change the mode or the owner',
  EPERM: 'permission denied: change the mode or the owner',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full: free some space',
  EISDIR: 'a directory has its name: move that away',
  EEXIST: 'what should be its directory is a file: move that away',
  ENOTDIR: 'what should be its directory is a file: move that away',
};

function unwritable(path: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reason = REASONS[code] ?? messageOf(error);
  return `The database ${path} cannot be written: ${reason}, or choose another directory with ${PLACES.dataDir.name}.`;
}
