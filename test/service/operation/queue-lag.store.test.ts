import { expect, it, onTestFinished } from 'vitest';
import { queueLag } from '../../../src/service/operation/queue-lag.js';
import { openStore } from '../../../src/service/store/open-store.js';
import { ManualClock } from '../../support/clock.js';
import { testDatabase } from '../../support/database.js';

it('is nothing while nothing waits', async () => {
  const clock = new ManualClock();
  const store = await openStore(await testDatabase(), clock);
  onTestFinished(() => store.close());
  expect(await queueLag(store.db, clock.now())).toEqual({
    feedsDue: 0,
    refreshSeconds: 0,
    deliverySeconds: 0,
  });
});
