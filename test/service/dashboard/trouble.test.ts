import { expect, it, onTestFinished } from 'vitest';
import { findFeeds } from '../../../src/service/dashboard/find-feeds.js';
import { riverOf } from '../../../src/service/dashboard/river.js';
import { silentFeeds } from '../../../src/service/dashboard/trouble.js';
import { publicAddress } from '../../../src/service/instances/public-address.js';
import { openStore } from '../../../src/service/store/open-store.js';
import { ManualClock } from '../../support/clock.js';
import { plansOf } from '../../support/query-plans.js';

const OWNER = { id: 'owner' };

async function plansFor(run: (deps: Parameters<typeof silentFeeds>[0]) => Promise<void>) {
  const store = await openStore(':memory:', new ManualClock());
  onTestFinished(() => store.close());
  const { clock } = store;
  const address = publicAddress(store, clock, 'https://feeds.example');
  return plansOf(store.db, (db) => run({ store: { ...store, db }, clock, publicAddress: address }));
}

it('reads what needs attention along indexes, whatever the number of feeds', async () => {
  const plans = await plansFor(async (deps) => {
    await findFeeds(deps, OWNER, { state: 'drifted' }, { limit: 20, offset: 0 });
    await silentFeeds(deps, OWNER);
  });
  expect(plans.join('\n')).not.toContain('TEMP B-TREE');
  expect(plans.filter((step) => step.startsWith('SCAN'))).toEqual([]);
  expect(plans).toHaveLength(2);
});

it('reads the newest items along indexes, of the feeds that had some since', async () => {
  const plans = await plansFor(async (deps) => {
    await riverOf(deps, OWNER, {});
  });
  const feeds = new Set(plans.filter((step) => step.startsWith('SEARCH feeds')));
  expect([...feeds]).toEqual([
    'SEARCH feeds USING COVERING INDEX feeds_newest (account_id=? AND last_batch_at>?)',
  ]);
  expect(plans.filter((step) => step.startsWith('SCAN'))).toEqual([]);
  const items = new Set(plans.filter((step) => step.startsWith('SEARCH items')));
  for (const step of items) expect(step).toContain('INDEX items_date (feed_id=?');
});
