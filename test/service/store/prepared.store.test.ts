import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../src/service/core/time.js';
import { openStore } from '../../../src/service/store/open-store.js';
import {
  prepared,
  preparedInsert,
  preparedInserts,
  preparedWrite,
} from '../../../src/service/store/prepared.js';
import type { Store } from '../../../src/service/store/store.js';
import { testDatabase } from '../../support/database.js';

describe('a prepared query', () => {
  it('has the parameters of each call, on every store it is used on', async () => {
    let built = 0;
    const selectAccount = prepared((db, id: string, name: string) => {
      built += 1;
      return db.selectFrom('accounts').select('id').where('id', '=', id).where('name', '=', name);
    });
    const [one, another] = [await store(['a', 'A'], ['b', 'B']), await store(['c', 'C'])];
    expect(await selectAccount(one.db, 'a', 'A')).toEqual([{ id: 'a' }]);
    expect(await selectAccount(one.db, 'b', 'B')).toEqual([{ id: 'b' }]);
    expect(await selectAccount(one.db, 'a', 'B')).toEqual([]);
    expect(await selectAccount(another.db, 'c', 'C')).toEqual([{ id: 'c' }]);
    expect(built).toBe(2);
  });

  it('writes rows in the order of their columns, and counts those that a write changes', async () => {
    const insertBlock = preparedInsert<{ domain: string; until: number }>(
      ['domain', 'until'],
      (db, row) => db.insertInto('host_blocks').values(row),
    );
    const endBlock = preparedWrite((db, until: number, domain: string) =>
      db.updateTable('host_blocks').set({ until }).where('domain', '=', domain),
    );
    const { db } = await store();
    await insertBlock(db, { until: 1, domain: 'a.example' });
    await insertBlock(db, { domain: 'b.example', until: 2 });
    expect(await endBlock(db, 3, 'a.example')).toBe(1);
    expect(await endBlock(db, 3, 'c.example')).toBe(0);
    const blocks = await db.selectFrom('host_blocks').selectAll().orderBy('domain').execute();
    expect(blocks).toMatchObject([
      { domain: 'a.example', until: 3 },
      { domain: 'b.example', until: 2 },
    ]);
  });

  it('writes any number of rows, compiled once for each number', async () => {
    let built = 0;
    const insertBlocks = preparedInserts<{ domain: string; until: number }>(
      ['domain', 'until'],
      (on, rows) => {
        built += 1;
        return on.insertInto('host_blocks').values(rows);
      },
    );
    const { db } = await store();
    await insertBlocks(db, [{ domain: 'a', until: 1 }]);
    await insertBlocks(db, [
      { until: 2, domain: 'b' },
      { domain: 'c', until: 3 },
    ]);
    await insertBlocks(db, [{ domain: 'd', until: 4 }]);
    expect(built).toBe(2);
    const blocks = await db.selectFrom('host_blocks').selectAll().orderBy('domain').execute();
    expect(blocks.map(({ domain, until }) => [domain, until])).toEqual([
      ['a', 1],
      ['b', 2],
      ['c', 3],
      ['d', 4],
    ]);
  });

  it('is refused when its text has other parameters than it is given', async () => {
    const { db } = await store(['a', 'A']);
    const limited = prepared((on, id: string) =>
      on.selectFrom('accounts').select('id').where('id', '=', id).limit(1),
    );
    await expect(limited(db, 'a')).rejects.toThrow('parameters do not fit');
    const turned = prepared((on, id: string, name: string) =>
      on.selectFrom('accounts').select('id').where('name', '=', name).where('id', '=', id),
    );
    await expect(turned(db, 'a', 'A')).rejects.toThrow('parameters do not fit');
  });
});

async function store(...accounts: [id: string, name: string][]): Promise<Store> {
  const opened = await openStore(await testDatabase(), systemClock);
  onTestFinished(() => opened.close());
  if (accounts.length === 0) return opened;
  await opened.db
    .insertInto('accounts')
    .values(accounts.map(([id, name]) => ({ id, name, created_at: 0 })))
    .execute();
  return opened;
}
