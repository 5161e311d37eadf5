import { expect, it } from 'vitest';
import {
  feedItem,
  feedItems,
  oneFeed,
  restoreMetadata,
} from '../../../../src/service/dashboard/use-cases/one-feed.js';
import { insertEntries, insertFeeds } from '../../../support/feed-rows.js';
import { OWNER, startSetup } from '../../../support/refresh-setup.js';

async function withFeed() {
  const { deps, clock } = await startSetup();
  const { db } = deps.store;
  const [id = ''] = await insertFeeds(db, OWNER.id, [{ poll_url: 'https://a.test/' }]);
  const entries = [1, 1, 2, 3].map((addedAt, at) => ({
    identity: `i${at}`,
    addedAt,
    title: `${at}`,
  }));
  await insertEntries(db, id, entries);
  const set = (columns: object) => db.updateTable('feeds').set(columns).execute();
  return { deps, clock, db, id, set };
}

it('the items of a feed are in pages, the newest first, and those next to one are known', async () => {
  const { deps, id } = await withFeed();
  const { items, total } = await feedItems(deps, OWNER, id, { limit: 2, offset: 1 });
  expect([items.map(({ item, place }) => [item.title, place]), total]).toEqual([
    [
      ['2', '2-2'],
      ['0', '1-0'],
    ],
    4,
  ]);
  const places = ['3-3', '2-2', '1-0', '1-1'];
  for (const [at, place] of places.entries()) {
    const { item, newer, older } = await feedItem(deps, OWNER, id, place);
    expect(item.title).toBe(place.slice(2));
    expect([newer, older]).toEqual([places[at - 1] ?? null, places[at + 1] ?? null]);
  }
  for (const place of ['1-2', '', '1-', '1-1-1']) {
    await expect(feedItem(deps, OWNER, id, place)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  }
});

it('those that its filters drop are neither shown nor counted', async () => {
  const { deps, id, set } = await withFeed();
  await set({ filters: JSON.stringify({ include: [], exclude: ['2'] }) });
  const page = async (offset: number) => {
    const { items, total } = await feedItems(deps, OWNER, id, { limit: 1, offset });
    return [items.map(({ item }) => item.title), total];
  };
  expect([await page(0), await page(1)]).toEqual([
    [['3'], 3],
    [['0'], 3],
  ]);
});

it.each(['title_override', 'description_override', 'icon_override'])(
  'a feed with a %s of its owner is overridden until that is taken back',
  async (column) => {
    const { deps, clock, id, set, db } = await withFeed();
    expect(await oneFeed(deps, OWNER, id)).toMatchObject({ id, isOverridden: false, bundles: [] });
    await set({ [column]: 'https://a.test/mine' });
    expect(await oneFeed(deps, OWNER, id)).toMatchObject({ isOverridden: true });
    await restoreMetadata(deps, OWNER, id);
    expect(await oneFeed(deps, OWNER, id)).toMatchObject({ isOverridden: false });
    const row = await db.selectFrom('feeds').select(['revision', 'updated_at']).executeTakeFirst();
    expect(row).toEqual({ revision: 2, updated_at: clock.now() });
    await expect(restoreMetadata(deps, { id: 'other' }, id)).rejects.toMatchObject({
      code: 'FEED_NOT_FOUND',
    });
  },
);
