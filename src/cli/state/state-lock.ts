import { dirname } from 'node:path';
import { FileLocked, takeFileLock } from '../../base/file-lock.js';
import { makeDirectory } from '../../base/make-directory.js';
import { CliError } from '../kit/index.js';
import { unusable } from './state-file.js';

/** The name of the state in messages, and what to do about a conflict. */
interface Used {
  subject: string;
  hint: string;
}

const STATE: Used = {
  subject: 'The state',
  hint: 'Wait for it to finish, or use another state file with --state FILE.',
};

/**
 * Prevents two runs from using the same state at once, such as when cron starts the next run
 * before the previous one has finished. A stale lock of a crashed run is replaced.
 *
 * @throws {CliError} STATE_IN_USE when another process holds it
 */
export async function withLock<T>(
  path: string,
  work: () => Promise<T>,
  used: Used = STATE,
): Promise<T> {
  const release = await acquire(path, used);
  try {
    return await work();
  } finally {
    await release();
  }
}

async function acquire(path: string, used: Used): Promise<() => Promise<void>> {
  const lock = `${path}.lock`;
  try {
    makeDirectory(dirname(lock), 0o700);
    return await takeFileLock(lock);
  } catch (error) {
    throw error instanceof FileLocked
      ? inUse(path, error.pid, used)
      : unusable('written', path, error);
  }
}

function inUse(path: string, holder: number | undefined, { subject, hint }: Used): CliError {
  const by = holder ? `process ${holder}` : 'another run';
  return new CliError(`${subject} is in use by ${by}: ${path}`, {
    exitCode: 1,
    code: 'STATE_IN_USE',
    hint,
  });
}
