import { link, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { sql } from 'kysely';
import { messageOf } from '../../base/errors.js';
import type { Store } from '../store/store.js';
import { MaintenanceError } from './errors.js';

/** A temporary file next to the file that it will replace. */
export interface ScratchFile {
  path: string;
  /**
   * Puts the complete and synced file in place, atomically. @throws MaintenanceError FILE_EXISTS if
   * a file exists there and must not be replaced
   */
  publish(options: { replace: boolean }): Promise<void>;
  /** Deletes the temporary file. */
  discard(): Promise<void>;
}

const OWNER_ONLY = 0o600;

/**
 * Creates an empty file that only its owner may read. Its name has the process id, so that files of
 * killed processes can be recognised. @throws MaintenanceError FILE_UNWRITABLE
 */
export async function scratchFile(target: string): Promise<ScratchFile> {
  const path = `${target}.${process.pid}.part`;
  if (await isSpecial(target)) {
    // A rename would replace a device such as /dev/null for the whole machine.
    throw unwritableScratch(target, new Error('it is a device, a pipe or a directory'));
  }
  try {
    await removeLeftovers(target);
    await (await open(path, 'w', OWNER_ONLY)).close();
  } catch (error) {
    throw unwritableScratch(target, error);
  }
  return {
    path,
    async publish({ replace }) {
      try {
        await sync(path);
        await place(path, target, replace);
        await sync(dirname(target));
      } catch (error) {
        throw error instanceof MaintenanceError ? error : unwritableScratch(target, error);
      }
    },
    async discard() {
      for (const suffix of ['', '-wal', '-shm', '-journal']) {
        await rm(`${path}${suffix}`, { force: true });
      }
    },
  };
}

/** Links the file to its name, which fails if another process has created one there at any time. */
async function place(path: string, target: string, replace: boolean): Promise<void> {
  if (replace) return rename(path, target);
  try {
    await link(path, target);
    await rm(path);
  } catch (error) {
    if (fileErrorCode(error) === 'EEXIST') throw alreadyThere(target);
    // Without links, another process can still create the file between this check and the rename.
    if (await exists(target)) throw alreadyThere(target);
    await rename(path, target);
  }
}

export function alreadyThere(path: string): MaintenanceError {
  return new MaintenanceError('FILE_EXISTS', `There is a file at ${path} already.`, {
    hint: 'Give another name, or --force to replace it.',
  });
}

export function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function isSpecial(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => !found.isFile(),
    () => false,
  );
}

/**
 * Merges the write-ahead log of a SQLite database into its file, so that the file can be renamed.
 */
export async function intoOneFile({ db }: Pick<Store, 'db'>): Promise<void> {
  await sql`pragma journal_mode = delete`.execute(db);
}

/** Syncs a file, or the names in a directory, to disk. */
export async function sync(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Deletes temporary files of killed processes, also those for other targets: the name of a daily
 * backup contains the date.
 */
async function removeLeftovers(target: string): Promise<void> {
  const kind = `${extname(target)}.`;
  for (const entry of await readdir(dirname(target))) {
    const [, name = '', pid = ''] = /^(.+\.)(\d+)\.part(?:-wal|-shm|-journal)?$/.exec(entry) ?? [];
    if (pid !== '' && name.endsWith(kind) && !isAlive(Number(pid))) {
      await rm(join(dirname(target), entry), { force: true });
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return fileErrorCode(error) === 'EPERM';
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'its directory does not exist',
  ENOTDIR: 'its directory is a file',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is exhausted',
  EFBIG: 'the file system or a limit (ulimit -f) does not allow a file of this size',
  EISDIR: 'it is a directory',
  SQLITE_FULL: 'the disk is full',
  SQLITE_IOERR: 'disk I/O error',
};

/** The error for a file that could not be written. */
export function unwritableScratch(path: string, error: unknown): MaintenanceError {
  const code = fileErrorCode(error);
  const known = REASONS[code] ?? (code.startsWith('SQLITE_IOERR') ? REASONS.SQLITE_IOERR : '');
  const reason = known || messageOf(error);
  return new MaintenanceError('FILE_UNWRITABLE', `${path} cannot be written: ${reason}.`, {
    cause: error,
  });
}

function fileErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
