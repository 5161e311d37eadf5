import { expect, it, onTestFinished } from 'vitest';
import {
  driftedFeeds,
  failingFeeds,
  newestItems,
  nextFetches,
  silentFeeds,
} from '../../../src/service/dashboard/overview.js';
import { openStore } from '../../../src/service/store/open-store.js';
import { ManualClock } from '../../support/clock.js';
import { plansOf } from '../../support/query-plans.js';

const OWNER = { id: 'owner' };

it('reads the lists of the overview along indexes, whatever the number of feeds', async () => {
  const store = await openStore(':memory:', new ManualClock());
  onTestFinished(() => store.close());
  const plans = await plansOf(store.db, async (db) => {
    await failingFeeds(db, OWNER);
    await driftedFeeds(db, OWNER);
    await silentFeeds(db, OWNER, store.clock.now());
    await nextFetches(db, OWNER, 10_000);
  });
  expect(plans.join('\n')).not.toContain('TEMP B-TREE');
  expect(plans.filter((step) => /^SCAN (?!feeds USING INDEX feeds_due)/.test(step))).toEqual([]);
  expect(plans).toHaveLength(4);
});

it('reads the newest items of the feeds that had some in the time, along the index of dates', async () => {
  const store = await openStore(':memory:', new ManualClock());
  onTestFinished(() => store.close());
  const plans = await plansOf(store.db, async (db) => {
    await newestItems(db, OWNER, store.clock.now());
  });
  const reads = new Set(plans.filter((step) => step.includes(' items ')));
  expect([...reads]).toEqual([
    'SEARCH items USING INDEX items_date (feed_id=? AND date_published>? AND date_published<?)',
    'SEARCH items USING INDEX items_date (feed_id=? AND date_published=?)',
  ]);
});
