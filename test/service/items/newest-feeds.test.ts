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

it('few feeds are asked first, and more as long as their items do not suffice', async () => {
  expect(await timesOf({ limit: 16 }, [16])).toEqual({ times: [99], rows: 16 });
  expect(await timesOf({ limit: 16 }, [15, 20])).toEqual({ times: [99, 93], rows: 20 });
  expect(await timesOf({ limit: 16 }, [1, 2, 3])).toEqual({ times: [99, 93, null], rows: 3 });
});

it('a page of older items begins with the feeds that had items by then', async () => {
  expect(await timesOf({ limit: 16, newest: 95 }, [16])).toEqual({ times: [94], rows: 16 });
});
