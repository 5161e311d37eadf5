import { setTimeout as sleep } from 'node:timers/promises';
import LibsqlDatabase from 'libsql';
import { ServiceError } from '../../core/errors.js';
import { BUSY_TIMEOUT_MS, retryWhileBusy } from './busy.js';
import { prepareFile } from './database-file.js';
import { explainSqliteError } from './sqlite-error.js';

export const IN_MEMORY = ':memory:';

/**
 * Opens a SQLite file, made if need be, for several processes at once: write-ahead log, every
 * commit synced, foreign keys held.
 * @throws ServiceError STORE_UNAVAILABLE naming the path and what to do.
 */
export async function openDatabase(path: string): Promise<LibsqlDatabase.Database> {
  if (path !== IN_MEMORY) prepareFile(path);
  const database = connect(path);
  try {
    database.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
    // Changing the journal takes an exclusive lock, which another first start may hold just now.
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
