import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import LibsqlDatabase from 'libsql';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../src/service/core/time.js';
import { openStore } from '../../../src/service/store/open-store.js';
import { createDatabaseFile } from '../../../src/service/store/sqlite/database-file.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

async function open(path: string) {
  const store = await openStore(path, systemClock);
  onTestFinished(() => store.close());
  return store;
}

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe('openStore', () => {
  it('makes the directory and every file of the database for its owner only', async () => {
    const directory = join(temporaryDirectory(), 'new', 'deep');
    const path = join(directory, 'feedctl.db');
    const store = await open(path);
    await store.db.insertInto('accounts').values({ id: 'a', name: 'a', created_at: 0 }).execute();

    expect(modeOf(directory)).toBe('700');
    expect([path, `${path}-wal`, `${path}-shm`].map(modeOf)).toEqual(['600', '600', '600']);
  });

  it('tightens a file that others could read', async () => {
    const path = join(temporaryDirectory(), 'feedctl.db');
    await (await openStore(path, systemClock)).close();
    chmodSync(path, 0o644);
    await open(path);

    expect(modeOf(path)).toBe('600');
  });

  it('creates the file at once as the database that SQLite makes, and leaves nothing else', async () => {
    const directory = temporaryDirectory();
    const bySqlite = new LibsqlDatabase(join(directory, 'sqlite.db'));
    bySqlite.pragma('journal_mode = wal');
    createDatabaseFile(join(directory, 'feedctl.db'), 0o600);
    createDatabaseFile(join(directory, 'feedctl.db'), 0o600);

    const [expected, page] = ['sqlite.db', 'feedctl.db'].map((name) =>
      readFileSync(join(directory, name)),
    );
    // The release of SQLite that wrote it.
    expected?.fill(0, 96, 100);
    expect(page).toEqual(expected);
    expect(readdirSync(directory).filter((name) => name.startsWith('feedctl'))).toEqual([
      'feedctl.db',
    ]);
  });

  it('creates the target of a link that leads nowhere yet', async () => {
    const directory = temporaryDirectory();
    symlinkSync(join(directory, 'target.db'), join(directory, 'feedctl.db'));
    await open(join(directory, 'feedctl.db'));

    expect(modeOf(join(directory, 'target.db'))).toBe('600');
  });

  it('leaves the mode of a directory that was there alone', async () => {
    const directory = join(temporaryDirectory(), 'shared');
    mkdirSync(directory, { mode: 0o755 });
    await open(join(directory, 'feedctl.db'));

    expect(modeOf(directory)).toBe('755');
  });

  it('writes ahead, syncs every commit and holds foreign keys', async () => {
    const { db } = await open(join(temporaryDirectory(), 'feedctl.db'));
    const pragma = async (name: string) =>
      Object.values((await sql.raw<object>(`pragma ${name}`).execute(db)).rows[0] ?? {})[0];

    expect(await pragma('journal_mode')).toBe('wal');
    expect(await pragma('synchronous')).toBe(2);
    expect(await pragma('foreign_keys')).toBe(1);
    expect(await pragma('busy_timeout')).toBe(5);
  });

  it('keeps what it is given', async () => {
    const path = join(temporaryDirectory(), 'feedctl.db');
    const first = await openStore(path, systemClock);
    await first.db
      .insertInto('accounts')
      .values({ id: 'a', name: 'Ana', created_at: 1_700_000_000_000 })
      .execute();
    await first.close();
    const second = await open(path);

    expect(await second.db.selectFrom('accounts').selectAll().execute()).toMatchObject([
      { id: 'a', name: 'Ana', created_at: 1_700_000_000_000 },
    ]);
  });

  it('opens in memory, each a database of its own', async () => {
    const [one, other] = [await open(':memory:'), await open(':memory:')];
    await one.db.insertInto('accounts').values({ id: 'a', name: 'a', created_at: 0 }).execute();

    expect(await other.db.selectFrom('accounts').select('id').execute()).toEqual([]);
  });
});
