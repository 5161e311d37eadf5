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

it('reads the newest items along indexes, of the feeds that had some since', async () => {
  const store = await openStore(':memory:', new ManualClock());
  onTestFinished(() => store.close());
  const plans = await plansOf(store.db, async (db) => {
    await newestItems(db, OWNER, store.clock.now());
  });
  expect(plans).toEqual([
    'SEARCH feeds USING INDEX feeds_newest (account_id=? AND last_batch_at>?)',
    'USE TEMP B-TREE FOR RIGHT PART OF ORDER BY',
  ]);
});
