import { describe, expect, it, onTestFinished } from 'vitest';
import { authenticate, LastUsed } from '../../../src/service/accounts/authenticate.js';
import { settleDeferred } from '../../../src/service/accounts/suspended-feeds.js';
import { openService } from '../../../src/service/app/service.js';
import { membersOf } from '../../../src/service/bundles/bundle.js';
import { selectBundleRows, selectStoryKeys } from '../../../src/service/bundles/bundle-items.js';
import type { Deps } from '../../../src/service/feeds/deps.js';
import { deleteFeed } from '../../../src/service/feeds/edit-feed.js';
import { listFeeds } from '../../../src/service/feeds/list-feeds.js';
import { publishedFeeds } from '../../../src/service/feeds/published-feed.js';
import { mayMatch } from '../../../src/service/feeds/search-feeds.js';
import { findFeedBySource } from '../../../src/service/feeds/source-columns.js';
import { selectItems } from '../../../src/service/items/item.js';
import { queueState } from '../../../src/service/operation/queue-lag.js';
import { claimFeeds, renewLeases } from '../../../src/service/refresh/claim.js';
import { claimDueFeeds, nextDueAt } from '../../../src/service/refresh/due.js';
import { countSelected, selectFeeds } from '../../../src/service/refresh/select-feeds.js';
import { plansOf as plansOn } from '../../support/query-plans.js';

const OWNER = { id: 'owner' };

/** What SQLite makes of every statement that `work` runs, one line a step. */
async function plansOf(work: (deps: Deps) => Promise<unknown>): Promise<string[]> {
  const service = await openService({ databasePath: ':memory:' });
  onTestFinished(() => service.close());
  const { deps } = service.http;
  return plansOn(deps.store.db, (db) => work({ ...deps, store: { ...deps.store, db } }));
}

describe('with a hundred thousand feeds, SQLite', () => {
  it('walks the account in the order of its list, without sorting', async () => {
    const plans = await plansOf((deps) => listFeeds(deps, OWNER, { limit: 10, offset: 900 }));
    expect(plans).toContain('SEARCH feeds USING INDEX feeds_listing (account_id=?)');
    expect(plans).not.toContainEqual(expect.stringContaining('USE TEMP B-TREE'));
  });

  it('finds a page far down the list in the index alone', async () => {
    const plans = await plansOf((deps) => listFeeds(deps, OWNER, { limit: 10, offset: 90_000 }));
    expect(plans).toContain('SEARCH feeds USING COVERING INDEX feeds_listing (account_id=?)');
  });

  it.each([
    ['title', ['feeds_title']],
    ['last_item', ['feeds_newest_item']],
    ['health', ['feeds_health']],
  ] as const)('lists by %s along an index, without sorting', async (sort, indexes) => {
    for (const offset of [0, 90_000]) {
      const plans = await plansOf((deps) => listFeeds(deps, OWNER, { limit: 10, offset, sort }));
      for (const index of indexes) {
        expect(plans).toContainEqual(expect.stringContaining(`INDEX ${index} (account_id=?`));
      }
      expect(plans).not.toContainEqual(expect.stringMatching(/SCAN feeds|TEMP B-TREE/));
    }
  });

  it.each(['last_added', 'date'] as const)(
    'reads the items of a feed by %s along an index, without sorting them all',
    async (sort) => {
      const plans = await plansOf(({ store }) => selectItems(store.db, 'x', sort, Date.now()));
      expect(plans).toEqual([
        `SEARCH items USING INDEX items_${sort} (feed_id=?)`,
        'CORRELATED SCALAR SUBQUERY 1',
        'SEARCH feeds USING INDEX sqlite_autoindex_feeds_1 (id=?)',
        // Items of one date, which are few.
        ...(sort === 'date' ? ['USE TEMP B-TREE FOR RIGHT PART OF ORDER BY'] : []),
      ]);
    },
  );

  it.each(['last_added', 'date'] as const)(
    'finds the newest items of a bundle by %s in the index alone',
    async (sort) => {
      const plans = await plansOf(async ({ store, clock }) => {
        await selectStoryKeys(store.db, '_x', sort, clock.now());
        await selectBundleRows(store.db, [{ feed_id: 'x', identity: 'y' }], sort);
      });
      expect(plans).toContain(`SEARCH items USING COVERING INDEX items_${sort} (feed_id=?)`);
      expect(plans).not.toContainEqual(expect.stringMatching(/SCAN (items|feeds|bundle_feeds)/));
    },
  );

  it('claims what is due, and keeps it claimed, without reading other feeds', async () => {
    const plans = await plansOf(async ({ store, clock }) => {
      const room = { limit: 50, busy: new Map([['a.example', 2]]), perDomain: 2 };
      await claimDueFeeds({ store, clock }, room);
      await claimFeeds(store, ['x', 'y'], clock.now());
      await renewLeases(store, [{ id: 'x', lease_token: 't' }], clock.now());
      await nextDueAt(store, clock.now());
    });
    expect(plans).toContain('SEARCH feeds USING INDEX feeds_due (next_refresh_at<?)');
    expect(plans).toContain(
      'SEARCH feeds USING INDEX feeds_due (next_refresh_at>? AND next_refresh_at<?)',
    );
    expect(plans).not.toContainEqual(expect.stringMatching(/SCAN feeds|TEMP B-TREE/));
  });

  it('chooses and counts what is due, defers what is paused and finds a letter without reading all feeds', async () => {
    const plans = await plansOf(async ({ store }) => {
      const time = { since: 0 };
      await selectFeeds(store.db, OWNER, 'due', { ...time, after: null, limit: 9 });
      await countSelected(store.db, OWNER, 'due', time);
      await queueState(store.db, 0);
      await mayMatch(store.db, OWNER, 'q');
    });
    const walked = plans.filter((plan) => /(SCAN|SEARCH) feeds/.test(plan));
    const few = /feeds_due \(next_refresh_at|feeds_paused$|feeds_title \(.* AND|feeds_1$/;
    expect(walked.filter((plan) => !few.test(plan))).toEqual([]);
    const settling = await plansOf(({ store }) => settleDeferred(store.db, 0));
    expect(settling).toContain('SCAN feeds USING INDEX feeds_paused');
  });

  it('knows a key, and the revision of what is published, by one row', async () => {
    const plans = await plansOf(async (deps) => {
      await authenticate(deps.store, new LastUsed(deps.store, deps.clock), 'c_x', 's_x', () => '');
      await publishedFeeds(deps).findRevision('x');
    });
    expect(plans).toContainEqual(expect.stringMatching(/SEARCH api_keys USING INDEX .*\(id=\?\)/));
    expect(plans).toContainEqual(expect.stringMatching(/SEARCH feeds USING INDEX .*\(id=\?\)/));
  });

  it('finds a source, members and a deleted feed by index', async () => {
    const source = {
      mode: 'url',
      sourceUrl: 'https://example.com/',
      sourceKey: 'https://example.com/',
      selectors: null,
      from: 'auto',
    } as const;
    const plans = await plansOf(async (deps) => {
      await findFeedBySource(deps.store.db, OWNER, source);
      await membersOf(deps.store.db, ['_a', '_b']);
      await expect(deleteFeed(deps, OWNER, 'x')).rejects.toMatchObject({ code: 'FEED_NOT_FOUND' });
    });
    expect(plans).not.toContainEqual(expect.stringContaining('SCAN'));
    expect(plans).toContainEqual(expect.stringContaining('INDEX feeds_source'));
  });
});
