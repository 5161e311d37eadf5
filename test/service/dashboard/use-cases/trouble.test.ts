import { expect, it, onTestFinished } from 'vitest';
import { findFeeds } from '../../../../src/service/dashboard/use-cases/find-feeds.js';
import { silentFeeds } from '../../../../src/service/dashboard/use-cases/trouble.js';
import { publicAddress } from '../../../../src/service/operation/public-address.js';
import { openStore } from '../../../../src/service/store/open-store.js';
import { ManualClock } from '../../../support/clock.js';
import { plansOf } from '../../../support/query-plans.js';

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
