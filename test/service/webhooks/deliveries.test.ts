import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  countDeliveries,
  listDeliveries,
} from '../../../src/service/webhooks/deliveries/deliveries.js';
import { replayDeliveries } from '../../../src/service/webhooks/deliveries/replay.js';
import { OWNER, startSetup } from '../../support/webhooks-setup.js';

const HOUR = 3_600_000;
const ALL = { limit: 100, offset: 0 };

/** Two webhooks, and an event an hour apart of each of two feeds. */
async function withDeliveries() {
  const setup = await startSetup();
  const { webhooks, clock, deps } = setup;
  const start = Math.ceil(clock.now() / HOUR) * HOUR;
  clock.advance(start - clock.now());
  const one = await webhooks.create({ url: 'https://hooks.example.com/1', name: 'One' });
  const other = await webhooks.create({ url: 'https://hooks.example.com/2' });
  const feeds = [await setup.announce(1)];
  clock.advance(HOUR);
  feeds.push(await setup.announce(1));
  const ids = async (selection: object) =>
    (await listDeliveries(deps, OWNER, { ...ALL, ...selection })).map(({ id }) => id);
  const first = (await setup.deliveries(one.id)).at(-1);
  if (first === undefined) throw new Error('Nothing is delivered.');
  return { ...setup, start, one, other, feeds, ids, first };
}

describe('deliveries', () => {
  it('are listed by webhook, state, time, feed and event, newest first', async () => {
    const { ids, one, start, feeds, first, deps } = await withDeliveries();
    const all = await ids({});
    expect(all).toHaveLength(4);
    expect(await ids({ limit: 2, offset: 1 })).toEqual(all.slice(1, 3));
    expect(await ids({ webhookId: one.id })).toHaveLength(2);
    expect(await ids({ status: 'pending' })).toEqual(all);
    expect(await ids({ status: 'delivered' })).toEqual([]);
    expect(await ids({ since: start })).toHaveLength(4);
    expect(await ids({ since: start + 1 })).toEqual(all.slice(0, 2));
    expect(await ids({ until: start + HOUR })).toEqual(all.slice(2));
    expect(await ids({ feedIds: [feeds[0]] })).toEqual(all.slice(2));
    expect(await ids({ feedIds: [] })).toEqual([]);
    expect(await ids({ eventId: first.event_id })).toEqual(all.slice(2));
    await deps.store.db.updateTable('deliveries').set({ status: 'delivered' }).execute();
    expect(await ids({ status: 'delivered' })).toEqual(all);
    expect(await ids({ status: 'failed' })).toEqual([]);
    expect(await listDeliveries(deps, { id: 'other' }, ALL)).toEqual([]);
  });

  it('are shown with the names of what they are about', async () => {
    const { deliveries, one, other, feeds, first } = await withDeliveries();
    expect(first).toMatchObject({
      ...{ webhook_id: one.id, webhook_name: 'One', feed_id: feeds[0], feed_title: 'Feed 1' },
      ...{ test: false, attempts: 0, last_attempt_at: null, next_attempt_at: expect.any(String) },
    });
    expect((await deliveries(other.id))[0]).toMatchObject({ webhook_name: null });
  });

  it('are counted by webhook and state, tests apart', async () => {
    const { deps, one, other, first, start, clock } = await withDeliveries();
    const none = { delivered: 0, pending: 0, failed: 0, held: 0 };
    await deps.store.db
      .updateTable('deliveries')
      .set({ status: 'failed' })
      .where('id', '=', first.id)
      .execute();
    expect(await countDeliveries(deps, OWNER, start)).toEqual(
      new Map([
        [one.id, { ...none, pending: 1, failed: 1 }],
        [other.id, { ...none, pending: 2 }],
      ]),
    );
    expect((await countDeliveries(deps, OWNER, start + 1)).get(one.id)).toMatchObject({
      failed: 0,
    });
    await sql`update deliveries set is_test = 1`.execute(deps.store.db);
    expect((await countDeliveries(deps, OWNER, 0)).size).toBe(0);
    expect(clock.now()).toBe(start + HOUR);
  });
});

describe('sending again', () => {
  it('does each delivery once, and tells each reason of the others once', async () => {
    const { deps, deliveries, one, other, webhooks } = await withDeliveries();
    const ids = (await deliveries()).map(({ id }) => id);
    await deps.store.db.updateTable('deliveries').set({ failures: 4, status: 'failed' }).execute();
    await webhooks.disable(other.id);
    const again = await replayDeliveries(deps, OWNER, [...ids, ...ids, 'dlv_unknown']);
    expect(again).toEqual({
      replayed: 2,
      problems: expect.arrayContaining([
        expect.stringContaining(`Webhook ${other.id} is disabled`),
        expect.stringContaining('There is no delivery dlv_unknown'),
      ]),
    });
    expect(again.problems).toHaveLength(2);
    expect((await deliveries(one.id)).map(({ status }) => status)).toEqual(['pending', 'pending']);
    expect((await deliveries(other.id)).map(({ status }) => status)).toEqual(['failed', 'failed']);
  });

  it('stops at a failure of the store', async () => {
    const { deps, first } = await withDeliveries();
    await deps.store.close();
    await expect(replayDeliveries(deps, OWNER, [first.id])).rejects.toThrow();
  });
});
