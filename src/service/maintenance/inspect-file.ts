import { constants } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import LibsqlDatabase from 'libsql';
import { messageOf } from '../../base/errors.js';
import { LAST_MIGRATION } from '../store/migrate.js';
import { type AppliedMigration, refusalOf } from '../store/refusal.js';
import { MaintenanceError } from './errors.js';

/** Facts about a database file of feedctl. */
export interface InspectedFile {
  schemaVersion: number;
  /** The feedctl version that wrote its schema. */
  feedctlVersion: string;
  feeds: number;
  items: number;
}

const MAGIC = 'SQLite format 3\0';

/**
 * Checks whether a file looks like a complete SQLite database, without opening it.
 * @throws MaintenanceError FILE_NOT_FOUND, FILE_UNREADABLE, FILE_UNUSABLE
 */
export async function requireDatabaseFile(path: string): Promise<void> {
  const head = await readFileHead(path);
  if (head !== MAGIC) throw notOurs(path);
  const log = await stat(`${path}-wal`).catch(() => undefined);
  if (log !== undefined && log.size > 0) {
    throw new MaintenanceError(
      'FILE_UNUSABLE',
      `${path} is a database in use with data in ${path}-wal; a backup is a single file.`,
      { hint: `Create one: feedctl service backup FILE` },
    );
  }
}

/**
 * Reads a whole database file and rejects it when it is damaged, not of feedctl, or of another
 * schema. No other process may use the file: its journal mode is set to that of a single file.
 * @param shown name of the file in messages
 * @throws MaintenanceError FILE_UNUSABLE
 */
export function inspectFile(path: string, shown: string = path): InspectedFile {
  const database = new LibsqlDatabase(path);
  try {
    // libsql keeps a closed connection until it is garbage collected. In this mode it holds no
    // lock, so the next connection can use the file.
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

/** Both checks are slow, a second or two per gigabyte, but a restored file must be valid. */
function requireSound(database: LibsqlDatabase.Database, shown: string): void {
  const found = fileRows<{ integrity_check: string }>(database, 'pragma integrity_check(1)');
  const first = found[0]?.integrity_check ?? '';
  if (first !== 'ok') throw damaged(shown, first);
  const orphans = fileRows<{ table: string; parent: string }>(database, 'pragma foreign_key_check');
  const [orphan] = orphans;
  if (orphan === undefined) return;
  throw damaged(shown, `rows of ${orphan.table} refer to missing rows of ${orphan.parent}`);
}

function requireKnownSchema(
  database: LibsqlDatabase.Database,
  shown: string,
): Pick<InspectedFile, 'schemaVersion' | 'feedctlVersion'> {
  const tables = fileRows<{ name: string }>(
    database,
    "select name from sqlite_master where type = 'table'",
  );
  const names = tables.map(({ name }) => name);
  if (!['schema_migrations', 'feeds', 'items'].every((name) => names.includes(name))) {
    throw notOurs(shown);
  }
  const [last] = fileRows<AppliedMigration>(database, LAST_MIGRATION);
  if (last === undefined) throw notOurs(shown);
  const refusal = refusalOf(last);
  if (refusal !== null) {
    const { problem, fix } = refusal;
    throw new MaintenanceError('FILE_UNUSABLE', `${shown} ${problem}`, { hint: fix });
  }
  return { schemaVersion: last.version, feedctlVersion: last.feedctl_version };
}

function count(database: LibsqlDatabase.Database, table: string): number {
  return fileRows<{ n: number }>(database, `select count(*) as n from ${table}`)[0]?.n ?? 0;
}

function fileRows<T>(database: LibsqlDatabase.Database, sql: string): T[] {
  return database.prepare(sql).all() as T[];
}

async function readFileHead(path: string): Promise<string> {
  try {
    // A pipe without a writer is refused, and not waited for.
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
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
    EACCES: 'permission denied',
    EISDIR: 'it is a directory',
  };
  const reason = why[code] ?? messageOf(error);
  return new MaintenanceError('FILE_UNREADABLE', `${path} cannot be read: ${reason}.`, {
    cause: error,
  });
}

function notOurs(shown: string): MaintenanceError {
  return new MaintenanceError('FILE_UNUSABLE', `${shown} is not a backup of feedctl.`, {
    hint: 'To create a backup: feedctl service backup FILE',
  });
}

function damaged(shown: string, reason: unknown): MaintenanceError {
  const detail = reason instanceof Error ? reason.message : String(reason);
  return new MaintenanceError('FILE_UNUSABLE', `${shown} is damaged: ${detail}.`, {
    hint: 'Use another backup.',
    cause: reason,
  });
}
