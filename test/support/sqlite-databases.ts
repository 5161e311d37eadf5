import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openStore } from '../../src/service/store/open-store.js';

/** Space that a directory in memory must have free, in bytes: containers often give it 64 MB. */
const ROOM = 2 ** 30;

/**
 * A SQLite file with feedctl's schema and no rows, in a directory of its own that `drop` removes. It
 * is a copy of one that was migrated once per worker: migrating takes eight times as long.
 */
export async function sqliteDatabase(): Promise<{ location: string; drop(): Promise<void> }> {
  template ??= migratedFile();
  const directory = newDirectory();
  const location = join(directory, 'feedctl.db');
  copyFileSync(await template, location);
  return {
    location,
    drop: async () => rmSync(directory, { recursive: true, force: true }),
  };
}

let template: Promise<string> | undefined;

async function migratedFile(): Promise<string> {
  // test/support/build.ts removes it.
  const directory = `node_modules/.cache/feedctl-test/${process.ppid}`;
  mkdirSync(directory, { recursive: true });
  const path = `${directory}/template-${process.pid}.db`;
  const store = await openStore(':memory:');
  await sql`vacuum into ${path}`.execute(store.db);
  await store.close();
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
