import { expect, it } from 'vitest';
import { createBundle } from '../../../src/service/bundles/edit-bundle.js';
import { type HubPing, publishHubPing } from '../../../src/service/events/hub-ping.js';
import { OWNER, startSetup } from '../../support/webhooks-setup.js';

const [HUB, OTHER] = ['https://hub.example/', 'https://other-hub.example/'] as const;
const BASE = 'https://feeds.example.com';

async function setup() {
  const { store, clock, feedDeps, announce } = await startSetup();
  const { db } = store;
  const id = await announce(1);
  const ping = (hub: string) =>
    db.transaction().execute((transaction) =>
      publishHubPing(transaction, {
        feed: { id, account_id: OWNER.id },
        ...{ hub, base: BASE, now: clock.now() },
      }),
    );
  const deliveries = () => db.selectFrom('deliveries').select('status').orderBy('id').execute();
  return { db, feedDeps, id, ping, deliveries };
}

it('a ping of the hub names the documents of the feed and of its bundles', async () => {
  const { db, feedDeps, id, ping, deliveries } = await setup();
  const names = ['A', 'B'];
  const bundles = await Promise.all(
    names.map((name) => createBundle(feedDeps, OWNER, { name, feeds: [id] })),
  );
  expect(await ping(HUB)).toBe(true);
  const event = await db.selectFrom('events').select('payload').executeTakeFirstOrThrow();
  const { data, type } = JSON.parse(event.payload) as HubPing;
  const ids = [id, ...bundles.map((bundle) => bundle.id).sort()];
  expect([type, data.topics]).toEqual([
    'hub_ping',
    ids.flatMap((each) => ['xml', 'atom', 'json'].map((end) => `${BASE}/feeds/${each}.${end}`)),
  ]);
  expect(await deliveries()).toEqual([{ status: 'pending' }]);
});

it('pings are held once the webhook of the hub was switched off, until its address changes', async () => {
  const { db, ping, deliveries } = await setup();
  expect([await ping(HUB), await ping(HUB)]).toEqual([true, true]);
  const webhooks = db.selectFrom('webhooks').select(['id', 'url', 'disabled_reason']);
  const [webhook] = await webhooks.execute();
  await db.updateTable('webhooks').set({ disabled_reason: 'manual' }).execute();
  expect(await ping(HUB)).toBe(false);
  expect(await ping(OTHER)).toBe(true);
  expect(await webhooks.execute()).toEqual([
    { id: webhook?.id, url: OTHER, disabled_reason: null },
  ]);
  const counted = (await deliveries()).map(({ status }) => status).sort();
  expect(counted).toEqual(['held', 'pending', 'pending', 'pending']);
});
