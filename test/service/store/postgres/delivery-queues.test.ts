import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { claimDueDeliveries } from '../../../../src/service/webhooks/deliveries/claim.js';
import { plansOf } from '../../../support/query-plans.js';
import { startSetup } from '../../../support/webhooks-setup.js';

/** Of each of the two webhooks. */
const DELIVERIES = 20_000;

/**
 * Two long queues whose deliveries lie in the table side by side, as they were announced: nothing of
 * the one was ever delivered, of the other the older half. What is due of the second comes after all
 * that waits longer for the first.
 */
async function withTwoQueues() {
  const setup = await startSetup();
  const { clock, store, webhooks } = setup;
  const slow = await webhooks.create({ url: 'https://slow.example.com/' });
  const quick = await webhooks.create({ url: 'https://quick.example.com/' });
  const now = clock.now();
  const [count, half] = [sql.lit(DELIVERIES), sql.lit(DELIVERIES / 2)];
  await sql`
    insert into events (id, feed_id, account_id, created_at, payload)
    select 'e' || n, 'f', 'owner', ${sql.lit(now)}, '{}' from generate_series(1, ${count}) as n
  `.execute(store.db);
  await sql`
    insert into deliveries (id, account_id, webhook_id, event_id, position, is_test, status,
      attempts, failures, next_attempt_at, created_at)
    select webhook || n, 'owner', webhook, 'e' || n, 0, 0,
      case when delivered then 'delivered' else 'pending' end, 0, 0,
      case when not delivered then at end, at
    from generate_series(1, ${count}) as n,
      (values (${slow.id}), (${quick.id})) as webhooks (webhook),
      lateral (select ${sql.lit(now)} - ${count} + n as at,
        webhook = ${quick.id} and n <= ${half} as delivered) as each
    order by n, webhook
  `.execute(store.db);
  return { ...setup, slow: slow.id, quick: quick.id };
}

it('each webhook is claimed from in its own queue, not past what waits for another', async () => {
  const { store, clock, slow, quick } = await withTwoQueues();
  const half = DELIVERIES / 2;

  /** Claims two of each webhook, the first of which are these. */
  async function claim(first: number): Promise<void> {
    const plans = await plansOf(store.db, async (db) => {
      const query = { limit: 10, failingLimit: 10, now: clock.now(), leaseMs: 1000 };
      const claimed = await claimDueDeliveries({ ...store, db }, query);
      expect(claimed.map(({ id }) => id)).toEqual([
        `${slow}${first}`,
        `${slow}${first + 1}`,
        `${quick}${half + first}`,
        `${quick}${half + first + 1}`,
      ]);
    });
    const text = plans.join('\n');
    expect(text.match(/LockRows.*?using deliveries_due/gs)).toHaveLength(2);
    expect(text).not.toMatch(/deliveries_next|Seq Scan on deliveries/);
  }
  // Before PostgreSQL has looked at the table, and after. What is claimed waits for its lease to end.
  await claim(1);
  await sql`vacuum analyze deliveries`.execute(store.db);
  clock.advance(1000);
  await claim(3);
});
