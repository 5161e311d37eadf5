import { existsSync } from 'node:fs';
import { link, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sync, unwritable } from './scratch-file.js';

/** What a replaced database is called from then on, next to the new one. */
const KEPT = 'before-restore';

/**
 * Replaces an unused database by a complete one. `path` always has a database: the old one gets a
 * second name first.
 * @returns where the old one is kept; null when it did not exist or was empty
 * @throws MaintenanceError FILE_UNWRITABLE
 */
export async function replaceFile(
  path: string,
  by: string,
  { keep }: { keep: boolean },
): Promise<string | null> {
  const kept = keep ? freeName(path) : null;
  try {
    await sync(by);
    if (kept !== null) await setAside(path, kept);
    // The log of an old database must not be taken for that of the new one.
    for (const suffix of ['-wal', '-shm']) await rm(`${path}${suffix}`, { force: true });
    await rename(by, path);
    await sync(dirname(path));
  } catch (error) {
    throw unwritable(path, error);
  }
  return kept;
}

/** What is damaged may have a log left, which belongs to it. */
async function setAside(path: string, kept: string): Promise<void> {
  for (const suffix of ['-wal', '-shm']) {
    if (existsSync(`${path}${suffix}`)) await rename(`${path}${suffix}`, `${kept}${suffix}`);
  }
  try {
    await link(path, kept);
  } catch {
    // A file system without links: for an instant there is no database.
    await rename(path, kept);
  }
}

/** `feedctl.db.before-restore`, or with a number when there is one already. */
function freeName(path: string): string {
  const first = `${path}.${KEPT}`;
  if (!existsSync(first)) return first;
  let number = 2;
  while (existsSync(`${first}-${number}`)) number += 1;
  return `${first}-${number}`;
}
