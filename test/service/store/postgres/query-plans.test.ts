import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OWNER } from '../../../../src/service/accounts/account.js';
import { openService, type Service } from '../../../../src/service/app/service.js';
import { silentLogger } from '../../../../src/service/core/logger.js';
import { createFeed } from '../../../../src/service/feeds/create-feed.js';
import { listFeeds } from '../../../../src/service/feeds/list-feeds.js';
import { selectItems } from '../../../../src/service/items/item.js';
import { claimDueFeeds, nextDueAt } from '../../../../src/service/refresh/due.js';
import { findItems, type Searched } from '../../../../src/service/search/find-items.js';
import type { SearchScope } from '../../../../src/service/search/item-scope.js';
import { parseQuery } from '../../../../src/service/search/parse-query.js';
import { type ReadNumbers, SlowReads } from '../../../../src/service/store/slow-reads.js';
import type { Db } from '../../../../src/service/store/store.js';
import {
  claimDueDeliveries,
  nextDeliveryAt,
} from '../../../../src/service/webhooks/deliveries/claim.js';
import { listDeliveries } from '../../../../src/service/webhooks/deliveries/deliveries.js';
import { createSender } from '../../../../src/service/webhooks/sender.js';
import { ManualClock } from '../../../support/clock.js';
import { fileDatabase } from '../../../support/database.js';
import { plansOf as plansOn } from '../../../support/query-plans.js';
import { numberedItems } from '../../../support/rss.js';
import { startSourceServer } from '../../../support/source-server.js';

const FEEDS = 10_000;
const DELIVERIES = 10_000;
const WEBHOOKS = 20;

describe('with many rows, PostgreSQL', () => {
  const clock = new ManualClock();
  let service: Service;
  let feedId: string;
  const ends: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    const database = await fileDatabase();
    ends.push(database.drop);
    service = await openService({
      databasePath: database.location,
      clock,
      allowPrivateNetworks: true,
    });
    ends.push(() => service.close());
    const webhooks = await service.http.webhooks.of(OWNER);
    await webhooks.create({ url: 'https://hooks.example.com/' });
    const sources = await startSourceServer();
    const url = sources.publish('/feed.xml', { title: 'Feed', items: numberedItems(3) });
    feedId = (await createFeed(service.http.deps, OWNER, { url, announce: true })).feed.id;
    await sources.close();
    await multiply(service.http.deps.store.db, clock.now());
  });
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });

  /** Its plans for every statement that `work` runs, a line a step. */
  const plansOf = (work: (store: { db: Db }) => Promise<unknown>) =>
    plansOn(service.http.deps.store.db, (db) => work({ db }));
  const deps = (db: Db) => ({ ...service.http.deps, store: { ...service.http.deps.store, db } });

  it.each([0, 100, 8000])(
    'finds the page of the list from %i on along an index',
    async (offset) => {
      const plans = await plansOf(({ db }) => listFeeds(deps(db), OWNER, { limit: 100, offset }));
      expect(plans.join('\n')).toContain('feeds_listing');
      expectIndexed(plans);
    },
  );

  it.each(['last_added', 'date'] as const)('finds the items of a feed by %s', async (sort) => {
    const plans = await plansOf(({ db }) => selectItems(db, feedId, sort, Date.now()));
    expect(plans.join('\n')).toMatch(/items_/);
    expectIndexed(plans);
  });

  it('claims the feeds that are due', async () => {
    const plans = await plansOf(async ({ db }) => {
      const room = { limit: 50, busy: new Map([['a.example', 2]]), perDomain: 2 };
      const { store } = deps(db);
      expect(await claimDueFeeds({ store, clock }, room)).not.toEqual([]);
      await nextDueAt(store, clock.now());
    });
    expect(plans.join('\n')).toContain('feeds_due');
    expectIndexed(plans);
  });

  it('claims the deliveries that are due', async () => {
    const plans = await plansOf(async ({ db }) => {
      const query = { limit: 10, failingLimit: 10, now: clock.now(), leaseMs: 1000 };
      const { store } = deps(db);
      expect(await claimDueDeliveries(store, query)).toHaveLength(10);
      await nextDeliveryAt(store, clock.now());
    });
    const ofWebhooks = plans.slice(
      0,
      plans.findIndex((step) => step.startsWith('LockRows')),
    );
    expect(ofWebhooks).toContainEqual(expect.stringContaining('using deliveries_due'));
    // What waits for the slow webhook is passed over by no other.
    expect(ofWebhooks).not.toContainEqual(expect.stringContaining('using deliveries_next'));
    expectIndexed(plans);
  });

  it('lists the latest deliveries', async () => {
    const sender = createSender({ clock });
    const sending = { sender, logger: silentLogger, random: Math.random };
    const plans = await plansOf(({ db }) =>
      listDeliveries({ ...deps(db), ...sending }, OWNER, { limit: 50, offset: 0 }),
    );
    await sender.close();
    expect(plans.join('\n')).toMatch(/deliveries_(recent|history)/);
    expectIndexed(plans);
  });

  const members = Array.from({ length: 40 }, (_, feed) => `made${String(feed).padStart(12, '0')}`);
  it.each<[string, Omit<SearchScope, 'accountId'>]>([
    ['all feeds', {}],
    ['a feed', { feedId: 'made000000000007' }],
    ['a bundle', { bundle: { id: '_bundle', named: members } }],
    ['a large bundle', { bundle: { id: '_bundle', named: null } }],
    ['the items of a day', { since: clock.now() - 86_400_000 }],
  ])('searches %s by the index of words, with any plan', async (_, scope) => {
    const { db } = service.http.deps.store;
    const query = parseQuery('post "no 1"');
    const search = async (watched: Db) => {
      const chunk = { before: null, size: 11, now: clock.now() };
      const found = findItems(searched(watched), query, { accountId: OWNER.id, ...scope }, chunk);
      for await (const _ of found);
    };
    for (const isGeneric of [false, true]) {
      const plans = (await plansOn(db, search, { isGeneric })).join('\n');
      expect(plans).toContain('Bitmap Index Scan on item_words_words');
      expect(plans).not.toMatch(/Seq Scan on (items|item_words)\b/);
    }
  });

  it('is told not to compile statements', async () => {
    const { rows } = await sql`show jit`.execute(service.http.deps.store.db);
    expect(rows).toEqual([{ jit: 'off' }]);
  });
});

