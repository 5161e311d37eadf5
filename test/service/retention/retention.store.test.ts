import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../../src/service/core/logger.js';
import { doDueChores } from '../../../src/service/retention/chores.js';
import type { Chore } from '../../../src/service/retention/claim-chore.js';
import { claimChore, doStep, enterChores } from '../../../src/service/retention/claim-chore.js';
import { choresFor, createRetention } from '../../../src/service/retention/retention.js';
import { STORE, testDatabase } from '../../support/database.js';
import { plansOf } from '../../support/query-plans.js';
import { startReceiver } from '../../support/receiver.js';
import { startSetup as startRefreshSetup } from '../../support/refresh-setup.js';
import { numberedItems } from '../../support/rss.js';
import { type Setup, startSetup } from '../../support/webhooks-setup.js';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

/** Does every round that is due, as `serve` does. */
function retentionOf({ store, clock }: Pick<Setup, 'store' | 'clock'>, settings = {}) {
  return createRetention({ store, clock, logger: silentLogger }, settings);
}

describe('events', () => {
  it('are forgotten after 30 days with their deliveries', async () => {
    const setup = await startSetup();
    const receiver = await startReceiver();
    const retention = retentionOf(setup);
    const { id } = await setup.webhooks.create({ url: receiver.url });
    await setup.announce(1);
    await setup.deliver();
    receiver.answer(500);
    await setup.announce(1);
    await setup.deliver();
    await retention.doDue();
    const left = async () => {
      await retention.doDue();
      return [(await setup.events()).length, (await setup.deliveries(id)).length];
    };
    setup.clock.advance(30 * DAY);
    expect(await left()).toEqual([2, 2]);
    setup.clock.advance(HOUR);
    // What still waits stays, however late it is.
    expect(await left()).toEqual([1, 1]);
    const [delivery] = await setup.deliveries();
    expect((await setup.webhooks.delivery(delivery?.id ?? '')).log).toHaveLength(1);
  });

  it('are kept for as long as was asked for', async () => {
    const setup = await startSetup();
    const receiver = await startReceiver();
    await setup.webhooks.create({ url: receiver.url });
    const retention = retentionOf(setup, { keepDeliveriesMs: 2 * DAY });
    await retention.doDue();
    await setup.announce(1);
    await setup.deliver();
    setup.clock.advance(2 * DAY);
    await retention.doDue();
    expect(await setup.events()).toHaveLength(1);
    setup.clock.advance(HOUR);
    await retention.doDue();
    expect(await setup.events()).toEqual([]);
    const { db } = setup.store;
    expect(await db.selectFrom('delivery_attempts').selectAll().execute()).toEqual([]);
  });
});

describe('the history of a feed', () => {
  it('is forgotten after 90 days, but for its last look', async () => {
    const setup = await startRefreshSetup({ databasePath: await testDatabase() });
    const retention = createRetention(setup.deps, {});
    await retention.doDue();
    const url = setup.sources.publish('/a.xml', { title: 'A', items: numberedItems(1) });
    const ids = [await setup.create(url), await setup.create(`${url}?b`)];
    for (const id of ids) {
      await setup.refresh(id);
      setup.clock.advance(DAY);
      await setup.refresh(id);
    }
    const looks = async () => {
      await retention.doDue();
      const rows = await setup.deps.store.db
        .selectFrom('refreshes')
        .select('number')
        .orderBy('feed_id')
        .orderBy('number')
        .execute();
      return rows.map(({ number }) => number);
    };
    expect(await looks()).toEqual([1, 2, 1, 2]);
    setup.clock.advance(89 * DAY);
    expect((await looks()).toSorted()).toEqual([1, 2, 2]);
    setup.clock.advance(365 * DAY);
    expect(await looks()).toEqual([2, 2]);
  });
});

