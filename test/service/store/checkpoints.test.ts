import { statSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openStore } from '../../../src/service/store/open-store.js';
import { filledDatabase } from '../../support/filled-database.js';

const MEGABYTES = 2;

it('the log of a process that stays goes into the file between its commits', async () => {
  const path = await filledDatabase(1, 1);
  const store = await openStore(path);
  const before = statSync(path).size;
  // Fewer pages than those at which a commit moves them.
  await sql`create table filler as select zeroblob(${MEGABYTES * 1e6}) as filler`.execute(store.db);
  expect(statSync(path).size).toBe(before);

  await store.startBackgroundWork();
  await expect.poll(() => statSync(path).size).toBeGreaterThan(before + MEGABYTES * 1e6);
  const { rows } = await sql`pragma wal_autocheckpoint`.execute(store.db);
  expect(rows).toEqual([{ wal_autocheckpoint: 4000 }]);
  await store.close();
});

it('a database in memory has no log', async () => {
  const store = await openStore(':memory:');
  await store.startBackgroundWork();
  await store.requireReady();
  await store.close();
});
