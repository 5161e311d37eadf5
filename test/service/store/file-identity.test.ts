import { copyFileSync, renameSync, rmSync, statSync, truncateSync } from 'node:fs';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../../src/service/store/open-store.js';
import type { Store } from '../../../src/service/store/store.js';
import { filledDatabase } from '../../support/filled-database.js';

async function openFilled() {
  const path = await filledDatabase(7, 20);
  const store = await openStore(path);
  onTestFinished(() => store.close());
  return { path, store };
}

function write({ db }: Pick<Store, 'db'>): Promise<unknown> {
  return db.updateTable('feeds').set({ title: 'new' }).execute();
}

const unavailable = (what: string) => ({
  code: 'STORE_UNAVAILABLE',
  message: expect.stringMatching(`${what} while feedctl had it open.*feedctl service restore FILE`),
});

describe('an open database file', () => {
  it('that is there is ready, also while it grows and after a VACUUM', async () => {
    const { path, store } = await openFilled();
    await store.requireReady();
    const before = statSync(path).size;
    await sql`create table filler as select zeroblob(4000000) as filler`.execute(store.db);
    await store.requireReady();
    await sql`pragma wal_checkpoint(truncate)`.execute(store.db);
    await store.requireReady();
    expect(statSync(path).size).toBeGreaterThan(before + 3_000_000);
    await sql`drop table filler`.execute(store.db);
    await sql`vacuum`.execute(store.db);
    await sql`pragma wal_checkpoint(truncate)`.execute(store.db);
    expect(statSync(path).size).toBeLessThan(before + 1_000_000);
    await store.requireReady();
  });

  it('that was removed is not ready', async () => {
    const { path, store } = await openFilled();
    rmSync(path);
    await expect(store.requireReady()).rejects.toMatchObject(unavailable('was removed'));
    await expect(write(store)).rejects.toMatchObject(unavailable('was removed'));
    await expect(store.db.transaction().execute((db) => write({ db }))).rejects.toMatchObject(
      unavailable('was removed'),
    );
    // What was stored before can still be read.
    await sql`select count(*) from items`.execute(store.db);
  });

  it('that was replaced is not ready', async () => {
    const { path, store } = await openFilled();
    copyFileSync(path, `${path}.copy`);
    renameSync(`${path}.copy`, path);
    await expect(store.requireReady()).rejects.toMatchObject(
      unavailable('was replaced by another file'),
    );
    await expect(write(store)).rejects.toMatchObject(unavailable('was replaced by another file'));
  });

  it.each([0, 0.5])('that was truncated to %f of its length is not ready', async (share) => {
    const { path, store } = await openFilled();
    truncateSync(path, Math.floor(statSync(path).size * share));
    await expect(store.requireReady()).rejects.toMatchObject(unavailable('was truncated'));
  });

  it('of nothing but memory is ready', async () => {
    const store = await openStore(':memory:');
    await store.requireReady();
    await store.close();
  });
});