describe('tombstones', () => {
  async function quietFeed() {
    const setup = await startRefreshSetup({ keepItems: 2, databasePath: await testDatabase() });
    const retention = createRetention(setup.deps, {});
    await retention.doDue();
    const publish = (from: number, to: number) =>
      setup.sources.publish('/a.xml', { title: 'A', items: numberedItems(to, 'a').slice(from) });
    const id = await setup.create(publish(0, 2));
    publish(2, 4);
    setup.clock.advance(HOUR);
    await setup.refresh(id);
    const { db } = setup.deps.store;
    const hashes = async () =>
      (await db.selectFrom('tombstones').select('hash').execute()).map(({ hash }) => hash).sort();
    return { setup, retention, id, hashes, publish };
  }

  it('take the place of what is beyond the number to keep, and keep it from coming back', async () => {
    const { setup, id, hashes, publish } = await quietFeed();
    const items = await setup.deps.store.db.selectFrom('items').select('identity').execute();
    expect(items).toHaveLength(2);
    expect(await hashes()).toHaveLength(2);
    publish(0, 4);
    setup.clock.advance(HOUR);
    const events = (await setup.events()).length;
    expect(await setup.refresh(id)).toMatchObject({ itemsNew: 0, itemsChanged: 0 });
    expect(await setup.events()).toHaveLength(events);
    expect(await hashes()).toHaveLength(2);
  });

  it('are forgotten once their source was seen not to list them for 30 days', async () => {
    const { setup, retention, id, hashes } = await quietFeed();
    const dropped = await hashes();
    expect(dropped).toHaveLength(2);
    setup.clock.advance(31 * DAY);
    await retention.doDue();
    // Nobody has looked since: nobody knows.
    expect(await hashes()).toEqual(dropped);
    expect(await setup.refresh(id)).toMatchObject({ outcome: 'unchanged' });
    setup.clock.advance(DAY);
    await retention.doDue();
    expect(await hashes()).toEqual([]);
  });

  it('stay while their source fails', async () => {
    const { setup, retention, id, hashes } = await quietFeed();
    setup.sources.on('/a.xml', (_, response) => response.writeHead(500).end());
    setup.clock.advance(40 * DAY);
    expect(await setup.refresh(id)).toMatchObject({ outcome: 'failed' });
    setup.clock.advance(DAY);
    await retention.doDue();
    expect(await hashes()).toHaveLength(2);
  });
});

