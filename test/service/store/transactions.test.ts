import { join } from 'node:path';
import { sql } from 'kysely';
import LibsqlDatabase from 'libsql';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../src/service/core/time.js';
import { openStore } from '../../../src/service/store/open-store.js';
import type { Db } from '../../../src/service/store/store.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

async function open(path = ':memory:') {
  const store = await openStore(path, systemClock);
  onTestFinished(() => store.close());
  return store;
}

function account(id: string) {
  return { id, name: id, created_at: 0 };
}

async function accountsIn(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('accounts').select('id').orderBy('id').execute();
  return rows.map((row) => row.id);
}

describe('transactions', () => {
  it('do not interleave on the one connection', async () => {
    const { db } = await open();
    const steps: string[] = [];
    const transaction = (name: string) =>
      db.transaction().execute(async (open) => {
        steps.push(`${name} begins`);
        await open.insertInto('accounts').values(account(name)).execute();
        await accountsIn(open);
        steps.push(`${name} ends`);
      });
    await Promise.all([transaction('a'), transaction('b'), accountsIn(db), transaction('c')]);

    expect(steps).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
    expect(await accountsIn(db)).toEqual(['a', 'b', 'c']);
  });

  it('leave nothing behind when they fail, and the connection usable', async () => {
    const { db } = await open();
    const failing = db.transaction().execute(async (open) => {
      await open.insertInto('accounts').values(account('a')).execute();
      throw new Error('changed my mind');
    });

    await expect(failing).rejects.toThrow('changed my mind');
    expect(await accountsIn(db)).toEqual([]);
    await db.insertInto('accounts').values(account('b')).execute();
    expect(await accountsIn(db)).toEqual(['b']);
  });

  it('take the write lock at once, so that reading first and writing then is safe', async () => {
    const path = join(temporaryDirectory(), 'feedctl.db');
    const { db } = await open(path);
    const other = new LibsqlDatabase(path);
    onTestFinished(() => void other.close());
    other.pragma('busy_timeout = 0');

    await db.transaction().execute(async (open) => {
      await accountsIn(open);
      expect(() =>
        other.exec("insert into accounts (id, name, created_at) values ('x', 'x', 0)"),
      ).toThrow(/locked/);
    });
    other.exec("insert into accounts (id, name, created_at) values ('x', 'x', 0)");
    expect(await accountsIn(db)).toEqual(['x']);
  });

  it('of reading alone do not keep writers out', async () => {
    const path = join(temporaryDirectory(), 'feedctl.db');
    const { db } = await open(path);
    const other = new LibsqlDatabase(path);
    onTestFinished(() => void other.close());

    await db
      .transaction()
      .setAccessMode('read only')
      .execute(async (open) => {
        const before = await accountsIn(open);
        other.exec("insert into accounts (id, name, created_at) values ('x', 'x', 0)");
        expect(await accountsIn(open)).toEqual(before);
      });
    expect(await accountsIn(db)).toEqual(['x']);
  });

  it('can be committed after a statement that had to wait for the lock', async () => {
    const path = join(temporaryDirectory(), 'feedctl.db');
    const { db } = await open(path);
    const other = new LibsqlDatabase(path);
    onTestFinished(() => void other.close());
    const rename = db.updateTable('accounts').set({ name: 'b' }).where('id', '=', 'x');
    await rename.execute();

    other.exec('BEGIN IMMEDIATE');
    other.exec("insert into accounts (id, name, created_at) values ('x', 'x', 0)");
    const waiting = rename.returning('name').execute();
    // Its turn comes when that one was refused and pauses.
    await accountsIn(db);
    other.exec('COMMIT');

    expect(await db.transaction().execute((transaction) => accountsIn(transaction))).toEqual(['x']);
    expect(await waiting).toEqual([{ name: 'b' }]);
    other.exec("update accounts set name = 'c'");
    expect(await db.selectFrom('accounts').select('name').execute()).toEqual([{ name: 'c' }]);
  });

  it('that wait for the lock let others read what is committed meanwhile', async () => {
    const path = join(temporaryDirectory(), 'feedctl.db');
    const { db } = await open(path);
    const other = new LibsqlDatabase(path);
    onTestFinished(() => void other.close());
    const add = (id: string) =>
      other.exec(`insert into accounts (id, name, created_at) values ('${id}', '${id}', 0)`);

    other.exec('BEGIN IMMEDIATE');
    const waiting = db.insertInto('accounts').values(account('waited')).execute();
    // Its turn comes when that one was refused and pauses.
    expect(await accountsIn(db)).toEqual([]);
    for (const [id, known] of [
      ['x', ['x']],
      ['y', ['x', 'y']],
    ] as const) {
      add(id);
      other.exec('COMMIT');
      other.exec('BEGIN IMMEDIATE');
      expect(await accountsIn(db)).toEqual(known);
    }
    other.exec('COMMIT');
    await waiting;
    expect(await accountsIn(db)).toEqual(['waited', 'x', 'y']);
  });

  it('repeat statements that failed before', async () => {
    const { db } = await open();
    const insert = () => db.insertInto('accounts').values(account('a')).execute();
    await insert();
    await expect(insert()).rejects.toMatchObject({
      code: expect.stringMatching(/^SQLITE_CONSTRAINT/),
    });
    await db.deleteFrom('accounts').execute();
    await insert();
    expect(await accountsIn(db)).toEqual(['a']);
  });

  it('run more different statements than are kept compiled', async () => {
    const { db } = await open();
    for (let number = 0; number < 450; number += 1) {
      const { rows } = await sql<{ n: number }>`select ${sql.lit(number)} as n`.execute(db);
      expect(rows[0]?.n).toBe(number);
    }
  });
});
