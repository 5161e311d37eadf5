import { expect, it, onTestFinished } from 'vitest';
import { withCreationSlot } from '../../../src/service/accounts/creations.js';
import { claimFeeds } from '../../../src/service/refresh/claim.js';
import { claimChore } from '../../../src/service/retention/claim-chore.js';
import { endAbandonedLeases } from '../../../src/service/store/abandoned-leases.js';
import { claimDueDeliveries } from '../../../src/service/webhooks/deliveries/claim.js';
import { startChild } from '../../support/child-process.js';
import { STORE, testDatabase } from '../../support/database.js';
import { openSetup } from '../../support/webhooks-setup.js';
import { heldChore } from './held-chore.js';

/** Only Linux says whether a process of a number is still the same one. */
it.runIf(process.platform === 'linux')(
  'leases of a killed process of this machine are ended, and no others',
  async () => {
    const location = await testDatabase();
    const setup = await openSetup(location);
    onTestFinished(setup.close);
    const { store, clock, deps } = setup;
    await setup.webhooks.create({ url: 'https://hook.example.com/' });
    const feed = await setup.announce(2);
    const now = clock.now();
    await store.db.updateTable('feeds').set({ next_refresh_at: now }).execute();
    await store.db.updateTable('accounts').set({ max_creations: 1 }).execute();
    await store.db.insertInto('chores').values({ name: heldChore.name, due_at: now }).execute();
    const child = await startChild(
      'test/service/store/hold-leases.child.ts',
      ...[location, String(now), feed, 'owner'],
    );
    expect(await child.line()).toBe('1 1 1');

    const taken = async () => ({
      feeds: (await claimFeeds(store, [feed], now)).length,
      deliveries: (await claimDueDeliveries(store, DUE(now))).length,
      chores: (await claimChore(store, heldChore, now)) === null ? 0 : 1,
    });
    const slot = () => withCreationSlot(deps, { id: 'owner' }, async () => 'made', 0);
    await endAbandonedLeases(store);
    expect(await taken()).toEqual({ feeds: 0, deliveries: 0, chores: 0 });
    await expect(slot()).rejects.toMatchObject({ code: 'CREATION_LIMIT_REACHED' });

    child.kill();
    await child.exit;
    // As another process has it: a store searches at most once a second.
    await endAbandonedLeases({ ...store });
    expect(await taken()).toEqual({ feeds: 1, deliveries: 1, chores: 1 });
    expect(await slot()).toBe('made');
    const visits = await store.db.selectFrom('host_visits').select('expires_at').execute();
    expect(visits).toEqual(STORE === 'postgres' ? [{ expires_at: now }] : []);
  },
);

const DUE = (now: number) => ({ limit: 1, failingLimit: 1, now, leaseMs: 60_000 });
