import { describe, expect, it, onTestFinished } from 'vitest';
import { OWNER, OWNER_ID } from '../../../src/service/accounts/account.js';
import { openService } from '../../../src/service/app/service.js';
import type { Deps } from '../../../src/service/feeds/deps.js';
import { type FeedListQuery, listFeeds } from '../../../src/service/feeds/list-feeds.js';
import { testDatabase } from '../../support/database.js';
import { type FeedColumns, feedIdAt, insertFeeds } from '../../support/feed-rows.js';

const FEEDS = 1120;

it('is the same list, however far down it is read', async () => {
  const service = await openService({ databasePath: await testDatabase() });
  onTestFinished(() => service.close());
  const { deps } = service.http;
  await insertFeeds(deps.store.db, OWNER.id, Array(FEEDS).fill({}));
  const page = async (offset: number, limit = 100) =>
    (await listFeeds(deps, OWNER, { limit, offset })).rows.map(({ id }) => id);

  const all: string[] = [];
  for (let offset = 0; offset < FEEDS; offset += 100) all.push(...(await page(offset)));
  // Two feeds are made at each time: of those the id decides.
  const expected = Array.from({ length: FEEDS }, (_, index) => feedIdAt(index));
  expect(all).toEqual(expected);
  expect(await page(999, 3)).toEqual(expected.slice(999, 1002));
  expect(await page(1003, 2)).toEqual(expected.slice(1003, 1005));
  expect(await page(FEEDS)).toEqual([]);
  const others = await listFeeds(deps, { id: 'another' }, { limit: 100, offset: 1000 });
  expect(others).toEqual({ rows: [], hasMore: false, next: null });
});

describe('orders and filters', () => {
  const TITLES = ['beta', 'Alpha', 'alpha 2', 'Zoo', 'Äpfel', '10 things'];
  const account = { id: OWNER_ID };

  async function accountOf(columns: FeedColumns[]): Promise<Deps> {
    const service = await openService({ databasePath: await testDatabase() });
    onTestFinished(() => service.close());
    const { deps } = service.http;
    await insertFeeds(deps.store.db, OWNER.id, columns);
    return deps;
  }

  async function titles(deps: Deps, query: Partial<FeedListQuery>): Promise<string[]> {
    const { rows } = await listFeeds(deps, account, { limit: 100, offset: 0, ...query });
    return rows.map(({ title }) => title);
  }

  it('sorts by the title shown, letter case aside', async () => {
    const deps = await accountOf([
      ...TITLES.map((title) => ({ title })),
      { title: 'aaa', title_override: 'middle' },
    ]);
    const sorted = ['10 things', 'Alpha', 'alpha 2', 'beta', 'middle', 'Zoo', 'Äpfel'];
    expect(await titles(deps, { sort: 'title' })).toEqual(sorted);
    expect(await titles(deps, { sort: 'title', limit: 2, offset: 3 })).toEqual(['beta', 'middle']);
    expect(await titles(deps, { sort: 'title', search: 'LPHA' })).toEqual(['Alpha', 'alpha 2']);
  });

  it('takes titles far longer than an index entry of PostgreSQL may be', async () => {
    const long = '漢'.repeat(5000);
    const deps = await accountOf([{ title: `${long}2` }, { title: 'a' }]);
    expect(await titles(deps, { sort: 'title' })).toEqual(['a', `${long}2`]);
  });

  it('sorts by the newest item, feeds without dates last', async () => {
    const deps = await accountOf([
      { title: 'old', item_dates: '[1000]' },
      { title: 'undated', item_dates: '[]' },
      { title: 'new', item_dates: '[1700000000000.5,5]' },
      { title: 'unread', item_dates: null },
      { title: 'middle', item_dates: '[90000,80000]' },
    ]);
    const sorted = await titles(deps, { sort: 'last_item' });
    expect(sorted.slice(0, 3)).toEqual(['new', 'middle', 'old']);
    expect(sorted.slice(3).sort()).toEqual(['undated', 'unread']);
  });

  it('sorts and filters by health, the worst first, over every page', async () => {
    const deps = await accountOf([
      { title: 'ok 1' },
      { title: 'failing 2', failures: 2 },
      { title: 'inactive', is_active: 0, failures: 30 },
      { title: 'failing 9', failures: 9 },
      { title: 'ok 2' },
    ]);
    const sorted = ['inactive', 'failing 9', 'failing 2', 'ok 1', 'ok 2'];
    expect(await titles(deps, { sort: 'health' })).toEqual(sorted);
    for (let offset = 0; offset <= sorted.length; offset += 1) {
      const page = await titles(deps, { sort: 'health', limit: 2, offset });
      expect(page).toEqual(sorted.slice(offset, offset + 2));
    }
    expect(await titles(deps, { sort: 'health', search: 'ailing' })).toEqual(sorted.slice(1, 3));
    expect(await titles(deps, { health: 'failing' })).toEqual(['failing 2', 'failing 9']);
    expect(await titles(deps, { health: 'inactive', sort: 'health' })).toEqual(['inactive']);
    expect(await titles(deps, { health: 'unhealthy', sort: 'title' })).toEqual([
      'failing 2',
      'failing 9',
      'inactive',
    ]);
    expect(await titles(deps, { health: 'ok', search: '2' })).toEqual(['ok 2']);
  });

  it('says the health of a feed, its last fetch, its last error and its newest item', async () => {
    const deps = await accountOf([
      { title: 'a', last_refreshed_at: 60_000, last_error: 'old news', item_dates: '[1000,5]' },
      { title: 'b', failures: 1, last_error: 'It answered 500.', failing_since: 5000 },
      { title: 'c', is_active: 0, inactive_reason: 'Gone.', last_error: 'It answered 410.' },
    ]);
    const { rows: feeds } = await listFeeds(deps, account, { limit: 9, offset: 0, sort: 'title' });
    const none = { last_fetched_at: '1970-01-01T00:00:00.000Z', last_item_at: null };
    expect(feeds).toMatchObject([
      {
        health: 'ok',
        last_fetched_at: '1970-01-01T00:01:00.000Z',
        last_error: null,
        failing_since: null,
        last_item_at: '1970-01-01T00:00:01.000Z',
      },
      {
        health: 'failing',
        last_error: 'It answered 500.',
        failing_since: '1970-01-01T00:00:05.000Z',
        ...none,
      },
      { health: 'inactive', last_error: 'Gone.', ...none },
    ]);
  });
});
