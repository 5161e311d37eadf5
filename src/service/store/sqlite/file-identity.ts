import { type BigIntStats, statSync } from 'node:fs';
import { ServiceError } from '../../core/errors.js';
import { sqliteCode } from './sqlite-error.js';

/** The file of an open database, as it was when it was opened. */
interface OpenedFile {
  /**
   * Takes a few microseconds, so that every write can ask.
   * @throws ServiceError STORE_UNAVAILABLE when the file was removed or replaced
   */
  requireSame(): void;
  /**
   * @param databaseBytes reads the length of the database from its header
   * @throws ServiceError STORE_UNAVAILABLE when the file was removed, replaced or truncated
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

/** SQLite calls a file damaged, and reads no header, where the length that it knows is not there. */
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
