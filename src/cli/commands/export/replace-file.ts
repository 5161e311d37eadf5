import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { UsageError } from '../../kit/index.js';

/**
 * Writes a file whole: until the last byte is there the old one stays, so that a backup which is
 * interrupted does not cost the one before.
 *
 * @throws {UsageError} when it cannot be written there
 */
export async function replaceFile(path: string, text: string): Promise<void> {
  const part = `${path}.${randomUUID().slice(0, 8)}.part`;
  try {
    await writeFile(part, text, { flag: 'wx', flush: true });
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw unwritable(path, error);
  }
}

function unwritable(path: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const why: Readonly<Record<string, string>> = {
    ENOENT: 'there is no such folder',
    ENOTDIR: 'there is no such folder',
    EACCES: 'you may not write there',
    EISDIR: 'it is a folder',
    ENOSPC: 'the disk is full',
  };
  return why[code] === undefined
    ? error
    : new UsageError(`${path} cannot be written: ${why[code]}.`);
}
