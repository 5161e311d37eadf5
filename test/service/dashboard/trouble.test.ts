import { expect, it, onTestFinished } from 'vitest';
import { findFeeds } from '../../../src/service/dashboard/find-feeds.js';
import { riverOf } from '../../../src/service/dashboard/river.js';
import { silentFeeds } from '../../../src/service/dashboard/trouble.js';
import { openStore } from '../../../src/service/store/open-store.js';
import { ManualClock } from '../../support/clock.js';
import { plansOf } from '../../support/query-plans.js';

const OWNER = { id: 'owner' };

it('reads what needs attention along indexes, whatever the number of feeds', async () => {
  const store = await openStore(':memory:', new ManualClock());
  onTestFinished(() => store.close());
  const plans = await plansOf(store.db, async (db) => {
    const drifted = { search: '', health: null, state: 'drifted' } as const;
    await findFeeds(db, OWNER, drifted, { limit: 20, offset: 0 });
    await silentFeeds(db, OWNER, store.clock.now());
  });
  expect(plans.join('\n')).not.toContain('TEMP B-TREE');
  expect(plans.filter((step) => step.startsWith('SCAN'))).toEqual([]);
  expect(plans).toHaveLength(2);
});

it('reads the newest items along indexes, of the feeds that had some since', async () => {
  const store = await openStore(':memory:', new ManualClock());
  onTestFinished(() => store.close());
  const plans = await plansOf(store.db, async (db) => {
    await riverOf({ store: { ...store, db }, clock: store.clock }, OWNER, {});
  });
  const feeds = new Set(plans.filter((step) => step.startsWith('SEARCH feeds')));
  expect([...feeds]).toEqual([
    'SEARCH feeds USING COVERING INDEX feeds_newest (account_id=? AND last_batch_at>?)',
  ]);
  expect(plans.filter((step) => step.startsWith('SCAN'))).toEqual([]);
  const items = new Set(plans.filter((step) => step.startsWith('SEARCH items')));
  for (const step of items) expect(step).toContain('INDEX items_date (feed_id=?');
});
