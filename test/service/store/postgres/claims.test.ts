import { sql } from 'kysely';
import { expect, it, onTestFinished, vi } from 'vitest';
import { OWNER } from '../../../../src/service/accounts/account.js';
import { openService, type Service } from '../../../../src/service/app/service.js';
import { createFeed } from '../../../../src/service/feeds/create-feed.js';
import { countActivity, flushActivity } from '../../../../src/service/operation/activity.js';
import { claimFeeds, renewLeases } from '../../../../src/service/refresh/claim.js';
import { commitFetch } from '../../../../src/service/refresh/commit.js';
import { claimDueFeeds } from '../../../../src/service/refresh/due.js';
import type { Store } from '../../../../src/service/store/store.js';
import {
  claimDueDeliveries,
  PER_WEBHOOK,
} from '../../../../src/service/webhooks/deliveries/claim.js';
import { testDatabase } from '../../../support/database.js';
import { startReceiver } from '../../../support/receiver.js';
import { numberedItems } from '../../../support/rss.js';
import { startSourceServer } from '../../../support/source-server.js';

const FEEDS = 24;
const HOUR = 3_600_000;

/** Several processes on one database with feeds, each of them with a store of its own. */
async function processes(count: number) {
  const databasePath = await testDatabase();
  const sources = await startSourceServer();
  const services: Service[] = [];
  onTestFinished(async () => {
    for (const service of services) await service.close();
    await sources.close();
  });
  const open = async () => {
    const service = await openService({ databasePath, allowPrivateNetworks: true });
    services.push(service);
    return service;
  };
  const first = await open();
  while (services.length < count) await open();
  const create = async (path: string) => {
    const url = sources.publish(path, { items: numberedItems(1) });
    return (await createFeed(first.http.deps, OWNER, { url })).feed.id;
  };
  return { services, first, open, create };
}

function roomFor(limit: number) {
  return { limit, busy: new Map<string, number>(), perDomain: 2 };
}

it('of processes that claim at the same moment each gets feeds of its own, and all are claimed', async () => {
  const { services, first, create } = await processes(4);
  const ids: string[] = [];
  for (let feed = 0; feed < FEEDS; feed += 1) ids.push(await create(`/${feed}.xml`));
  const { db, clock } = first.http.deps.store;
  await db
    .updateTable('feeds')
    .set({ next_refresh_at: clock.now() - 1 })
    .execute();

  const claimed: string[] = [];
  for (let round = 0; round < 20 && claimed.length < FEEDS; round += 1) {
    const claims = await Promise.all(
      services.map((service) => claimDueFeeds(service.http.deps, roomFor(4))),
    );
    claimed.push(...claims.flat().map(({ id }) => id));
  }
  expect(claimed.sort()).toEqual(ids.sort());
});

it('what was refreshed between looking and claiming is not claimed as due', async () => {
  const { first, create } = await processes(1);
  const { store } = first.http.deps;
  const id = await create('/feed.xml');
  const now = store.clock.now();
  await store.db
    .updateTable('feeds')
    .set({ next_refresh_at: now + HOUR })
    .execute();
  expect(await claimFeeds(store, [id], now, { onlyDue: true })).toEqual([]);
  expect(await claimFeeds(store, [id], now)).toHaveLength(1);
});

it('goes by the clock of the database, whatever the clocks of the machines say', async () => {
  const { first, open, create } = await processes(1);
  const id = await create('/feed.xml');
  const { store } = first.http.deps;
  expect(await claimFeeds(store, [id], store.clock.now())).toHaveLength(1);
  for (const hours of [-3, 3]) {
    vi.useFakeTimers({ now: Date.now() + hours * HOUR, toFake: ['Date'] });
    const elsewhere = await open().finally(() => vi.useRealTimers());
    const { clock, store: theirs } = elsewhere.http.deps;
    expect(Math.abs(clock.now() - store.clock.now())).toBeLessThan(HOUR / 60);
    expect(await claimFeeds(theirs, [id], clock.now())).toEqual([]);
  }
});

