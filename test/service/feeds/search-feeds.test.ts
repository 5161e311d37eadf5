import { describe, expect, it } from 'vitest';
import { listFeeds } from '../../../src/service/feeds/list-feeds.js';
import { searchFeeds } from '../../../src/service/feeds/search-feeds.js';
import type { Db } from '../../../src/service/store/store.js';
import { type FeedColumns, feedIdAt, insertFeeds } from '../../support/feed-rows.js';
import { OWNER, startSetup } from '../../support/refresh-setup.js';

async function withFeeds(columns: readonly FeedColumns[]) {
  const { deps, service } = await startSetup();
  const { db } = deps.store;
  const ids = await insertFeeds(db, OWNER.id, columns);
  return { db, ids, deps: service.http.deps };
}

/** Places of the feeds that a search finds. */
async function places(
  db: Db,
  search: string,
  page = { limit: 5000, offset: 0 },
  compare?: (a: { title: string }, b: { title: string }) => number,
): Promise<number[]> {
  const feeds = db
    .selectFrom('feeds')
    .select(['id', 'title', 'title_override', 'source_url', 'created_at']);
  const found = await searchFeeds(feeds, { text: search, among: null }, page, compare);
  return found.map((id) => Number(id.slice(1)));
}

describe('a search for feeds', () => {
  it.each([
    ['apple', [0, 1]],
    ['ÄPPLE', [0, 1]],
    ['äpp', [0, 1]],
    ['50%', [2]],
    ['a_b', [3]],
    ['c\\d', [4]],
    ['shown', [5]],
    ['hidden', []],
    ['PATH-OF', [6]],
    ['\u{fb01}', [7]],
    ['احمد', [8]],
    ['strasse', [9]],
    ['covid 19', [10, 11]],
    ['Covid‑19', [10, 11]],
    ['', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
  ])('%s is found in the title that is shown and in the address', async (search, found) => {
    const { db } = await withFeeds([
      { title: 'Red Apples' },
      { title: 'Äpples' },
      { title: '50% off, not 500' },
      { title: 'a_b, not axb' },
      { title: 'c\\d' },
      { title: 'hidden', title_override: 'Shown' },
      { title: '', source_url: 'https://www.example.com/path-of/it' },
      { title: 'ﬁnal' },
      { title: 'أَحْمَد' },
      { title: 'Große Straße' },
      { title: 'covid-19 news' },
      { title: 'Covid–19 – News' },
    ]);
    expect(await places(db, search)).toEqual(found);
  });

  it('finds each feed once, the newest first, however many there are', async () => {
    const count = 3100;
    const { db } = await withFeeds(
      Array.from({ length: count }, (_, at) => ({
        title: at % 3 === 0 ? 'wanted' : 'other',
        // All feeds around the end of the first slice were made at one time.
        created_at: at < 900 ? 20_000 - at : at < 1100 ? 10_000 : 9000 - at,
      })),
    );
    const wanted = Array.from({ length: Math.ceil(count / 3) }, (_, at) => 3 * at);
    expect(await places(db, 'wanted')).toEqual(wanted);
    expect(await places(db, 'wanted', { limit: 4, offset: 332 })).toEqual(wanted.slice(332, 336));
    expect(await places(db, 'wanted', { limit: 5, offset: 1031 })).toEqual(wanted.slice(1031));
    expect(await places(db, 'wanted', { limit: 5, offset: 2000 })).toEqual([]);
  });

  it('another order is that of all feeds found, not of a page of them', async () => {
    const titles = ['b wanted', 'c wanted', 'other', 'a wanted'];
    const { db } = await withFeeds(titles.map((title) => ({ title })));
    const byTitle = (a: { title: string }, b: { title: string }) => (a.title < b.title ? -1 : 1);
    expect(await places(db, 'wanted', { limit: 1, offset: 0 }, byTitle)).toEqual([3]);
    expect(await places(db, 'wanted', { limit: 9, offset: 1 }, byTitle)).toEqual([0, 1]);
  });

  it('is one of the ways to list feeds, by any order and of any health', async () => {
    const { deps } = await withFeeds([
      { title: 'b wanted', failures: 1 },
      { title: 'wanted a', item_dates: '[5]' },
      { title: 'other', failures: 1 },
    ]);
    const list = async (query: object) =>
      (await listFeeds(deps, OWNER, { limit: 9, offset: 0, search: 'wanted', ...query })).rows.map(
        ({ id }) => id,
      );
    expect(await list({})).toEqual([feedIdAt(0), feedIdAt(1)]);
    expect(await list({ sort: 'created' })).toEqual([feedIdAt(0), feedIdAt(1)]);
    expect(await list({ sort: 'last_item' })).toEqual([feedIdAt(1), feedIdAt(0)]);
    expect(await list({ sort: 'health', health: 'ok' })).toEqual([feedIdAt(1)]);
    expect(await list({ search: '' })).toHaveLength(3);
  });
});
