import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { BUNDLE, seed } from '../../../bench/scale-account.js';
import { type Account, OWNER } from '../../../src/service/accounts/account.js';
import { openService } from '../../../src/service/app/service.js';
import { ownFeeds } from '../../../src/service/bundles/membership.js';
import { getBundle } from '../../../src/service/bundles/read-bundle.js';
import { namesOf } from '../../../src/service/dashboard/find-feeds.js';
import { countNewer, riverOf } from '../../../src/service/dashboard/river.js';
import type { Deps } from '../../../src/service/feeds/deps.js';
import { feedsOfIds, listFeeds } from '../../../src/service/feeds/list-feeds.js';
import { getFeed } from '../../../src/service/feeds/read-feeds.js';
import { selectFeeds } from '../../../src/service/refresh/select-feeds.js';
import { makeStatistics } from '../../../src/service/retention/forget.js';
import { listItems } from '../../../src/service/search/list-items.js';
import { sqlitePlace } from '../../support/places.js';
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
  'feeds far down': (deps, account) => listFeeds(deps, account, { limit: 100, offset: 18_000 }),
  'names of feeds': ({ store }, account) => namesOf(store.db, account, IDS),
  'feeds of an account': ({ store }, account) => ownFeeds(store.db, account, IDS),
  'feeds to refresh': ({ store }, account) =>
    selectFeeds(
      store.db,
      account,
      { ids: IDS, due: true },
      { since: Date.now(), after: null, limit: 50 },
    ),
};

describe('on 20,000 feeds, SQLite', () => {
  it('reads for a request what it answers with, with statistics and without', async () => {
    const location = await sqlitePlace();
    await seed(location, FEEDS);
    const service = await openService({ databasePath: location });
    onTestFinished(() => service.close());
    const { deps } = service.http;
    const { db } = deps.store;
    for (const has of ['no statistics', 'statistics']) {
      if (has === 'statistics') await makeStatistics.step(db, Date.now(), null);
      const { rows } = await sql`select 1 from sqlite_master where name = 'sqlite_stat1'`.execute(
        db,
      );
      expect(rows).toHaveLength(has === 'statistics' ? 1 : 0);
      for (const [request, run] of Object.entries(REQUESTS)) {
        const plans = await plansOf(db, (watched) =>
          run({ ...deps, store: { ...deps.store, db: watched } }, OWNER),
        );
        const costly = plans.filter(isCostly);
        expect([has, request, costly]).toEqual([has, request, []]);
      }
    }
  });
});

/** A walk through all feeds or items, but for those without a date, and for indexes in the order of an answer. */
function isCostly(step: string): boolean {
  if (/^SCAN (feeds|items)\b(?!.*items_undated)/.test(step)) return true;
  const index = /^SEARCH feeds USING (?:COVERING )?INDEX (\w+) \(account_id=\?\)$/.exec(step)?.[1];
  return (
    index !== undefined && !['feeds_listing', 'feeds_newest', 'feeds_newest_item'].includes(index)
  );
}