it('deliveries of one webhook are under way twice at most, however many claim at once', async () => {
  const { services, first, create } = await processes(4);
  const receiver = await startReceiver();
  const id = await create('/feed.xml');
  const webhook = await (await first.http.webhooks.of(OWNER)).create({ url: receiver.url });
  const { db, clock } = first.http.deps.store;
  const now = clock.now();
  const blank = { lease_token: null, last_status: null, last_error: null, is_test: 0 } as const;
  for (let position = 0; position < 12; position += 1) {
    const event = { id: `evt_${position}`, feed_id: id, account_id: OWNER.id };
    await db
      .insertInto('events')
      .values({ ...event, created_at: now, payload: '{}' })
      .execute();
    await db
      .insertInto('deliveries')
      .values({
        ...blank,
        id: `dlv_${position}`,
        account_id: OWNER.id,
        webhook_id: webhook.id,
        event_id: event.id,
        position,
        status: 'pending',
        attempts: 0,
        failures: 0,
        next_attempt_at: now,
        created_at: now,
        last_attempt_at: null,
        last_duration_ms: null,
      })
      .execute();
  }
  const query = { limit: 16, failingLimit: 8, now, leaseMs: 45_000 };
  const claims = await Promise.all(
    services.map((service) => claimDueDeliveries(service.http.deps.store, query)),
  );
  expect(claims.flat().map(({ id }) => id)).toHaveLength(PER_WEBHOOK);
});

/** Holds the row of a feed, as a transaction that stores its result does, until `work` is done. */
async function whileLocked(service: Service, id: string, work: () => Promise<void>): Promise<void> {
  const { db } = service.http.deps.store;
  await db.transaction().execute(async (transaction) => {
    await transaction.updateTable('feeds').set({ title: 'held' }).where('id', '=', id).execute();
    await work();
  });
}

it('renews leases without waiting for a feed whose result is being stored', async () => {
  const { services, first, create } = await processes(2);
  const ids = [await create('/a.xml'), await create('/b.xml'), await create('/c.xml')].sort();
  const { store } = first.http.deps;
  const now = store.clock.now();
  const held = await claimFeeds(store, ids, now);
  await whileLocked(services[1] as Service, ids[1] as string, () =>
    renewLeases(store, held, now + HOUR),
  );
  const leases = await store.db
    .selectFrom('feeds')
    .select(['id', 'lease_expires_at'])
    .orderBy('id')
    .execute();
  expect(leases.map(({ lease_expires_at: end }) => Number(end) > now + HOUR)).toEqual([
    true,
    false,
    true,
  ]);
});

it('stores results in the order of the ids, so that two transactions cannot deadlock', async () => {
  const { first, create } = await processes(1);
  const ids = [await create('/a.xml'), await create('/b.xml'), await create('/c.xml')].sort();
  const { store } = first.http.deps;
  const claimed = await claimFeeds(store, ids, store.clock.now());
  const order: string[] = [];
  const blank = { status: null, error_code: null, error_message: null, note: null } as const;
  const counts = { items_new: 0, items_changed: 0, duration_ms: 0, pushed: null, texts: null };
  const entry = { outcome: 'unchanged', ...blank, ...counts } as const;
  const commits = claimed
    .sort((a, b) => (a.id < b.id ? 1 : -1))
    .map((feed) =>
      commitFetch(store, feed, {
        feed: {},
        visible: false,
        entry,
        now: store.clock.now(),
        write: async () => void order.push(feed.id),
      }),
    );
  expect(await Promise.all(commits)).toEqual([true, true, true]);
  expect(order).toEqual(ids);
});

it('counts of two processes are stored without a deadlock', async () => {
  const { services } = await processes(2);
  const kinds = ['items', 'delivered', 'fetch-updated', 'fetch-failed', 'fetch-unchanged'] as const;
  const [one, two] = services.map((service) => service.http.deps.store) as [Store, Store];
  // Now, not long ago: old counts are deleted after the first are stored.
  const now = one.clock.now();
  for (let round = 0; round < 20; round += 1) {
    for (const kind of kinds) countActivity(one, OWNER.id, kind, now);
    for (const kind of kinds.toReversed()) countActivity(two, OWNER.id, kind, now);
    await Promise.all([flushActivity(one), flushActivity(two)]);
  }
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()
  `.execute(one.db);
  expect(rows).toEqual([{ deadlocks: 0 }]);
});
