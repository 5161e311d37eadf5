import { randomUUID } from 'node:crypto';
import { realpath, rename, rm, writeFile } from 'node:fs/promises';

/**
 * Replaces a file atomically: the old one stays until the new one is complete and on disk. A symbolic
 * link stays, and what it leads to is replaced.
 *
 * @param mode permissions of a new file
 * @throws the error of the system; nothing is left behind then
 */
export async function replaceFile(
  path: string,
  content: string | Iterable<string>,
  mode = 0o666,
): Promise<void> {
  const target = await realpath(path).catch(() => path);
  const aside = `${target}.${randomUUID().slice(0, 8)}.tmp`;
  try {
    await writeFile(aside, content, { mode, flag: 'wx', flush: true });
    await rename(aside, target);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
}
