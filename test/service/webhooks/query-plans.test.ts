import { describe, expect, it } from 'vitest';
import {
  claimDueDeliveries,
  nextDeliveryAt,
} from '../../../src/service/webhooks/deliveries/claim.js';
import { listDeliveries } from '../../../src/service/webhooks/deliveries/deliveries.js';
import { plansOf } from '../../support/query-plans.js';
import { OWNER, startSetup } from '../../support/webhooks-setup.js';

async function withDeliveries() {
  const setup = await startSetup();
  const { id } = await setup.webhooks.create({ url: 'https://hooks.example.com/' });
  for (let feeds = 0; feeds < 3; feeds += 1) await setup.announce(1);
  return { ...setup, id };
}

describe('with a hundred thousand deliveries, SQLite', () => {
  it('finds what is due of each webhook in an index, past those that are done', async () => {
    const { store, clock } = await withDeliveries();
    const query = { limit: 10, failingLimit: 10, now: clock.now(), leaseMs: 1000 };
    const plans = await plansOf(store.db, async (db) => {
      expect(await claimDueDeliveries({ ...store, db }, query)).toHaveLength(2);
      await nextDeliveryAt({ ...store, db }, clock.now());
    });
    const deliveries = plans.filter((step) => step.includes('deliveries'));
    expect(new Set(deliveries)).toEqual(
      new Set([
        'SEARCH deliveries USING COVERING INDEX deliveries_due (webhook_id=? AND next_attempt_at>?)',
        'SEARCH deliveries USING INDEX deliveries_leased (webhook_id=? AND next_attempt_at>?)',
        'SEARCH deliveries USING INDEX deliveries_due (webhook_id=? AND next_attempt_at<?)',
        'SEARCH deliveries USING INDEX sqlite_autoindex_deliveries_1 (id=?)',
        'SEARCH deliveries USING COVERING INDEX deliveries_next (next_attempt_at>?)',
      ]),
    );
    expect(plans).not.toContainEqual(expect.stringContaining('TEMP B-TREE'));
  });

  it.each(['all', 'one'])('lists those of %s along an index, without sorting', async (whose) => {
    const { store, deps, id } = await withDeliveries();
    const webhookId = whose === 'one' ? id : undefined;
    const plans = await plansOf(store.db, (db) =>
      listDeliveries({ ...deps, store: { ...store, db } }, OWNER, {
        webhookId,
        limit: 50,
        offset: 0,
      }),
    );
    expect(plans).toContainEqual(
      expect.stringMatching(/^SEARCH deliveries USING INDEX deliveries_(recent|history)/),
    );
    expect(plans).not.toContainEqual(expect.stringContaining('TEMP B-TREE'));
  });
});
