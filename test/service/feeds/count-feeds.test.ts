import { expect, it } from 'vitest';
import { countFeeds, countTroubled } from '../../../src/service/feeds/count-feeds.js';
import { serviceHealth } from '../../../src/service/feeds/service-health.js';
import { type FeedColumns, insertFeeds } from '../../support/feed-rows.js';
import { OWNER, startSetup } from '../../support/refresh-setup.js';

async function withFeeds(columns: readonly FeedColumns[]) {
  const { deps, clock } = await startSetup();
  await insertFeeds(deps.store.db, OWNER.id, columns);
  return { deps, clock, db: deps.store.db };
}

it('counts feeds by their health', async () => {
  const { db } = await withFeeds([
    ...[{}, {}, {}, { failures: 1 }, { failures: 9 }],
    { failures: 9, is_active: 0 },
  ]);
  expect(await countFeeds(db, OWNER)).toEqual({ all: 6, ok: 3, failing: 2, inactive: 1 });
  expect(await countTroubled(db, OWNER)).toBe(3);
  const other = { id: 'other' };
  const none = { all: 0, ok: 0, failing: 0, inactive: 0 };
  expect(await countFeeds(db, other)).toEqual(none);
  await db
    .insertInto('accounts')
    .values({ ...other, name: 'other', created_at: 0 })
    .execute();
  expect(await countFeeds(db, other)).toEqual(none);
  expect((await countFeeds(db, OWNER)).all).toBe(6);
});

it('knows no trouble from no feeds', async () => {
  const { db } = await withFeeds([{}]);
  expect(await countTroubled(db, OWNER)).toBe(0);
  expect(await countTroubled(db, { id: 'other' })).toBeNull();
});

it('the health of a service names its processes to the operator, and what was repaired this week', async () => {
  const { deps, clock, db } = await withFeeds([{ next_refresh_at: 0 }, { failures: 1 }]);
  const health = await serviceHealth(deps, OWNER);
  expect(health).toMatchObject({
    feeds: { all: 2, ok: 1, failing: 1, inactive: 0 },
    ...{ served: false, refreshed: false, instances: [] },
    queue: { refresh_lag_seconds: clock.now() / 1000, delivery_lag_seconds: 0 },
  });
  expect(health).not.toHaveProperty('repaired_times');
  expect(await serviceHealth(deps, { id: 'other' })).not.toHaveProperty('instances');
  const week = 7 * 86_400_000;
  await db
    .insertInto('repaired_times')
    .values([
      { name: 'old', rows: 2, repaired_at: clock.now() - week },
      { name: 'new', rows: 3, repaired_at: clock.now() - week + 1000 },
    ])
    .execute();
  expect((await serviceHealth(deps, OWNER)).repaired_times).toEqual([
    { times: 'new', rows: 3, repaired_at: new Date(clock.now() - week + 1000).toISOString() },
  ]);
});
