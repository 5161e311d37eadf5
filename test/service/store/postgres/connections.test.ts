import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../../../src/service/store/open-store.js';
import type { Db } from '../../../../src/service/store/store.js';
import { testDatabase } from '../../../support/database.js';
import { command } from '../../../support/postgres-databases.js';

async function open() {
  const location = await testDatabase();
  const { db, close } = await openStore(location);
  onTestFinished(close);
  const database = new URL(location).pathname.slice(1);
  /** As a restart of the server, an operator or a firewall may do. */
  const endConnections = () =>
    command(
      location,
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
       where datname = '${database}' and pid <> pg_backend_pid()`,
    );
  return { db, location, endConnections };
}

async function add(db: Db, ...ids: string[]): Promise<void> {
  await db
    .insertInto('accounts')
    .values(ids.map((id) => ({ id, name: id, created_at: 0 })))
    .execute();
}

async function accounts(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('accounts').select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/** Until a statement of this database waits as told. */
async function untilWaiting(db: Db, event: string): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event = ${event}
    `.execute(db);
    if (rows.length > 0) return;
  }
}

describe('connections that the server ends', () => {
  it('while nothing is asked of them: the next query makes new ones', async () => {
    const { db, endConnections } = await open();
    await Promise.all([add(db, 'a'), add(db, 'b'), add(db, 'c')]);
    await endConnections();
    expect(await accounts(db)).toEqual(['a', 'b', 'c']);
  });

  it('under a statement: it fails as one that may be tried again, the next one works', async () => {
    const { db, endConnections } = await open();
    const sleeping = sql`select pg_sleep(60)`.execute(db).catch((error: unknown) => error);
    await untilWaiting(db, 'PgSleep');
    await endConnections();
    expect(await sleeping).toMatchObject({
      code: 'STORE_UNAVAILABLE',
      retryAfterSeconds: expect.any(Number),
    });
    expect(await accounts(db)).toEqual([]);
  });

  it('within a transaction: all of it is undone', async () => {
    const { db, endConnections } = await open();
    const transaction = db.transaction().execute(async (open) => {
      await add(open, 'a');
      await endConnections();
      await add(open, 'b');
    });
    await expect(transaction).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    await add(db, 'c');
    expect(await accounts(db)).toEqual(['c']);
  });
});

describe('transactions', () => {
  it('that wait for each other are both done, one of them anew', async () => {
    const { db } = await open();
    await add(db, 'a', 'b');
    let begun = 0;
    let bothHoldOne = () => {};
    const held = new Promise<void>((resolve) => {
      bothHoldOne = resolve;
    });
    const rename = (first: string, second: string, suffix: string) =>
      db.transaction().execute(async (open) => {
        const append = (id: string) =>
          open
            .updateTable('accounts')
            .set({ name: sql<string>`name || ${suffix}` })
            .where('id', '=', id)
            .execute();
        await append(first);
        begun += 1;
        if (begun === 2) bothHoldOne();
        await held;
        await append(second);
      });
    await Promise.all([rename('a', 'b', '1'), rename('b', 'a', '2')]);

    expect(begun).toBe(3);
    const names = await db.selectFrom('accounts').select('name').orderBy('id').execute();
    expect([
      ['a12', 'b12'],
      ['a21', 'b21'],
    ]).toContainEqual(names.map(({ name }) => name));
  });

  it('leave nothing behind when they fail, and the connection usable', async () => {
    const { db } = await open();
    const failing = db.transaction().execute(async (open) => {
      await add(open, 'a');
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    const broken = db.transaction().execute(async (open) => {
      await add(open, 'a');
      await add(open, 'a');
    });
    await expect(broken).rejects.toMatchObject({ code: '23505' });
    await add(db, 'b');
    expect(await accounts(db)).toEqual(['b']);
  });

  it('of reading alone see one moment, and may not write', async () => {
    const { db } = await open();
    const reading = db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (open) => {
        expect(await accounts(open)).toEqual([]);
        await add(db, 'a');
        expect(await accounts(open)).toEqual([]);
        await add(open, 'b');
      });
    await expect(reading).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    expect(await accounts(db)).toEqual(['a']);
  });
});
