import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../src/service/core/clock.js';
import { openStore } from '../../../src/service/store/open-store.js';
import { remembered } from '../../../src/service/store/remembered.js';
import type { Db, Store } from '../../../src/service/store/store.js';
import { testDatabase } from '../../support/database.js';

const selectUntil = remembered((db, domain: string) =>
  db.selectFrom('host_blocks').select('until').where('domain', '=', domain),
);

describe('a remembered query', () => {
  it('has the rows of each of its parameters', async () => {
    const { db } = await store();
    await block(db, 'a.example', 1);
    await block(db, 'b.example', 2);
    for (const _ of [1, 2]) {
      expect(await selectUntil(db, 'a.example')).toEqual([{ until: 1 }]);
      expect(await selectUntil(db, 'b.example')).toEqual([{ until: 2 }]);
      expect(await selectUntil(db, 'c.example')).toEqual([]);
    }
  });

  it('sees what this process committed', async () => {
    const { db } = await store();
    expect(await selectUntil(db, 'a.example')).toEqual([]);
    await block(db, 'a.example', 1);
    expect(await selectUntil(db, 'a.example')).toEqual([{ until: 1 }]);
    await db.transaction().execute((transaction) => unblock(transaction, 'a.example'));
    expect(await selectUntil(db, 'a.example')).toEqual([]);
  });

  it('sees what others committed', async () => {
    const location = await testDatabase();
    const [one, another] = [await store(location), await store(location)];
    for (const until of [1, 2, 3]) {
      await unblock(another.db, 'a.example');
      await block(another.db, 'a.example', until);
      expect(await selectUntil(one.db, 'a.example')).toEqual([{ until }]);
    }
  });

  it('sees within a transaction what that one wrote, and keeps nothing of it', async () => {
    const { db } = await store();
    expect(await selectUntil(db, 'a.example')).toEqual([]);
    const failed = db.transaction().execute(async (transaction) => {
      await block(transaction, 'a.example', 1);
      expect(await selectUntil(transaction, 'a.example')).toEqual([{ until: 1 }]);
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    expect(await selectUntil(db, 'a.example')).toEqual([]);
  });

  it('sees a commit that came while it waited', async () => {
    const { db } = await store();
    expect(await selectUntil(db, 'a.example')).toEqual([]);
    let meanwhile: Promise<unknown> = Promise.resolve();
    await db.transaction().execute(async (transaction) => {
      await block(transaction, 'a.example', 1);
      meanwhile = selectUntil(db, 'a.example');
      await setImmediate();
    });
    await meanwhile;
    expect(await selectUntil(db, 'a.example')).toEqual([{ until: 1 }]);
  });
});

async function store(location?: string): Promise<Store> {
  const opened = await openStore(location ?? (await testDatabase()), systemClock);
  onTestFinished(() => opened.close());
  return opened;
}

async function block(db: Db, domain: string, until: number): Promise<void> {
  await db.insertInto('host_blocks').values({ domain, until }).execute();
}

async function unblock(db: Db, domain: string): Promise<void> {
  await db.deleteFrom('host_blocks').where('domain', '=', domain).execute();
}
