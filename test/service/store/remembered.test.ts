import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../src/service/core/clock.js';
import { openStore } from '../../../src/service/store/open-store.js';
import { remembered } from '../../../src/service/store/remembered.js';

it('reads nothing on SQLite until the next commit', async () => {
  const { db, close } = await openStore(':memory:', systemClock);
  onTestFinished(close);
  const selectAccounts = remembered((on) => on.selectFrom('accounts').select('id'));
  const first = await selectAccounts(db);
  expect(await selectAccounts(db)).toBe(first);
  await db.insertInto('accounts').values({ id: 'a', name: 'A', created_at: 0 }).execute();
  const second = await selectAccounts(db);
  expect(second.length).toBe(first.length + 1);
  expect(await selectAccounts(db)).toBe(second);
});

it('keeps the results of a thousand parameters', async () => {
  const { db, close } = await openStore(':memory:', systemClock);
  onTestFinished(close);
  const selectAccount = remembered((on, id: string) =>
    on.selectFrom('accounts').select('id').where('id', '=', id),
  );
  const first = await selectAccount(db, '0');
  for (let at = 1; at < 1000; at++) await selectAccount(db, String(at));
  expect(await selectAccount(db, '0')).toBe(first);
  await selectAccount(db, '1000');
  expect(await selectAccount(db, '0')).not.toBe(first);
});
