// What bench/scale.js measures with, on either store: it is bundled first, for Node 20 does not read
// TypeScript.
import { type RawBuilder, sql } from 'kysely';
import { OWNER } from '../src/service/accounts/account.js';
import { serve } from '../src/service/app/serve.js';
import { openService, type Service } from '../src/service/app/service.js';
import { systemClock } from '../src/service/core/clock.js';
import { claimDueFeeds } from '../src/service/refresh/due.js';
import { openStore } from '../src/service/store/open-store.js';
import type { Db } from '../src/service/store/store.js';

export const BUNDLE = '_bench00000000000';

/** Feeds of the bundle. */
const MEMBERS = 1000;
/** Feeds that are due: the others are in the day to come. */
const DUE = 500;
const CLAIMED = 50;
const ITEMS = 30;
/** Feeds whose items are written by one statement. */
const FEEDS_AT_ONCE = 2000;
const DAY_MS = 24 * 60 * 60_000;
const PARAGRAPH = 'A sentence of the kind that feeds carry, with a number in it and nothing else. ';

/**
 * Makes a database of so many feeds with 30 items each.
 * @param sentences in each item: 2 make about 1 kB with the indexes, 11 a feed of 57 kB.
 */
export async function seed(
  location: string,
  { feeds, sentences = 2 }: { feeds: number; sentences?: number },
): Promise<void> {
  const service = await openService({ databasePath: location, clock: systemClock });
  await service.issueOwnerKey('bench');
  const account = OWNER.id;
  await service.close();
  const store = await openStore(location, systemClock);
  const now = Date.now();
  await insertFeeds(store.db, account, feeds, now);
  for (let first = 0; first < feeds; first += FEEDS_AT_ONCE) {
    await insertItems(store.db, first, { text: PARAGRAPH.repeat(sentences), now });
  }
  await insertBundle(store.db, account, now);
  // What its autovacuum does within minutes.
  if (location.startsWith('postgres')) await run(store.db, sql`vacuum analyze`);
  await store.close();
}

async function insertFeeds(db: Db, account: string, feeds: number, now: number): Promise<void> {
  const id = sql`'f' || substr('000000000000000' || i, length(cast(i as text)) + 1)`;
  const url = sql`'https://site-' || i || '.example/feed.xml'`;
  await insert(
    db,
    'feeds',
    {
      id,
      account_id: sql`${account}`,
      mode: sql`'url'`,
      source_url: url,
      source_key: url,
      region: sql`''`,
      title: sql`'Feed number ' || i`,
      description: sql`'One of many feeds.'`,
      icon: sql`''`,
      poll_url: url,
      poll_domain: sql`'site-' || i || '.example'`,
      origin: sql`'feed'`,
      schedule_hints: sql`'{"minIntervalMs":null,"skipHours":[],"skipDays":[]}'`,
      identity_policy: sql`'guid'`,
      last_batch_at: sql`${sql.lit(now)}`,
      is_active: sql`1`,
      next_refresh_at: sql`case when i < ${sql.lit(DUE)} then ${sql.lit(now)} - i else ${sql.lit(now)} + 3600000 + (i * 7919) % ${sql.lit(DAY_MS)} end`,
      last_refreshed_at: sql`${sql.lit(now)}`,
      failures: sql`0`,
      gone_answers: sql`0`,
      not_modified: sql`0`,
      document_at: sql`${sql.lit(now)}`,
      created_at: sql`${sql.lit(now)} - i * 1000`,
      updated_at: sql`${sql.lit(now)}`,
      revision: sql`1`,
    },
    numbers(feeds),
  );
}

async function insertItems(
  db: Db,
  first: number,
  { text, now }: { text: string; now: number },
): Promise<void> {
  const feeds = sql`(
    select id from feeds where id >= ${idOf(first)} and id < ${idOf(first + FEEDS_AT_ONCE)}
  ) feeds`;
  const url = sql`'https://site.example/' || feeds.id || '/' || i`;
  await insert(
    db,
    'items',
    {
      feed_id: sql`feeds.id`,
      identity: sql`'item-' || feeds.id || i`,
      added_at: sql`${sql.lit(now)}`,
      position: sql`i`,
      guid: url,
      url,
      title: sql`'Item ' || i || ' of feed ' || feeds.id`,
      description_text: sql`${sql.lit(text)}`,
      description_html: sql`${sql.lit(`<p>${text}</p>`)}`,
      date_published: sql`${sql.lit(now)} - i * 3600000`,
      authors: sql`'[{"name":"Ann Author"}]'`,
      fingerprint: sql`'1.none'`,
      updated_at: sql`${sql.lit(now)}`,
    },
    // In this order, so that the items of a feed are next to each other, as they were read.
    sql`${feeds} cross join ${numbers(ITEMS)}`,
  );
}

