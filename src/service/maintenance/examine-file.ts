import { open, stat } from 'node:fs/promises';
import LibsqlDatabase from 'libsql';
import { VERSION } from '../../contract/index.js';
import { UNFINISHED_VERSION } from '../store/migrate.js';
import { migrations } from '../store/migrations/index.js';
import { MaintenanceError } from './errors.js';

/** What a database file of ours says of itself. */
export interface Examined {
  schemaVersion: number;
  /** The feedctl that wrote its schema. */
  feedctlVersion: string;
  feeds: number;
  items: number;
}

const MAGIC = 'SQLite format 3\0';

/**
 * Whether a file looks like a whole SQLite database, without opening it as one.
 * @throws MaintenanceError FILE_NOT_FOUND, FILE_UNREADABLE, FILE_UNUSABLE
 */
export async function requireDatabaseFile(path: string): Promise<void> {
  const head = await readHead(path);
  if (head !== MAGIC) throw notOurs(path);
  const log = await stat(`${path}-wal`).catch(() => undefined);
  if (log !== undefined && log.size > 0) {
    throw new MaintenanceError(
      'FILE_UNUSABLE',
      `${path} is a database in use, part of it still in ${path}-wal; a backup is one file.`,
      { hint: `Make one: feedctl service backup FILE` },
    );
  }
}

/**
 * Reads the whole of a database file and refuses one that is damaged, not ours, or newer than this
 * release. It is a file that nobody else uses: its journal mode is set to that of a single file.
 * @param shown how the file is called in messages
 * @throws MaintenanceError FILE_UNUSABLE
 */
export function examineFile(path: string, shown: string = path): Examined {
  const database = new LibsqlDatabase(path);
  try {
    // libsql keeps a closed connection until it is collected as garbage. In this mode it holds no
    // lock meanwhile, so the next connection may do with the file what it likes.
    database.pragma('journal_mode = delete');
    requireSound(database, shown);
    const schema = requireKnownSchema(database, shown);
    return {
      ...schema,
      feeds: count(database, 'feeds'),
      items: count(database, 'items'),
    };
  } catch (error) {
    throw error instanceof MaintenanceError ? error : damaged(shown, error);
  } finally {
    database.close();
  }
}

/** Both are slow, a second or two for each gigabyte: what is restored has to be worth it. */
function requireSound(database: LibsqlDatabase.Database, shown: string): void {
  const found = rows<{ integrity_check: string }>(database, 'pragma integrity_check(1)');
  const first = found[0]?.integrity_check ?? '';
  if (first !== 'ok') throw damaged(shown, first);
  const orphans = rows<{ table: string; parent: string }>(database, 'pragma foreign_key_check');
  const [orphan] = orphans;
  if (orphan === undefined) return;
  throw damaged(shown, `rows of ${orphan.table} refer to ${orphan.parent} that are not there`);
}

function requireKnownSchema(
  database: LibsqlDatabase.Database,
  shown: string,
): Pick<Examined, 'schemaVersion' | 'feedctlVersion'> {
  const tables = rows<{ name: string }>(
    database,
    "select name from sqlite_master where type = 'table'",
  );
  const names = tables.map(({ name }) => name);
  if (!['schema_migrations', 'feeds', 'items'].every((name) => names.includes(name))) {
    throw notOurs(shown);
  }
  const [last] = rows<{ version: number; name: string; feedctl_version: string }>(
    database,
    'select version, name, feedctl_version from schema_migrations order by version desc limit 1',
  );
  if (last === undefined) throw notOurs(shown);
  if (last.version === UNFINISHED_VERSION) throw unfinished(shown, last.name);
  const newest = migrations.at(-1)?.version ?? 0;
  if (last.version > newest) throw newer(shown, last.version, last.feedctl_version);
  return { schemaVersion: last.version, feedctlVersion: last.feedctl_version };
}

function count(database: LibsqlDatabase.Database, table: string): number {
  return rows<{ n: number }>(database, `select count(*) as n from ${table}`)[0]?.n ?? 0;
}

function rows<T>(database: LibsqlDatabase.Database, sql: string): T[] {
  return database.prepare(sql).all() as T[];
}

async function readHead(path: string): Promise<string> {
  try {
    const file = await open(path, 'r');
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0);
      return buffer.toString('latin1', 0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    throw unreadable(path, error);
  }
}

function unreadable(path: string, error: unknown): MaintenanceError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT') return new MaintenanceError('FILE_NOT_FOUND', `There is no file ${path}.`);
  const why: Readonly<Record<string, string>> = {
    EACCES: 'permission is denied',
    EISDIR: 'it is a directory',
  };
  const reason = why[code] ?? (error instanceof Error ? error.message : String(error));
  return new MaintenanceError('FILE_UNREADABLE', `${path} cannot be read: ${reason}.`, {
    cause: error,
  });
}

function notOurs(shown: string): MaintenanceError {
  return new MaintenanceError('FILE_UNUSABLE', `${shown} is not a backup of feedctl.`, {
    hint: 'Backups are made by: feedctl service backup FILE',
  });
}

function damaged(shown: string, reason: unknown): MaintenanceError {
  const detail = reason instanceof Error ? reason.message : String(reason);
  return new MaintenanceError('FILE_UNUSABLE', `${shown} is damaged: ${detail}.`, {
    hint: 'Use another backup.',
    cause: reason,
  });
}

function unfinished(shown: string, source: string): MaintenanceError {
  return new MaintenanceError('FILE_UNUSABLE', `${shown} is an unfinished copy of ${source}.`, {
    hint: 'Finish it: run feedctl service copy again as before.',
  });
}

function newer(shown: string, version: number, writtenBy: string): MaintenanceError {
  return new MaintenanceError(
    'FILE_UNUSABLE',
    `${shown} has schema ${version}, written by feedctl ${writtenBy}; this is feedctl ${VERSION}, which is too old for it.`,
    { hint: 'Update with: npm install -g feedctl@latest' },
  );
}
