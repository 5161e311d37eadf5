import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../../../src/service/store/open-store.js';
import type { Db } from '../../../../src/service/store/store.js';
import { anyText } from '../../../support/any-text.js';
import { emptyDatabase, testDatabase } from '../../../support/database.js';
import { runs } from '../../../support/property-runs.js';

async function open(location: string): Promise<Db> {
  const { db, close } = await openStore(location);
  onTestFinished(close);
  return db;
}

/** The texts as the database orders and compares them. */
async function ordered(db: Db, texts: readonly string[], pivot: string) {
  await db.deleteFrom('accounts').execute();
  await db
    .insertInto('accounts')
    .values(texts.map((name, index) => ({ id: String(index), name, created_at: 0 })))
    .execute();
  const names = db.selectFrom('accounts').select('name');
  const [up, down, after] = await Promise.all([
    names.orderBy('name').execute(),
    names.orderBy('name', 'desc').execute(),
    names.where('name', '>', pivot).orderBy('name').execute(),
  ]);
  return [up, down, after].map((rows) => rows.map(({ name }) => name));
}

it('texts are ordered and compared as SQLite does it, whatever they are', async () => {
  const [postgres, sqlite] = [await open(await emptyDatabase()), await open(':memory:')];
  const { rows } = await sql<{ english: boolean }>`select 'a' < 'B' as english`.execute(postgres);
  expect(rows, 'the order of the database itself is another').toEqual([{ english: true }]);
  const text = fc.oneof(
    anyText({ maxLength: 4 }),
    // Where languages disagree with bytes: case, accents, marks that combine, planes beyond 16 bits.
    fc.string({ unit: fc.constantFrom(...'aAbBzZäÄéßøæ-_ .~\u0301\ufb01\uffff😀𝒜'), maxLength: 4 }),
  );
  const texts = fc.uniqueArray(
    text.map((one) => one.replaceAll('\0', '')),
    { minLength: 1, maxLength: 40 },
  );
  await fc.assert(
    fc.asyncProperty(texts, text, async (some, pivot) => {
      const expected = await ordered(sqlite, some, pivot.replaceAll('\0', ''));
      expect(await ordered(postgres, some, pivot.replaceAll('\0', ''))).toEqual(expected);
    }),
    { numRuns: runs(25) },
  );
});

it('a NUL, which PostgreSQL has not, becomes the sign of an unknown character', async () => {
  const db = await open(await testDatabase());
  const account = { id: 'a', name: 'one\0two\0', created_at: 0 };
  await db.insertInto('accounts').values(account).execute();
  const names = db.selectFrom('accounts').select('name');
  expect(await names.execute()).toEqual([{ name: 'one\ufffdtwo\ufffd' }]);
  // What is looked for is what was stored.
  expect(await names.where('name', '=', account.name).execute()).toHaveLength(1);
});

it('whole numbers come back as numbers, whether columns, counts or sums', async () => {
  const db = await open(await testDatabase());
  const times = [0, 1_700_000_000_123, Number.MAX_SAFE_INTEGER];
  const rows = times.map((created_at, index) => ({
    id: String(index),
    name: String(index),
    created_at,
  }));
  await db.insertInto('accounts').values(rows).execute();
  const stored = await db.selectFrom('accounts').select('created_at').orderBy('id').execute();
  expect(stored.map(({ created_at }) => created_at)).toEqual(times);
  const figures = await db
    .selectFrom('accounts')
    .select(({ fn }) => [fn.countAll().as('count'), fn.sum('created_at').as('sum')])
    .where('id', '<', '2')
    .executeTakeFirst();
  expect(figures).toEqual({ count: 2, sum: 1_700_000_000_123 });
});
