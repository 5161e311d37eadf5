import { setImmediate } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { startInstance } from '../../../src/service/operation/start-instance.js';
import { sharedRateLimit } from '../../../src/service/refresh/shared-rate-limit.js';
import { openStore } from '../../../src/service/store/open-store.js';
import { ManualClock } from '../../support/clock.js';

const LIMITS = { concurrency: 2, intervalMs: 0 };
const NOWHERE = { role: 'worker', listenUrl: null, publicUrl: null } as const;

it('a process that has a file to itself writes no turns; two do', async () => {
  const clock = new ManualClock();
  const store = await openStore(':memory:', clock);
  onTestFinished(() => store.close());
  const sites = () => store.db.selectFrom('host_visits').select('site').execute();

  await startInstance(store, clock, NOWHERE).then(({ stop }) => onTestFinished(stop));
  const leaveAlone = await sharedRateLimit(store).enter('example.com', LIMITS);
  expect(await sites()).toEqual([]);
  leaveAlone();

  await startInstance(store, clock, NOWHERE).then(({ stop }) => onTestFinished(stop));
  await sharedRateLimit(store).enter('example.com', LIMITS);
  expect(await sites()).toEqual([{ site: 'example.com' }]);
});

it('visits that began while a process waited for its turn are counted', async () => {
  const clock = new ManualClock();
  const store = await openStore(':memory:', clock);
  onTestFinished(() => store.close());
  for (const _ of [1, 2])
    await startInstance(store, clock, NOWHERE).then(({ stop }) => onTestFinished(stop));
  const limit = sharedRateLimit(store);
  // It knows from now on that it is not alone.
  (await limit.enter('another.example', LIMITS))();

  const leaving = new AbortController();
  const third = await store.db.transaction().execute(async (transaction) => {
    const waiting = limit.enter('example.com', LIMITS, leaving.signal).then(
      () => 'entered',
      () => 'waits',
    );
    // Two others began, by their clocks, 10 s after it asked.
    await setImmediate();
    clock.advance(10_000);
    const expires_at = clock.now() + 60_000;
    await transaction
      .insertInto('host_visits')
      .values(['one', 'other'].map((id) => ({ id, site: 'example.com', expires_at })))
      .execute();
    return { waiting };
  });
  leaving.abort();
  expect(await third.waiting).toBe('waits');
});