async function insertBundle(db: Db, account: string, now: number): Promise<void> {
  await db
    .insertInto('bundles')
    .values({
      id: BUNDLE,
      account_id: account,
      name: 'A thousand feeds',
      description: '',
      icon: '',
      created_at: now,
      updated_at: now,
      revision: 1,
    })
    .execute();
  await run(
    db,
    sql`insert into bundle_feeds (bundle_id, feed_id, position)
      select ${BUNDLE}, id, 0 from feeds order by id limit ${sql.lit(MEMBERS)}`,
  );
}

/** The id of the feed that was made as the index-th. */
export function idOf(index: number): string {
  return `f${String(index).padStart(15, '0')}`;
}

/** Rows `n(i)` from 0. */
function numbers(count: number): RawBuilder<unknown> {
  return sql`(with recursive counted(i) as (
    select 0 union all select i + 1 from counted where i + 1 < ${sql.lit(count)}
  ) select i from counted) n`;
}

async function insert(
  db: Db,
  table: string,
  columns: Record<string, RawBuilder<unknown>>,
  from: RawBuilder<unknown>,
): Promise<void> {
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)));
  const values = sql.join(Object.values(columns));
  await run(db, sql`insert into ${sql.table(table)} (${names}) select ${values} from ${from}`);
}

/** A `serve` in this process, and what to send it as Authorization. */
export async function served(location: string) {
  const server = await serve({
    databasePath: location,
    port: 0,
    refresh: false,
    logLevel: 'silent',
  });
  const { apiKey, apiSecret } = await server.service.issueOwnerKey('bench');
  return { url: server.url, token: `${apiKey}:${apiSecret}`, stop: () => server.stop() };
}

async function run(db: Db, statement: RawBuilder<unknown>): Promise<void> {
  await statement.execute(db);
}

/** Milliseconds of each call of what users and workers do all the time. */
export async function measure(
  location: string,
  { feeds, rounds }: { feeds: number; rounds: number },
): Promise<Record<string, number[]>> {
  const service = await openService({ databasePath: location, clock: systemClock });
  const { apiKey, apiSecret } = await service.issueOwnerKey('measuring');
  const ask = (path: string) => answered(service, path, `Bearer ${apiKey}:${apiSecret}`);
  const someFeed = () => idOf(Math.floor(Math.random() * feeds));
  const offset = Math.floor(feeds * 0.9);
  const times = {
    'GET one feed': await sample(rounds, () => ask(`/v1/feeds/${someFeed()}`)),
    'list, page 1': await sample(rounds, () => ask('/v1/feeds?limit=100')),
    'list, at 90 %': await sample(rounds, () => ask(`/v1/feeds?limit=100&offset=${offset}`)),
    'claim of 50 due': await sampleClaims(location, rounds),
    'bundle of 1,000 feeds, RSS': await sample(Math.ceil(rounds / 4), () =>
      ask(`/feeds/${BUNDLE}.xml`),
    ),
  };
  await service.close();
  return times;
}

async function answered(service: Service, path: string, authorization: string): Promise<void> {
  const request = new Request(`http://127.0.0.1${path}`, { headers: { authorization } });
  const answer = await service.fetch(request);
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
}

async function sample(rounds: number, work: () => Promise<unknown>): Promise<number[]> {
  for (let warm = 0; warm < rounds / 4; warm += 1) await work();
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  return times;
}

async function sampleClaims(location: string, rounds: number): Promise<number[]> {
  const store = await openStore(location, systemClock);
  const room = { limit: CLAIMED, busy: new Map<string, number>(), perDomain: 2 };
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    const claimed = await claimDueFeeds({ store, clock: systemClock }, room);
    times.push(performance.now() - started);
    if (claimed.length !== CLAIMED) throw new Error(`${claimed.length} feeds were claimed`);
    await run(
      store.db,
      sql`update feeds set lease_token = null, lease_expires_at = null where lease_token is not null`,
    );
  }
  await store.close();
  return times;
}