function searched(db: Db): Searched {
  const read: ReadNumbers = async (query) =>
    (await query.execute(db)).rows.map(({ number }) => number);
  return { db, slowReads: new SlowReads(1, read) };
}

function expectIndexed(plans: readonly string[]): void {
  const scans = plans.filter((step) => /Seq Scan on (feeds|items|deliveries|events)/.test(step));
  expect(scans, plans.join('\n')).toEqual([]);
}

/** Makes many of the one feed that there is, its items and event, the webhook and its delivery. */
async function multiply(db: Db, now: number): Promise<void> {
  // One in a hundred is due; every feed is of a site of its own.
  await sql`
    insert into feeds select made.* from feeds, generate_series(1, ${sql.lit(FEEDS)}) as number,
      jsonb_populate_record(feeds, jsonb_build_object(
        'id', 'made' || lpad(number::text, 12, '0'),
        'source_key', 'https://' || number || '.example/',
        'poll_domain', number || '.example',
        'created_at', created_at - number,
        'next_refresh_at', case when number % 100 = 0 then ${sql.lit(now)} - number
                                else ${sql.lit(now)} + number * 1000 end
      )) as made
  `.execute(db);
  await sql`
    insert into items select made.* from items, feeds,
      jsonb_populate_record(items, jsonb_build_object(
        'feed_id', feeds.id,
        'number', nextval(pg_get_serial_sequence('items', 'number'))
      )) as made
    where feeds.id <> items.feed_id
  `.execute(db);
  await sql`
    insert into events select made.* from events,
      generate_series(1, ${sql.lit(DELIVERIES)}) as number,
      jsonb_populate_record(events, jsonb_build_object('id', 'made' || number)) as made
  `.execute(db);
  await sql`
    insert into webhooks select made.* from webhooks,
      generate_series(1, ${sql.lit(WEBHOOKS)}) as number,
      jsonb_populate_record(webhooks, jsonb_build_object('id', 'made' || number)) as made
  `.execute(db);
  // A third waits still, nearly all of it for the one webhook that is slow.
  await sql`
    insert into deliveries select made.* from deliveries,
      generate_series(1, ${sql.lit(DELIVERIES)}) as number,
      jsonb_populate_record(deliveries, jsonb_build_object(
        'id', 'made' || number,
        'event_id', 'made' || number,
        'webhook_id', 'made' || case when number % 3 = 0 and number % 101 <> 0 then 1
                                     else 1 + number % ${sql.lit(WEBHOOKS)} end,
        'created_at', created_at - number,
        'status', case when number % 3 = 0 then 'pending' else 'delivered' end,
        'next_attempt_at', case when number % 3 = 0 then ${sql.lit(now)} - number end
      )) as made
  `.execute(db);
  // Half of them, because most of the time goes into the index of words.
  await sql`
    insert into item_words
    select number, array_to_tsvector(array['@' || ${sql.lit(OWNER.id)}, '#' || feed_id, 'post'])
    from items where number % 2 = 0 on conflict do nothing
  `.execute(db);
  // As autovacuum leaves it.
  await sql`vacuum analyze feeds, items, item_words, events, webhooks, deliveries`.execute(db);
}
