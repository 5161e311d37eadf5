import { describe, expect, it } from 'vitest';
import {
  addressOf,
  type BundleCandidate,
  deduplicate,
  inWindow,
  selectBundleRows,
  selectStoryKeys,
} from '../../../src/service/bundles/bundle-items.js';
import { createBundle } from '../../../src/service/bundles/edit-bundle.js';
import { DAY, HOUR } from '../../../src/service/core/durations.js';
import { type FeedColumns, insertEntries, insertFeeds } from '../../support/feed-rows.js';
import { OWNER, startSetup } from '../../support/refresh-setup.js';

describe('the newest items are looked for', () => {
  const NOW = 1000 * DAY;

  /** How far back each read goes, and what is returned, when the reads find so many of 100. */
  async function reads(...counts: number[]) {
    const windows: (number | null)[] = [];
    const rows = await inWindow({ limit: 100, now: NOW }, async (since) => {
      windows.push(since === null ? null : NOW - since);
      return Array(counts[windows.length - 1] ?? 100).fill(windows.length);
    });
    return { windows, rows: rows.length };
  }

  it.each([
    [[100], [2 * HOUR], 100],
    [[2, 100], [2 * HOUR, 16 * HOUR], 100],
    [[99, 99, 100], [2 * HOUR, 16 * HOUR, 5 * DAY], 100],
    [[1, 7], [2 * HOUR, null], 7],
    [[0, 0], [2 * HOUR, null], 0],
    [[2, 3, 1, 9], [2 * HOUR, 16 * HOUR, 5 * DAY, null], 9],
    [[2, 3, 4, 5, 60], [2 * HOUR, 16 * HOUR, 5 * DAY, 40 * DAY, null], 60],
  ])('reads that find %o go back %o', async (counts, windows, rows) => {
    expect(await reads(...counts)).toEqual({ windows, rows });
  });
});

describe('one story', () => {
  const item = (title: string, url = ''): BundleCandidate => {
    return { title, url, date_published: 0, added_at: 0 };
  };

  it('has a title of at least 20 characters', () => {
    expect(deduplicate([item('x'.repeat(19)), item('x'.repeat(19))])).toHaveLength(2);
    expect(deduplicate([item('x'.repeat(20)), item('x'.repeat(20))])).toHaveLength(1);
  });

  it('has a title that was kept, or an address that was seen', () => {
    const story = 'Parliament passes the budget';
    const [a, b] = ['https://a.example/', 'https://b.example/'];
    // The one in the middle repeats the title of the last one, and the first one its address.
    expect(deduplicate([item('', b), item(story, b), item(story, a)])).toEqual([item(story, a)]);
    expect(deduplicate([item(story, b), item('other', a)])).toHaveLength(2);
  });

  it.each([
    ['', null],
    ['https://example.com/a?utm_source=x', 'https://example.com/a'],
  ])('%s has the address %s', (url, same) => {
    expect(addressOf({ url })).toBe(same === null ? null : addressOf({ url: same }));
  });
});

describe('the items of a bundle', () => {
  async function withFeeds(columns: readonly FeedColumns[]) {
    const { clock, deps, service } = await startSetup();
    const { db } = deps.store;
    const ids = await insertFeeds(db, OWNER.id, columns);
    const domain = service.http.deps;
    const bundle = (feeds: string[]) => createBundle(domain, OWNER, { name: 'B', feeds });
    const now = clock.now();
    return { db, ids, bundle, now };
  }

  it('are those of its members, newest first by the order that is asked for', async () => {
    const { db, ids, bundle, now } = await withFeeds([{}, { title_override: 'Mine' }, {}]);
    const [one = '', two = '', other = ''] = ids;
    await insertEntries(db, one, [
      { identity: 'a', addedAt: now - 3 * HOUR, date: now - HOUR },
      { identity: 'b', addedAt: now - 50 * DAY, date: null },
    ]);
    await insertEntries(db, two, [{ identity: 'a', addedAt: now - HOUR, date: now - 2 * HOUR }]);
    await insertEntries(db, other, [{ identity: 'c', addedAt: now, date: now }]);
    const { id } = await bundle([one, two]);
    const keys = async (sort: 'last_added' | 'date') =>
      (await selectStoryKeys(db, id, sort, now)).map(({ feed_id: feed, identity }) => [
        ids.indexOf(feed),
        identity,
      ]);
    expect(await keys('last_added')).toEqual([
      [1, 'a'],
      [0, 'a'],
      [0, 'b'],
    ]);
    expect((await keys('date')).slice(0, 2)).toEqual([
      [0, 'a'],
      [1, 'a'],
    ]);
    const wanted = [
      { feed_id: two, identity: 'a' },
      { feed_id: one, identity: 'b' },
      { feed_id: one, identity: 'unknown' },
    ];
    const rows = await selectBundleRows(db, wanted, 'last_added');
    expect(rows.map(({ feed_title, identity }) => [feed_title, identity])).toEqual([
      ['Mine', 'a'],
      ['Feed 0', 'b'],
    ]);
    expect(await selectBundleRows(db, [], 'last_added')).toEqual([]);
  });

  it('are not older than their feed shows', async () => {
    const { db, ids, bundle, now } = await withFeeds([{ max_age: DAY }]);
    const ages = [DAY - 1, DAY, DAY + 1];
    const entries = ages.map((age) => ({ identity: String(age - DAY), addedAt: now - age }));
    await insertEntries(db, ids[0] ?? '', entries);
    const { id } = await bundle(ids);
    const shown = await selectStoryKeys(db, id, 'last_added', now);
    expect(shown.map(({ identity }) => identity)).toEqual(['-1', '0']);
  });

  it('are 500, found behind more repeats of a story than are read at first', async () => {
    const { db, ids, bundle, now } = await withFeeds([{}, {}]);
    const [repeats = '', others = ''] = ids;
    const url = 'https://example.com/story';
    const many = (count: number, addedAt: number, own: object) =>
      Array.from({ length: count }, (_, at) => ({ identity: `${at}`, addedAt, ...own }));
    await insertEntries(db, repeats, many(750, now - HOUR, { url }));
    const { id } = await bundle(ids);
    expect(await selectStoryKeys(db, id, 'last_added', now)).toHaveLength(1);
    await insertEntries(db, others, many(498, now - 2 * HOUR, {}));
    expect(await selectStoryKeys(db, id, 'last_added', now)).toHaveLength(499);
    await insertEntries(db, others, [
      { identity: 'older', addedAt: now - DAY },
      { identity: 'oldest', addedAt: now - 2 * DAY },
    ]);
    const stories = await selectStoryKeys(db, id, 'last_added', now);
    expect(stories).toHaveLength(500);
    expect(stories.at(-1)).toMatchObject({ identity: 'older' });
  });
});
