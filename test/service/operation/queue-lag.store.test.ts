import { expect, it, onTestFinished } from 'vitest';
import { ensureOwner, OWNER } from '../../../src/service/accounts/account.js';
import { queueState } from '../../../src/service/operation/queue-lag.js';
import { openStore } from '../../../src/service/store/open-store.js';
import { ManualClock } from '../../support/clock.js';
import { testDatabase } from '../../support/database.js';
import { insertFeeds } from '../../support/feed-rows.js';

it('is nothing while nothing waits', async () => {
  const clock = new ManualClock();
  const store = await openStore(await testDatabase(), clock);
  onTestFinished(() => store.close());
  expect(await queueState(store.db, clock.now())).toEqual({
    feedsDue: 0,
    refreshSeconds: 0,
    deliverySeconds: 0,
  });
});

it('is how many seconds the oldest has been due; paused feeds never are', async () => {
  const clock = new ManualClock();
  const store = await openStore(await testDatabase(), clock);
  onTestFinished(() => store.close());
  await ensureOwner(store, clock);
  const now = clock.now();
  await insertFeeds(store.db, OWNER.id, [
    { next_refresh_at: now - 9000, refresh_interval: 0 },
    { next_refresh_at: now - 4000 },
    { next_refresh_at: now, refresh_interval: 1 },
    { next_refresh_at: now + 1 },
  ]);
  expect(await queueState(store.db, now)).toMatchObject({ feedsDue: 2, refreshSeconds: 4 });
});
