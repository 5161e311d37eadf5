import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { copyDatabase, type Progress } from '../../../src/service/maintenance/copy.js';
import { startInstance } from '../../../src/service/operation/start-instance.js';
import { openStore } from '../../../src/service/store/open-store.js';
import { filledDatabase } from '../../support/filled-database.js';
import { sqlitePlace } from '../../support/places.js';
import { digests } from './digests.js';
import { interrupted } from './interrupted.js';

describe('copyDatabase', () => {
  it.each([1, 2])('makes a copy that is the same, table for table (seed %i)', async (seed) => {
    const from = await filledDatabase(seed);
    const to = await sqlitePlace();
    const copied = await copyDatabase(from, to);

    const expected = await digests(from);
    expect(await digests(to)).toEqual(expected);
    expect(copied).toMatchObject({ from, to, servedMeanwhile: false });
    for (const { table, rows } of copied.tables) expect(rows).toBe(expected[table]?.rows);
    expect(copied.tables.reduce((sum, { rows }) => sum + rows, 0)).toBeGreaterThan(250);
  });

  it('that is interrupted leaves the target empty, wherever that was', async () => {
    const from = await filledDatabase(2);
    const to = await sqlitePlace();
    for (const batches of [1, 9, 23, 40]) {
      await interrupted(copyDatabase, from, to, batches);
      const { items, accounts } = await digests(to);
      expect([items?.rows, accounts?.rows]).toEqual([0, 0]);
    }
    await copyDatabase(from, to);
    expect(await digests(to)).toEqual(await digests(from));
  });

  it('copies what a search finds, and items that come later follow it', async () => {
    const from = await filledDatabase(2);
    const to = await sqlitePlace();
    await copyDatabase(from, to);
    const store = await openStore(to);
    onTestFinished(() => store.close());
    const { rows } = await sql<{ words: number; items: number }>`
      select (select count(*) from item_words) as words, (select count(*) from items) as items
    `.execute(store.db);
    expect(rows[0]?.words).toBe(rows[0]?.items);
  });

  it('tells how far it is', async () => {
    const told: Progress[] = [];
    await copyDatabase(await filledDatabase(2), await sqlitePlace(), {
      onProgress: (progress) => told.push(progress),
    });
    const feeds = told.filter(({ table }) => table === 'feeds');
    for (const { done, total } of feeds) expect(done).toBeLessThanOrEqual(total);
    expect(feeds.at(-1)).toMatchObject({ done: feeds.at(-1)?.total });
  });
});

describe('copyDatabase refuses', () => {
  it('a target with anything in it', async () => {
    const to = await filledDatabase(8, 5);
    const before = await digests(to);
    await expect(copyDatabase(await filledDatabase(9, 5), to)).rejects.toMatchObject({
      code: 'DATABASE_NOT_EMPTY',
      message: expect.stringContaining(to),
    });
    expect(await digests(to)).toEqual(before);
  });

  it('a source that is not there, and one with nothing in it', async () => {
    const to = await sqlitePlace();
    const missing = copyDatabase(await sqlitePlace(), to);
    await expect(missing).rejects.toMatchObject({ code: 'DATABASE_MISSING' });

    const empty = await sqlitePlace();
    await (await openStore(empty)).close();
    await expect(copyDatabase(empty, to)).rejects.toMatchObject({ code: 'DATABASE_MISSING' });
    await copyDatabase(await filledDatabase(9, 5), to);
  });

  it('itself, under whatever name', async () => {
    const from = await filledDatabase(9, 5);
    const copying = copyDatabase(from, `sqlite:${from}`);
    await expect(copying).rejects.toMatchObject({ code: 'SAME_DATABASE' });
  });

  it('a source that is served, until that has ended', async () => {
    const from = await filledDatabase(9, 5);
    const store = await openStore(from);
    onTestFinished(() => store.close());
    const info = { role: 'all', listenUrl: null, publicUrl: null } as const;
    const instance = await startInstance(store, store.clock, info);
    const to = await sqlitePlace();

    await expect(copyDatabase(from, to)).rejects.toMatchObject({
      code: 'DATABASE_IN_USE',
      message: expect.stringContaining('feedctl serve is running'),
    });
    await instance.stop();
    await copyDatabase(from, to);
  });
});