describe('chores', () => {
  /** A chore of so many steps, each clearing one row. */
  function counting(steps: number): Chore & { done: number[] } {
    const done: number[] = [];
    return {
      name: 'counting',
      everyMs: HOUR,
      done,
      async step(_db, _now, position) {
        const number = Number(position ?? 0) + 1;
        done.push(number);
        const over = number === steps;
        return { position: over ? null : String(number), done: over, cleared: 1 };
      },
    };
  }

  async function started(chore: Chore) {
    const setup = await startSetup();
    const logged: object[] = [];
    const logger = { ...silentLogger, info: (fields: object) => void logged.push(fields) };
    const deps = { ...setup.deps, clock: setup.clock, logger };
    await enterChores(setup.store, [chore], setup.clock.now());
    const run = (options = {}) => doDueChores(deps, [chore], options);
    return { setup, run, logged };
  }

  it('are done when they are due, and not before', async () => {
    const chore = counting(3);
    const { setup, run } = await started(chore);
    expect(await run()).toBe(0);
    setup.clock.advance(HOUR);
    expect(await run()).toBe(3);
    expect(await run()).toBe(0);
    setup.clock.advance(HOUR);
    expect(await run()).toBe(3);
    expect(chore.done).toEqual([1, 2, 3, 1, 2, 3]);
  });

  it('are logged when they deleted something', async () => {
    let rows = 2;
    const step = async () => ({ position: null, done: true, cleared: rows });
    const { setup, run, logged } = await started({ name: 'counting', everyMs: HOUR, step });
    setup.clock.advance(HOUR);
    expect(await run()).toBe(2);
    rows = 0;
    setup.clock.advance(HOUR);
    expect(await run()).toBe(0);
    expect(logged).toEqual([{ chore: 'counting', rows: 2 }]);
  });

  it('are done by one of several that come at once', async () => {
    const chore = counting(20);
    const { setup, run } = await started(chore);
    setup.clock.advance(HOUR);
    const cleared = await Promise.all([run(), run(), run()]);
    expect(cleared.sort((a, b) => a - b)).toEqual([0, 0, 20]);
    expect(chore.done).toHaveLength(20);
  });

  it('are gone on with where time was over', async () => {
    const chore = counting(4);
    const { setup, run } = await started(chore);
    setup.clock.advance(HOUR);
    const enough = new AbortController();
    const first: Chore = {
      ...chore,
      step(db, now, position) {
        if (position === '1') enough.abort();
        return chore.step(db, now, position);
      },
    };
    const deps = { ...setup.deps, clock: setup.clock };
    expect(await doDueChores(deps, [first], { signal: enough.signal })).toBe(2);
    expect(await run({ withinMs: 0 })).toBe(0);
    expect(await run()).toBe(2);
    expect(chore.done).toEqual([1, 2, 3, 4]);
  });

  it('of a process that died are taken over, and what it still does is not stored', async () => {
    const chore = counting(3);
    const { setup, run } = await started(chore);
    setup.clock.advance(HOUR);
    const dead = await claimChore(setup.store, chore, setup.clock.now());
    if (dead === null) throw new Error('A chore that is due can be claimed.');
    expect(await run()).toBe(0);
    setup.clock.advance(60_000);
    expect(await run()).toBe(3);
    expect(await doStep(setup.store, setup.clock, dead)).toBeNull();
    expect(chore.done).toHaveLength(3);
  });

  it('that fail are tried again, and leave nothing half done', async () => {
    const chore = counting(3);
    const { setup, run } = await started(chore);
    setup.clock.advance(HOUR);
    const failing: Chore = {
      ...chore,
      async step(db, now, position) {
        await sql`delete from accounts`.execute(db);
        if (position === '1') throw new Error('broken');
        return chore.step(db, now, position);
      },
    };
    const deps = { ...setup.deps, clock: setup.clock };
    await setup.store.db
      .insertInto('accounts')
      .values({ id: 'acc_x', name: 'x', created_at: 0 })
      .execute();
    await expect(
      doDueChores(deps, [{ ...failing, step: async (db, now) => failing.step(db, now, '1') }]),
    ).rejects.toThrow('broken');
    const accounts = await setup.store.db.selectFrom('accounts').select('id').execute();
    expect(accounts).toHaveLength(2);
    expect(await run()).toBe(3);
  });

  it('that fail keep none of the others from being done', async () => {
    const chore = counting(3);
    const { setup } = await started(chore);
    const failing: Chore = {
      ...chore,
      name: 'failing',
      step: () => Promise.reject(new Error('no')),
    };
    const later = { ...counting(2), name: 'later' };
    await enterChores(setup.store, [failing, later], setup.clock.now());
    setup.clock.advance(HOUR);
    const deps = { ...setup.deps, clock: setup.clock };
    await expect(doDueChores(deps, [failing, chore, later])).rejects.toThrow('no');
    expect([chore.done, later.done]).toEqual([
      [1, 2, 3],
      [1, 2],
    ]);
  });

  it.skipIf(STORE === 'postgres')('find what they clear away in indexes', async () => {
    const setup = await startSetup();
    await setup.announce(1);
    const others = new Set(['leftovers', 'statistics']);
    for (const chore of choresFor({}).filter(({ name }) => !others.has(name))) {
      const plans = await plansOf(setup.store.db, (db) => chore.step(db, setup.clock.now(), null));
      expect(plans).not.toEqual([]);
      expect(plans, chore.name).not.toContainEqual(
        expect.stringMatching(/SCAN (events|deliveries|refreshes|tombstones|feeds)|TEMP B-TREE/),
      );
    }
  });

  it('clear away what has ended by itself', async () => {
    const setup = await startSetup();
    const { db } = setup.store;
    const now = setup.clock.now();
    await db
      .insertInto('host_blocks')
      .values([
        { domain: 'over.example', until: now + HOUR },
        { domain: 'holds.example', until: now + 9 * HOUR },
      ])
      .execute();
    await db
      .insertInto('creations')
      .values({ id: 'c', account_id: 'owner', expires_at: now })
      .execute();
    const retention = retentionOf(setup);
    await retention.doDue();
    setup.clock.advance(HOUR);
    expect(await retention.doDue()).toBe(2);
    expect(await db.selectFrom('host_blocks').select('domain').execute()).toEqual([
      { domain: 'holds.example' },
    ]);
  });
});

describe('the loop of serve', () => {
  it('does what is due at its start, and ends when it is told to', async () => {
    const setup = await startSetup();
    await setup.announce(1);
    const retention = retentionOf(setup);
    await retention.doDue();
    setup.clock.advance(2 * DAY);
    const loop = retention.startLoop();
    await expect.poll(async () => (await setup.events()).length).toBe(0);
    await loop.stop();
    const held = await setup.store.db
      .selectFrom('chores')
      .select('name')
      .where('lease_token', 'is not', null)
      .execute();
    expect(held).toEqual([]);
  });
});
