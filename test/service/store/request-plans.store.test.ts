import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { BUNDLE, seed } from '../../../bench/scale-account.js';
import { type Account, OWNER } from '../../../src/service/accounts/account.js';
import { openService } from '../../../src/service/app/service.js';
import { ownFeeds } from '../../../src/service/bundles/membership.js';
import { getBundle } from '../../../src/service/bundles/read-bundle.js';
import { feedNames } from '../../../src/service/dashboard/use-cases/find-feeds.js';
import { countNewer, riverOf } from '../../../src/service/dashboard/use-cases/river.js';
import type { Deps } from '../../../src/service/feeds/deps.js';
import { feedsOfIds, listFeeds } from '../../../src/service/feeds/list-feeds.js';
import { getFeed } from '../../../src/service/feeds/read-feeds.js';
import { selectFeeds } from '../../../src/service/refresh/select-feeds.js';
import { makeStatistics } from '../../../src/service/retention/forget.js';
import { listItems } from '../../../src/service/search/list-items.js';
import { isPostgres } from '../../../src/service/store/dialect.js';
import type { Db } from '../../../src/service/store/store.js';
import { fileDatabase, STORE } from '../../support/database.js';
import { plansOf } from '../../support/query-plans.js';

const FEEDS = 20_000;
const FEED = 'scale00000000007';
const IDS = [1, 2, 3].map((n) => `scale0000000000${n}`);
const SINCE = new Date(Date.now() - 3_600_000).toISOString();

/** What requests read. */
const REQUESTS: Record<string, (deps: Deps, account: Account) => Promise<unknown>> = {
  'items of all feeds': (deps, account) => listItems(deps, account, { limit: 30 }),
  'items of all feeds by date': (deps, account) => listItems(deps, account, { sort: 'date' }),
  'items since a time': (deps, account) => listItems(deps, account, { since: SINCE }),
  'items of a bundle': (deps, account) => listItems(deps, account, { scope: BUNDLE }),
  'items of a feed': (deps, account) => listItems(deps, account, { scope: FEED }),
  'a bundle': (deps, account) => getBundle(deps, account, BUNDLE),
  'a bundle by date': (deps, account) => getBundle(deps, account, BUNDLE, { sort: 'date' }),
  'a feed': (deps, account) => getFeed(deps, account, FEED),
  'the first page of the dashboard': (deps, account) => riverOf(deps, account, {}),
  'the items of a bundle there': (deps, account) => riverOf(deps, account, { scope: BUNDLE }),
  'how many are new': (deps, account) => countNewer(deps, account, Date.now()),
  'feeds by id': (deps, account) => feedsOfIds(deps, account, IDS),
  'the first feeds': (deps, account) => listFeeds(deps, account, { limit: 100, offset: 0 }),
  'feeds far down': (deps, account) => listFeeds(deps, account, { limit: 100, offset: 2000 }),
  'feeds behind a cursor': async (deps, account) => {
    const { next } = await listFeeds(deps, account, { limit: 100, offset: 2000 });
    await listFeeds(deps, account, { limit: 100, offset: 0, cursor: next ?? '' });
  },
  'a search for feeds': (deps, account) =>
    listFeeds(deps, account, { limit: 100, offset: 0, search: 'feed 777' }),
  'a search by health': (deps, account) =>
    listFeeds(deps, account, { limit: 10, offset: 0, search: 'feed 777', health: 'ok' }),
  'names of feeds': ({ store }, account) => feedNames(store.db, account, IDS),
  'feeds of an account': ({ store }, account) => ownFeeds(store.db, account, IDS),
  'feeds to refresh': ({ store }, account) =>
    selectFeeds(
      store.db,
      account,
      { ids: IDS, due: true },
      { since: Date.now(), after: null, limit: 50 },
    ),
};

describe(`on 20,000 feeds, ${STORE}`, () => {
  it('reads for a request what it answers with, with statistics and without', async () => {
    const { location, drop } = await fileDatabase();
    onTestFinished(drop);
    await seed(location, FEEDS);
    const service = await openService({ databasePath: location });
    onTestFinished(() => service.close());
    const { deps } = service.http;
    const { db } = deps.store;
    await stopOwnStatistics(db);
    const found: object[] = [];
    for (const has of ['no statistics', 'statistics']) {
      if (has === 'no statistics') await forgetStatistics(db);
      else if (isPostgres(db)) await sql`analyze`.execute(db);
      else await makeStatistics.step(db, Date.now(), null);
      expect((await statistics(db)) > 0).toBe(has === 'statistics');
      for (const [request, run] of Object.entries(REQUESTS)) {
        const plans = await plansOf(db, (watched) =>
          run({ ...deps, store: { ...deps.store, db: watched } }, OWNER),
        );
        const costly = plans
          .filter(isPostgres(db) ? isCostlyOnPostgres : isCostly)
          // A twentieth of all feeds are in the bundle: PostgreSQL is right to read them in one go.
          .filter((step) => !(isPostgres(db) && /bundle/.test(request) && /on feeds/.test(step)));
        if (costly.length > 0) found.push({ has, request, costly, plans });
      }
    }
    expect(found).toEqual([]);
  });
});

/** PostgreSQL makes statistics by itself, at any time; what is under way ends. */
async function stopOwnStatistics(db: Db): Promise<void> {
  if (!isPostgres(db)) return;
  for (const table of ['feeds', 'items', 'feed_names', 'bundle_feeds']) {
    await sql`alter table ${sql.ref(table)} set (autovacuum_enabled = false)`.execute(db);
  }
}

/** The bench makes some on PostgreSQL. */
async function forgetStatistics(db: Db): Promise<void> {
  if (!isPostgres(db)) return;
  await sql`delete from pg_statistic where starelid in ('feeds'::regclass, 'items'::regclass,
    'feed_names'::regclass, 'bundle_feeds'::regclass)`.execute(db);
}

/** How many columns of feeds, or indexes, have some. */
async function statistics(db: Db): Promise<number> {
  const counted = isPostgres(db)
    ? sql<{ n: number }>`select count(*) as n from pg_statistic where starelid = 'feeds'::regclass`
    : sql<{ n: number }>`select count(*) as n from sqlite_master where name = 'sqlite_stat1'`;
  return Number((await counted.execute(db)).rows[0]?.n);
}

/** A walk through all feeds or items, but for those without a date, and for indexes in the order of an answer. */
function isCostly(step: string): boolean {
  if (/^SCAN (feeds|items|feed_names)\b(?!.*items_undated)/.test(step)) return true;
  const index = /^SEARCH feeds USING (?:COVERING )?INDEX (\w+) \(account_id=\?\)$/.exec(step)?.[1];
  return (
    index !== undefined && !['feeds_listing', 'feeds_newest', 'feeds_newest_item'].includes(index)
  );
}

/** The same; PostgreSQL puts in an order what has been read, which is no more than is wanted. */
function isCostlyOnPostgres(step: string): boolean {
  return /Seq Scan on (feeds|items|feed_names)\b/.test(step);
}
