import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openStore } from '../../src/service/store/open-store.js';
import type { Store } from '../../src/service/store/store.js';

/** Space that a directory in memory must have free, in bytes: containers often give it 64 MB. */
const ROOM = 2 ** 30;

/**
 * A SQLite file with feedctl's schema, in a directory of its own that `drop` removes. It is a copy of
 * the given file, or of one without rows that was migrated once per worker: migrating takes eight
 * times as long.
 */
export async function sqliteDatabase(
  from?: string,
): Promise<{ location: string; drop(): Promise<void> }> {
  template ??= migratedFile();
  const directory = newDirectory();
  const location = join(directory, 'feedctl.db');
  copyFileSync(from ?? (await template), location);
  return {
    location,
    drop: async () => rmSync(directory, { recursive: true, force: true }),
  };
}

let template: Promise<string> | undefined;

async function migratedFile(): Promise<string> {
  const store = await openStore(':memory:');
  const path = await templateFile('template', store);
  await store.close();
  return path;
}

/** Writes what is in the store to a file of this worker, to be copied by its tests; the path. */
export async function templateFile(name: string, { db }: Store): Promise<string> {
  // test/support/build.ts removes it.
  const directory = `node_modules/.cache/feedctl-test/${process.ppid}`;
  mkdirSync(directory, { recursive: true });
  const path = `${directory}/${name}-${process.pid}.db`;
  await sql`vacuum into ${path}`.execute(db);
  chmodSync(path, 0o600);
  return path;
}

/** In memory where there is room: each commit is synced, and a disk takes a millisecond for that. */
function newDirectory(): string {
  return mkdtempSync(join(hasRoom('/dev/shm') ? '/dev/shm' : tmpdir(), 'feedctl-test-'));
}

function hasRoom(path: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize >= ROOM;
  } catch {
    return false;
  }
}
