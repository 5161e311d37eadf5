import { setImmediate as nextIteration } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../../src/service/store/open-store.js';
import { testDatabase } from '../../support/database.js';

const ENDLESS = sql<{ number: number }>`
  with recursive counted (number) as (select 1 union all select 1 from counted)
  select number from counted where number = 2`;

async function open() {
  const store = await openStore(await testDatabase());
  onTestFinished(() => store.close());
  return store.slowReads;
}

it('breaks a statement off that takes too long, while the event loop goes on', async () => {
  const reads = await open();
  let rounds = 0;
  let isOver = false;
  const reading = reads.inTurn('a', (read) => read(ENDLESS, 50)).finally(() => (isOver = true));
  for (; !isOver; rounds += 1) await nextIteration();
  expect(await reading).toBeNull();
  expect(rounds).toBeGreaterThan(10);
  const numbers = sql<{ number: number }>`select 3 as number union all select 1`;
  expect(await reads.inTurn('a', (read) => read(numbers, 10_000))).toEqual([3, 1]);
});

it('lets accounts take turns', async () => {
  const reads = await open();
  const order: string[] = [];
  const work = (account: string) =>
    reads.inTurn(account, async () => {
      order.push(account);
      await nextIteration();
    });
  await Promise.all(['a', 'a', 'a', 'a', 'a', 'a', 'b'].map(work));
  expect(order.indexOf('b')).toBeLessThan(4);
});
