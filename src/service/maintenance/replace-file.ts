import { existsSync } from 'node:fs';
import { link, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { sync, unwritableScratch } from './scratch-file.js';

/** Suffix of a replaced database, which stays next to the new one. */
const KEPT = 'before-restore';

/** Maximum number of replaced databases that are kept: each is as large as the database. */
const MAX_KEPT = 3;

/**
 * Replaces an unused database by a complete one. `path` always has a database: the old one gets a
 * second name first.
 * @returns where the old one is kept, null when it did not exist or was empty; and which copies of earlier
 *   times were deleted for it
 * @throws MaintenanceError FILE_UNWRITABLE
 */
export async function replaceFile(
  path: string,
  by: string,
  { keep }: { keep: boolean },
): Promise<{ kept: string | null; deleted: string[] }> {
  const copies = keep ? await keptCopies(path) : [];
  const kept = keep ? nameAfter(path, copies.at(-1)) : null;
  try {
    await sync(by);
    if (kept !== null) await setAside(path, kept);
    // The log of an old database must not be taken for that of the new one.
    for (const suffix of ['-wal', '-shm']) await rm(`${path}${suffix}`, { force: true });
    await rename(by, path);
    await sync(dirname(path));
  } catch (error) {
    throw unwritableScratch(path, error);
  }
  return { kept, deleted: await deleteOldest(copies) };
}

/** Renames the old database with its log, which a damaged one may have. */
async function setAside(path: string, kept: string): Promise<void> {
  for (const suffix of ['-wal', '-shm']) {
    if (existsSync(`${path}${suffix}`)) await rename(`${path}${suffix}`, `${kept}${suffix}`);
  }
  try {
    await link(path, kept);
  } catch {
    // On a file system without links, there is no database for a moment.
    await rename(path, kept);
  }
}

/** A copy of a database that was replaced. */
interface KeptCopy {
  path: string;
  /** Increases from one to the next; the first copy has no number in its name. */
  number: number;
}

/** Kept copies from the oldest to the newest. */
async function keptCopies(path: string): Promise<KeptCopy[]> {
  const first = `${basename(path)}.${KEPT}`;
  const names = await readdir(dirname(path));
  return names
    .filter((name) => name.startsWith(first) && /^(?:-\d+)?$/.test(name.slice(first.length)))
    .map((name) => ({
      path: join(dirname(path), name),
      number: name === first ? 1 : Number(name.slice(first.length + 1)),
    }))
    .sort((one, other) => one.number - other.number);
}

/** The name of the next copy: `feedctl.db.before-restore`, then with increasing numbers. */
function nameAfter(path: string, newest: KeptCopy | undefined): string {
  return `${path}.${KEPT}${newest === undefined ? '' : `-${newest.number + 1}`}`;
}

/** Deletes the oldest copies to make space for a new one; returns their paths. */
async function deleteOldest(copies: readonly KeptCopy[]): Promise<string[]> {
  const surplus = copies.slice(0, Math.max(0, copies.length + 1 - MAX_KEPT));
  for (const { path } of surplus) {
    for (const suffix of ['', '-wal', '-shm']) await rm(`${path}${suffix}`, { force: true });
  }
  return surplus.map(({ path }) => path);
}
