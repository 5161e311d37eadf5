import { randomUUID } from 'node:crypto';
import { chmod, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';

/**
 * Replaces a file atomically: the old one stays until the new one is complete and on disk. A
 * symbolic link stays, and its target is replaced. A device or a named pipe is written to:
 * replacing /dev/null would break other programs.
 *
 * @param mode permissions; omitted: those of the old file
 * @throws the error of the system; nothing is left behind then
 */
export async function replaceFile(
  path: string,
  content: string | Iterable<string>,
  mode?: number,
): Promise<void> {
  const old = await stat(path).catch(() => undefined);
  if (old !== undefined && !old.isFile()) return writeFile(path, content);
  const target = await realpath(path).catch(() => path);
  const aside = `${target}.${randomUUID().slice(0, 8)}.tmp`;
  try {
    await writeFile(aside, content, { mode, flag: 'wx', flush: true });
    if (mode === undefined && old !== undefined) await chmod(aside, old.mode & 0o777);
    await rename(aside, target);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
}
