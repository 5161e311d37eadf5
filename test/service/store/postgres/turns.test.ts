import { expect, it, onTestFinished } from 'vitest';
import { sharedRateLimit } from '../../../../src/service/refresh/shared-rate-limit.js';
import { openStore } from '../../../../src/service/store/open-store.js';
import { testDatabase } from '../../../support/database.js';

const LIMITS = { concurrency: 2, intervalMs: 60 };

/** Turns as several processes take them, each with a store of its own. */
async function processes(count: number) {
  const location = await testDatabase();
  const stores = await Promise.all(Array.from({ length: count }, () => openStore(location)));
  onTestFinished(async () => {
    for (const store of stores) await store.close();
  });
  return { stores, turns: stores.map(sharedRateLimit) };
}

it('processes together keep to what one may do: so many at once, and apart in time', async () => {
  const { turns } = await processes(3);
  const starts: number[] = [];
  let there = 0;
  let most = 0;
  const visit = async (turn: (typeof turns)[number]) => {
    const leave = await turn.enter('example.com', LIMITS);
    starts.push(performance.now());
    there += 1;
    most = Math.max(most, there);
    await new Promise((resolve) => setTimeout(resolve, 20));
    there -= 1;
    leave();
  };
  const begun = performance.now();
  await Promise.all(turns.flatMap((turn) => [visit(turn), visit(turn), visit(turn)]));

  expect(starts).toHaveLength(9);
  expect(most).toBeLessThanOrEqual(LIMITS.concurrency);
  // However late one comes, none comes before its time: by the database's clock each has one of its own,
  // which may differ from that of this process by a little.
  const early = starts
    .map((start, number) => begun + number * LIMITS.intervalMs - start)
    .filter((ms) => ms > 20);
  expect(early).toEqual([]);
});

it('a turn that nobody ends runs out, other sites are free meanwhile', async () => {
  const { stores, turns } = await processes(2);
  const [store] = stores;
  const [one, other] = turns;
  if (store === undefined) throw new Error('There is no process.');
  await one?.enter('example.com', LIMITS);
  await one?.enter('example.com', LIMITS);
  await other?.enter('other.example', LIMITS);
  const waiting = new AbortController();
  const third = other?.enter('example.com', LIMITS, waiting.signal);
  waiting.abort(new Error('no patience'));
  await expect(third).rejects.toThrow('no patience');

  await store.db.updateTable('host_visits').set({ expires_at: store.clock.now() }).execute();
  await other?.enter('example.com', LIMITS);
  const visits = store.db
    .selectFrom('host_visits')
    .select('site')
    .where('expires_at', '>', store.clock.now());
  expect(await visits.execute()).toEqual([{ site: 'example.com' }]);
});

it('is not held up by a database that is away', async () => {
  const store = await openStore(await testDatabase());
  await store.close();
  const leave = await sharedRateLimit(store).enter('example.com', LIMITS);
  leave();
});
