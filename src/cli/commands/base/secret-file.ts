import { type FileHandle, open, rm } from 'node:fs/promises';
import { errorCode, messageOf } from '../../../base/errors.js';
import { CliError, UsageError } from '../../kit/index.js';

/**
 * Makes what has a secret that no later command can show, with the secret in a new file that only
 * its owner may read. The file is created first, so that nothing is made when that fails.
 *
 * @param textOf the content of the file
 * @returns with a `problem` when the secret could not be written after all; there is no file then
 * @throws {CliError} exit code 2 when the file exists or cannot be created
 */
export async function withSecretFile<T>(
  path: string,
  make: () => Promise<T>,
  textOf: (made: T) => string,
): Promise<{ made: T; problem?: string }> {
  const file = await openNew(path);
  try {
    const made = await make();
    try {
      await file.writeFile(`${textOf(made)}\n`);
      await file.sync();
      return { made };
    } catch (error) {
      await rm(path, { force: true });
      return { made, problem: messageOf(error) };
    }
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

async function openNew(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', 0o600);
  } catch (error) {
    const hint = 'Nothing was created. Pass --secret-to the name of a new file.';
    if (errorCode(error) === 'EEXIST') {
      throw new UsageError(`The file ${path} already exists.`, { hint });
    }
    throw new CliError(`The file ${path} cannot be created.`, {
      exitCode: 2,
      code: 'FILE_UNWRITABLE',
      detail: messageOf(error),
      hint,
      cause: error,
    });
  }
}
