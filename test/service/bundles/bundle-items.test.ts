import { describe, expect, it } from 'vitest';
import { selectBundleRows, selectStoryKeys } from '../../../src/service/bundles/bundle-items.js';
import { createBundle } from '../../../src/service/bundles/edit-bundle.js';
import { DAY, HOUR } from '../../../src/service/core/durations.js';
import { type FeedColumns, insertEntries, insertFeeds } from '../../support/feed-rows.js';
import { OWNER, startSetup } from '../../support/refresh-setup.js';

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

  it('are 500, found behind more items that other feeds have than are read at first', async () => {
    const { db, ids, bundle, now } = await withFeeds([{}, {}, {}, {}]);
    const [first = '', second = '', third = '', others = ''] = ids;
    const many = (count: number, addedAt: number, site: string) =>
      Array.from({ length: count }, (_, at) => ({
        ...{ identity: `${at}`, addedAt, url: `https://${site}.example/${at}` },
      }));
    for (const feed of [first, second, third]) {
      await insertEntries(db, feed, many(400, now - HOUR, 'common'));
    }
    const { id } = await bundle(ids);
    expect(await selectStoryKeys(db, id, 'last_added', now)).toHaveLength(400);
    await insertEntries(db, others, many(98, now - 2 * HOUR, 'own'));
    expect(await selectStoryKeys(db, id, 'last_added', now)).toHaveLength(498);
    await insertEntries(
      db,
      others,
      ['a', 'b', 'c'].map((identity, at) => ({ identity, addedAt: now - (at + 1) * DAY })),
    );
    const stories = await selectStoryKeys(db, id, 'last_added', now);
    expect(stories).toHaveLength(500);
    expect(stories.at(-1)).toMatchObject({ identity: 'b' });
  });
});
