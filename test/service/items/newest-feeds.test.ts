import { expect, it, onTestFinished } from 'vitest';
import { ensureOwner, OWNER_ID } from '../../../src/service/accounts/account.js';
import { fromNewestFeeds, type Since } from '../../../src/service/items/newest-feeds.js';
import { openStore } from '../../../src/service/store/open-store.js';
import { ManualClock } from '../../support/clock.js';
import { testDatabase } from '../../support/database.js';
import { feedIdAt, insertFeeds } from '../../support/feed-rows.js';

/** Twenty feeds that had their newest items at some times, and since when items are read. */
async function sinceOf(
  time: (at: number) => number,
  wanted: { limit: number; after?: Since },
  found: readonly number[],
) {
  const clock = new ManualClock();
  const store = await openStore(await testDatabase(), clock);
  onTestFinished(() => store.close());
  await ensureOwner(store, clock);
  const feeds = Array.from({ length: 20 }, (_, at) => ({ last_batch_at: time(at) }));
  await insertFeeds(store.db, OWNER_ID, feeds);
  const since: (Since | null)[] = [];
  const rows = await fromNewestFeeds(
    store.db,
    { accountId: OWNER_ID },
    { sort: 'last_added', ...wanted },
    async (one) => {
      since.push(one);
      return Array<string>(found[since.length - 1] ?? 0).fill('item');
    },
  );
  return { since, rows: rows.length };
}

const falling = (at: number) => 100 - at;

it('as many feeds are asked as items are wanted, and more as long as theirs do not suffice', async () => {
  const of = (...times: (number | null)[]) =>
    times.map((time) => (time === null ? null : { time }));
  expect(await sinceOf(falling, { limit: 2 }, [2])).toEqual({ since: of(99), rows: 2 });
  expect(await sinceOf(falling, { limit: 2 }, [1, 2])).toEqual({ since: of(99, 93), rows: 2 });
  expect(await sinceOf(falling, { limit: 2 }, [0, 1, 1])).toEqual({
    since: of(99, 93, null),
    rows: 1,
  });
});

it('a page of older items begins with the feeds that had items by then', async () => {
  const wanted = { limit: 2, after: { time: 95 } };
  expect(await sinceOf(falling, wanted, [2])).toEqual({ since: [{ time: 94 }], rows: 2 });
});

it('of feeds with items of one time only the first are asked, and those behind the page before', async () => {
  const one = (at: number) => (at === 19 ? 9 : 5);
  expect(await sinceOf(one, { limit: 3 }, [3])).toEqual({
    since: [{ time: 5, feedId: feedIdAt(1) }],
    rows: 3,
  });
  const after = { time: 5, feedId: feedIdAt(7) };
  expect(await sinceOf(one, { limit: 3, after }, [3])).toEqual({
    since: [{ time: 5, feedId: feedIdAt(9) }],
    rows: 3,
  });
});
