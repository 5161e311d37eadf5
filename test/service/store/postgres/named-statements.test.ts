import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../../../src/service/store/open-store.js';
import { NamedStatements } from '../../../../src/service/store/postgres/named-statements.js';
import type { Db } from '../../../../src/service/store/store.js';
import { testDatabase } from '../../../support/database.js';
import { command } from '../../../support/postgres-databases.js';

describe('names of statements', () => {
  it('are given at the fifth use, and stay', () => {
    const names = new NamedStatements();
    const given = Array.from({ length: 7 }, () => names.nameOf('select $1'));
    expect(given.slice(0, 4)).toEqual([undefined, undefined, undefined, undefined]);
    expect(given[4]).toMatch(/^feedctl_[\w-]{22}$/);
    expect(new Set(given.slice(4)).size).toBe(1);
  });

  it('are not given to long texts, which there are many of', () => {
    const names = new NamedStatements();
    const long = `select ${'$1, '.repeat(500)}`;
    for (let use = 0; use < 10; use += 1) expect(names.nameOf(long)).toBeUndefined();
  });

  it('are those of their texts, a hundred at most, whatever is asked for', () => {
    const names = new NamedStatements();
    const named = new Map<string, string>();
    const text = fc.integer({ min: 0, max: 2000 }).map((number) => `select ${number}`);
    fc.assert(
      fc.property(fc.array(text), (texts) => {
        for (const each of texts) {
          for (let use = 0; use < 5; use += 1) {
            const name = names.nameOf(each);
            if (name !== undefined) named.set(each, name);
          }
        }
        expect(named.size).toBeLessThanOrEqual(100);
        expect(new Set(named.values()).size).toBe(named.size);
      }),
    );
    expect(named.size).toBe(100);
  });
});

/** A store with one connection, on which the names of accounts were asked for often. */
async function practised() {
  const location = await testDatabase();
  const { db, close } = await openStore(location, undefined, { pool: 1 });
  onTestFinished(close);
  await db.insertInto('accounts').values({ id: 'owner', name: 'owner', created_at: 0 }).execute();
  for (let use = 0; use < 6; use += 1) expect(await wholeRows(db)).toEqual(['owner']);
  return { db, location };
}

/** Every column, so that one more changes the shape of the answer. */
async function wholeRows(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('accounts')
    .selectAll()
    .where('created_at', '>=', 0)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

async function kept(db: Db): Promise<number> {
  const { rows } = await sql<{ name: string }>`
    select name from pg_prepared_statements where name like 'feedctl\\_%'
  `.execute(db);
  return rows.length;
}

describe('what is asked for often', () => {
  it('is planned once a connection', async () => {
    const { db } = await practised();
    expect(await kept(db)).toBe(1);
  });

  it('is asked without a name from the moment that a newer release changes the tables', async () => {
    const { db, location } = await practised();
    await command(location, 'alter table accounts add column colour text');
    expect(await wholeRows(db)).toEqual(['owner']);
    for (let use = 0; use < 6; use += 1) expect(await wholeRows(db)).toEqual(['owner']);
  });

  it('has its transaction done again when the tables change under it', async () => {
    const { db, location } = await practised();
    await command(location, 'alter table accounts add column colour text');
    const ids = await db.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('accounts')
        .values({ id: 'z', name: 'z', created_at: 1 })
        .execute();
      return wholeRows(transaction);
    });
    expect(ids).toEqual(['owner', 'z']);
    expect(await wholeRows(db)).toEqual(['owner', 'z']);
  });

  it('works behind a pooler that forgets names', async () => {
    const { db } = await practised();
    await sql`deallocate all`.execute(db);
    expect(await wholeRows(db)).toEqual(['owner']);
  });
});
