import { dirname } from 'node:path';
import { PLACES } from '../../../resources/operator.js';
import { ServiceError } from '../../core/errors.js';

/** The code of an SQLite error, such as `SQLITE_BUSY` or `SQLITE_CONSTRAINT_UNIQUE`. */
export function sqliteCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' && error.code.startsWith('SQLITE_')
    ? error.code
    : undefined;
}

/**
 * Explains errors that the operator can fix; others (broken constraint, wrong statement) are
 * internal errors and returned unchanged.
 */
export function explainSqliteError(error: unknown, path: string): unknown {
  const message = explanation(sqliteCode(error), path);
  return message === undefined
    ? error
    : new ServiceError('STORE_UNAVAILABLE', message, { cause: error, retryAfterSeconds: 5 });
}

function explanation(code: string | undefined, path: string): string | undefined {
  if (code === undefined) return undefined;
  if (code.startsWith('SQLITE_BUSY')) {
    return `Another process has locked the database ${path} for more than 5 s. Try again, or stop that process.`;
  }
  if (code.startsWith('SQLITE_READONLY')) {
    return `The database ${path} cannot be written: the file or its directory ${dirname(path)} is read-only. Change its mode or owner, or choose another directory with ${PLACES.dataDir.name}.`;
  }
  if (code.startsWith('SQLITE_CANTOPEN') || code.startsWith('SQLITE_PERM')) {
    return `The database ${path} cannot be opened. Check that its directory ${dirname(path)} may be written, or choose another with ${PLACES.dataDir.name}.`;
  }
  // The shared memory of the processes is a file as well; without space for it, opening fails.
  if (code.startsWith('SQLITE_FULL') || code === 'SQLITE_IOERR_SHMSIZE') {
    return `The disk that holds the database ${path} is full. Free some space and try again; nothing of this request was stored.`;
  }
  if (code.startsWith('SQLITE_NOTADB')) {
    return `The file ${path} is not a feedctl database. Move it away, or choose another directory with ${PLACES.dataDir.name}.`;
  }
  if (code.startsWith('SQLITE_CORRUPT')) {
    return `The database ${path} is damaged. Restore it from a backup, or move it away to start afresh.`;
  }
  if (code.startsWith('SQLITE_IOERR')) {
    return `Reading or writing the database ${path} failed (${code}). Check the disk, the space and quota there, and the file system.`;
  }
  return undefined;
}
