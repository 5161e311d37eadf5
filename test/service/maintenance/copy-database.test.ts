import LibsqlDatabase from 'libsql';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startInstance } from '../../../src/service/instances/start-instance.js';
import { copyDatabase } from '../../../src/service/maintenance/copy-database.js';
import { differences } from '../../../src/service/maintenance/differences.js';
import type { Progress } from '../../../src/service/maintenance/progress.js';
import { readSchemaTables } from '../../../src/service/maintenance/schema-tables.js';
import { openStore } from '../../../src/service/store/open-store.js';
import { filledDatabase } from '../../support/filled-database.js';
import { sqlitePlace } from '../../support/places.js';
import { digests } from './digests.js';
import { interrupted } from './interrupted.js';

async function changed(location: string, change: (db: Store['db']) => Promise<unknown>) {
  const store = await openStore(location);
  await change(store.db);
  await store.close();
}
type Store = Awaited<ReturnType<typeof openStore>>;

describe('copyDatabase', () => {
  it.each([1, 2])('makes a copy that is the same, table for table (seed %i)', async (seed) => {
    const from = await filledDatabase(seed);
    const to = await sqlitePlace();
    const copied = await copyDatabase(from, to);

    const expected = await digests(from);
    expect(await digests(to)).toEqual(expected);
    expect(copied).toMatchObject({ from, to, resumed: false, servedMeanwhile: false });
    for (const { table, ...digest } of copied.tables) expect(digest).toEqual(expected[table]);
    expect(copied.tables.reduce((sum, { rows }) => sum + rows, 0)).toBeGreaterThan(250);
  });

  it('goes on where it was ended, wherever that was', async () => {
    const from = await filledDatabase(2);
    const to = await sqlitePlace();
    for (const batches of [1, 9, 23, 40]) await interrupted(copyDatabase, from, to, batches);

    const copied = await copyDatabase(from, to);
    expect(copied.resumed).toBe(true);
    expect(await digests(to)).toEqual(await digests(from));
  });

  it('leaves the copy as the source is at the end, not as it was when it began', async () => {
    const from = await filledDatabase(1);
    const to = await sqlitePlace();
    await interrupted(copyDatabase, from, to, 45);
    await changed(from, async (db) => {
      // One goes, one changes, and one takes the place of the first under another id.
      const [gone, other] = await db.selectFrom('feeds').selectAll().limit(2).execute();
      if (gone === undefined || other === undefined) throw new Error('There are no feeds.');
      await db.deleteFrom('feeds').where('id', '=', gone.id).execute();
      await db
        .insertInto('feeds')
        .values({ ...gone, id: 'new' })
        .execute();
      await db.updateTable('feeds').set({ title: 'Changed' }).where('id', '=', other.id).execute();
    });

    await copyDatabase(from, to);
    expect(await digests(to)).toEqual(await digests(from));
  });

  it('finds any number of rows too many between two of the source, in parts', async () => {
    const [source, target] = [await openStore(':memory:'), await openStore(':memory:')];
    onTestFinished(() => Promise.all([source.close(), target.close()]).then(() => undefined));
    const row = (n: number) => ({ domain: `${n}`.padStart(5, '0'), until: n });
    const all = Array.from({ length: 2500 }, (_, n) => row(n));
    await target.db.insertInto('host_blocks').values(all).execute();
    await source.db
      .insertInto('host_blocks')
      .values([row(0), row(2100), row(9000)])
      .execute();
    const table = (await readSchemaTables()).find(({ name }) => name === 'host_blocks');
    if (table === undefined) throw new Error('The table is gone: take another.');
    const surplus: unknown[] = [];
    for await (const part of differences(source.db, target.db, table)) {
      expect(part.surplus.length).toBeLessThanOrEqual(1000);
      surplus.push(...part.surplus.flat());
      expect(part.missing.map(({ domain }) => domain)).toEqual(
        part.rows.length === 0 ? [] : ['09000'],
      );
    }
    expect(surplus).toEqual(
      all.map(({ domain }) => domain).filter((domain) => !['00000', '02100'].includes(domain)),
    );
  });

  it('tells how far it is', async () => {
    const told: Progress[] = [];
    await copyDatabase(await filledDatabase(2), await sqlitePlace(), {
      onProgress: (progress) => told.push(progress),
    });
    const feeds = told.filter(({ table }) => table === 'feeds');
    expect(feeds.map(({ step }) => step)).toEqual(expect.arrayContaining(['copy', 'verify']));
    for (const { done, total } of feeds) expect(done).toBeLessThanOrEqual(total);
    expect(feeds.at(-1)).toMatchObject({ done: feeds.at(-1)?.total });
  });

  it('is opened by nothing else until it is through', async () => {
    const from = await filledDatabase(1);
    const to = await sqlitePlace();
    await interrupted(copyDatabase, from, to, 30);

    await expect(openStore(to)).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringContaining(`is an unfinished copy of ${from}`),
    });
    await copyDatabase(from, to);
    await (await openStore(to)).close();
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

  it('a target that is being copied into from elsewhere', async () => {
    const from = await filledDatabase(2);
    const to = await sqlitePlace();
    await interrupted(copyDatabase, from, to, 10);
    await expect(copyDatabase(await filledDatabase(9, 5), to)).rejects.toMatchObject({
      code: 'DATABASE_NOT_EMPTY',
      message: expect.stringContaining(`unfinished copy of another database, ${from}`),
    });
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

  it('to call a copy good that is not', async () => {
    const from = await filledDatabase(1);
    const to = await sqlitePlace();
    let tampered = false;
    const onProgress = ({ step }: Progress) => {
      if (step !== 'verify' || tampered) return;
      tampered = true;
      tamperWith(to);
    };
    await expect(copyDatabase(from, to, { onProgress })).rejects.toMatchObject({
      code: 'COPY_DIFFERS',
      message: expect.stringContaining('the table feeds has'),
    });
    await expect(openStore(to)).rejects.toThrow('unfinished copy');
    await copyDatabase(from, to);
    expect(await digests(to)).toEqual(await digests(from));
  });
});

/** Another program writes into the copy. */
function tamperWith(path: string): void {
  const database = new LibsqlDatabase(path);
  database.exec("update feeds set title = title || '!' where id = (select min(id) from feeds)");
  database.close();
}
