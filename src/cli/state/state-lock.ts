import { dirname } from 'node:path';
import { FileLocked, takeFileLock } from '../../base/file-lock.js';
import { makeDirectory } from '../../base/make-directory.js';
import { CliError } from '../kit/index.js';
import { unusable } from './state-file.js';

/**
 * Prevents two runs from using the same state at once, such as when cron starts the next run
 * before the previous one has finished. A stale lock of a crashed run is replaced.
 *
 * @throws {CliError} STATE_IN_USE when another process holds it
 */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const release = await acquire(path);
  try {
    return await work();
  } finally {
    await release();
  }
}

async function acquire(path: string): Promise<() => Promise<void>> {
  const lock = `${path}.lock`;
  try {
    makeDirectory(dirname(lock), 0o700);
    return await takeFileLock(lock);
  } catch (error) {
    throw error instanceof FileLocked ? inUse(path, error.pid) : unusable('written', path, error);
  }
}

function inUse(path: string, holder: number | undefined): CliError {
  const by = holder ? `process ${holder}` : 'another run';
  return new CliError(`The state is in use by ${by}: ${path}`, {
    exitCode: 1,
    code: 'STATE_IN_USE',
    hint: 'Wait for it to finish, or use another state file with --state FILE.',
  });
}
