import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Creates a directory and the missing ones above it.
 *
 * In place of the `recursive` of Node, which never returns where the system answers ENOENT although the
 * parent exists, as below /proc (measured with Node 20 on Linux).
 *
 * @param mode permissions of each directory that is created
 * @throws the error of the system, such as EACCES, ENOENT, ENOTDIR or EEXIST for another kind of file
 */
export function makeDirectory(path: string, mode = 0o777): void {
  const missing: string[] = [];
  let directory = resolve(path);
  while (!existsSync(directory)) {
    missing.unshift(directory);
    directory = dirname(directory);
  }
  if (missing.length === 0 && !statSync(directory).isDirectory()) mkdirSync(directory);
  for (const each of missing) makeOne(each, mode);
}

/** Ignores that another process creates it at the same time. */
function makeOne(directory: string, mode: number): void {
  try {
    mkdirSync(directory, { mode });
  } catch (error) {
    if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
