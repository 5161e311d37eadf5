import {
  type BigIntStats,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { messageOf } from '../../../base/errors.js';
import { makeDirectory } from '../../../base/make-directory.js';
import { PLACES } from '../../../resources/operator.js';
import { ServiceError } from '../../core/errors.js';
import { sqliteCode } from './sqlite-error.js';

const OWNER_ONLY_FILE = 0o600;
const OWNER_ONLY_DIRECTORY = 0o700;

/**
 * Creates the file if necessary, readable only by its owner: it contains private subscriptions and
 * hashes of keys. SQLite gives its log files the same mode.
 * @throws ServiceError STORE_UNAVAILABLE when the directory or the file cannot be written, or when
 *   the file has 0 bytes.
 */
export function prepareFile(path: string): void {
  try {
    if (!existsSync(path)) {
      makeDirectory(dirname(path), OWNER_ONLY_DIRECTORY);
      createDatabaseFile(path, OWNER_ONLY_FILE);
    }
    const file = statSync(path, { throwIfNoEntry: false });
    if (file?.size === 0) throw emptyFile(path);
    if (file === undefined || file.isDirectory() || !touched.has(fileIdentity(file))) touch(path);
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

const { O_APPEND, O_CREAT, O_NONBLOCK = 0, O_WRONLY } = constants;
/** A pipe without a reader is refused, and not waited for. */
const APPEND_OR_CREATE = O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK;

function touch(path: string): void {
  const file = openSync(path, APPEND_OR_CREATE, OWNER_ONLY_FILE);
  touched.add(fileIdentity(fstatSync(file)));
  closeSync(file);
}

function fileIdentity({ dev, ino }: { dev: number; ino: number }): string {
  return `${dev}:${ino}`;
}

function tighten(file: string): void {
  if (existsSync(file) && (statSync(file).mode & 0o077) !== 0) chmodSync(file, OWNER_ONLY_FILE);
}

/**
 * The error for an empty file: SQLite would start a new database in it, and delete the log next to
 * it, which may have the last commits.
 */
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

const PAGE_BYTES = 4096;

/**
 * Creates the file of a new database at one instant, complete, as an empty database. So a file of 0
 * bytes never is a first start that was interrupted: it has lost its data. Does nothing where the
 * file system has no links, or when another process was faster.
 * @throws the error of the system, such as EACCES or ENOSPC
 */
export function createDatabaseFile(path: string, mode: number): void {
  const part = `${path}.${process.pid}.part`;
  try {
    writeFile(part, emptyDatabase(), mode);
    linkIfPossible(part, path);
  } finally {
    rmSync(part, { force: true });
  }
}

function writeFile(path: string, content: Uint8Array, mode: number): void {
  const file = openSync(path, 'w', mode);
  try {
    writeSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function linkIfPossible(part: string, path: string): void {
  try {
    linkSync(part, path);
  } catch {
    // The next step opens the file, or creates it if it is still missing.
  }
}

/**
 * The bytes that SQLite writes for `pragma journal_mode = wal`
 * (https://www.sqlite.org/fileformat2.html).
 */
function emptyDatabase(): Uint8Array {
  const page = Buffer.alloc(PAGE_BYTES);
  page.write('SQLite format 3\0');
  page.writeUInt16BE(PAGE_BYTES, 16);
  // Read and write version 2: a write-ahead log.
  page.set([2, 2], 18);
  // Maximum and minimum payload fractions, which are fixed.
  page.set([64, 32, 32], 21);
  // Change counter, size in pages, and the change for which the size is valid.
  page.writeUInt32BE(1, 24);
  page.writeUInt32BE(1, 28);
  page.writeUInt32BE(1, 92);
  // The schema table: a leaf page without cells, whose free space ends with the page.
  page.writeUInt8(13, 100);
  page.writeUInt16BE(PAGE_BYTES, 105);
  return page;
}

/** The file of a database as it was when it was opened. */
interface OpenedFile {
  /**
   * Checks that the path still has this file. It takes a few microseconds, so every write can call
   * it. @throws ServiceError STORE_UNAVAILABLE if the file was removed or replaced
   */
  requireSame(): void;
  /**
   * Checks that the file is complete. @param databaseBytes reads the size of the database from its
   * header @throws ServiceError STORE_UNAVAILABLE if the file was removed, replaced or truncated
   */
  requireWhole(databaseBytes: () => Promise<number>): Promise<void>;
}

/**
 * Remembers the file of an open database. SQLite continues to read and write a file that was removed
 * or replaced, and notices a truncated file only when it reads the missing part. The file is never
 * opened here: closing it would release the locks of SQLite (sqlite.org/howtocorrupt.html, section 2.2).
 */
export function rememberFile(path: string): OpenedFile {
  const opened = fileAt(path);
  let knownBytes = opened?.size ?? 0n;
  function sameFile(): BigIntStats {
    const file = fileAt(path);
    if (file === undefined) throw lost(path, 'was removed');
    if (file.dev !== opened?.dev || file.ino !== opened.ino) {
      throw lost(path, 'was replaced by another file');
    }
    return file;
  }
  return {
    requireSame: () => void sameFile(),
    async requireWhole(databaseBytes) {
      const { size } = sameFile();
      // New pages are in the log until a checkpoint, so the file may be shorter. It shrinks only by a
      // VACUUM, and then the database is shorter, too.
      if (size < knownBytes && (await isCut(size, databaseBytes))) {
        throw lost(path, 'was truncated');
      }
      knownBytes = size;
    },
  };
}

/**
 * True if the file is shorter than its database. SQLite reports a damaged file, and reads no
 * header, if the size that it knows is missing.
 */
async function isCut(size: bigint, databaseBytes: () => Promise<number>): Promise<boolean> {
  try {
    return size < (await databaseBytes());
  } catch (error) {
    const code = error instanceof Error ? sqliteCode(error.cause) : undefined;
    if (code !== undefined && /^SQLITE_(?:CORRUPT|NOTADB|IOERR)/.test(code)) return true;
    throw error;
  }
}

function fileAt(path: string) {
  return statSync(path, { bigint: true, throwIfNoEntry: false });
}

function lost(path: string, what: string): ServiceError {
  return new ServiceError(
    'STORE_UNAVAILABLE',
    `The database file ${path} ${what} while feedctl had it open. Stop feedctl serve, then restore a backup: feedctl service restore FILE`,
  );
}
