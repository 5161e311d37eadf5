import { expect, it, onTestFinished } from 'vitest';
import { ensureOwner, OWNER_ID } from '../../../src/service/accounts/account.js';
import { fromNewestFeeds } from '../../../src/service/items/newest-feeds.js';
import { openStore } from '../../../src/service/store/open-store.js';
import { ManualClock } from '../../support/clock.js';
import { testDatabase } from '../../support/database.js';
import { insertFeeds } from '../../support/feed-rows.js';

/** Feeds that had their newest items at the times 100, 99 and so on, and the times since which items are read. */
async function timesOf(wanted: { limit: number; newest?: number }, found: readonly number[]) {
  const clock = new ManualClock();
  const store = await openStore(await testDatabase(), clock);
  onTestFinished(() => store.close());
  await ensureOwner(store, clock);
  const feeds = Array.from({ length: 20 }, (_, at) => ({ last_batch_at: 100 - at }));
  await insertFeeds(store.db, OWNER_ID, feeds);
  const times: (number | null)[] = [];
  const rows = await fromNewestFeeds(
    store.db,
    { accountId: OWNER_ID },
    { sort: 'last_added', ...wanted },
    async (since) => {
      times.push(since);
      return Array<string>(found[times.length - 1] ?? 0).fill('item');
    },
  );
  return { times, rows: rows.length };
}

it('as many feeds are asked as items are wanted, and more as long as theirs do not suffice', async () => {
  expect(await timesOf({ limit: 2 }, [2])).toEqual({ times: [99], rows: 2 });
  expect(await timesOf({ limit: 2 }, [1, 2])).toEqual({ times: [99, 93], rows: 2 });
  expect(await timesOf({ limit: 2 }, [0, 1, 1])).toEqual({ times: [99, 93, null], rows: 1 });
});

it('a page of older items begins with the feeds that had items by then', async () => {
  expect(await timesOf({ limit: 2, newest: 95 }, [2])).toEqual({ times: [94], rows: 2 });
});
