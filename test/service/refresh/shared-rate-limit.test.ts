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
