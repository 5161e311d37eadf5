import { expect, it } from 'vitest';
import { createBundle } from '../../../src/service/bundles/edit-bundle.js';
import { deleteFeed, updateFeed } from '../../../src/service/feeds/edit-feed.js';
import { insertFeeds } from '../../support/feed-rows.js';
import { OWNER, startSetup } from '../../support/refresh-setup.js';

async function withFeed() {
  const { service, clock } = await startSetup();
  const { deps } = service.http;
  const { db } = deps.store;
  const [id = ''] = await insertFeeds(db, OWNER.id, [{ title: 'Source' }]);
  const revision = async (table: 'feeds' | 'bundles', of: string) => {
    const row = db.selectFrom(table).select(['revision', 'updated_at']).where('id', '=', of);
    return row.executeTakeFirstOrThrow();
  };
  return { deps, clock, db, id, revision };
}

it('overrides what is given, and raises the revision where something is', async () => {
  const { deps, clock, id, revision } = await withFeed();
  expect(await updateFeed(deps, OWNER, id, {})).toMatchObject({ title: 'Source', description: '' });
  expect(await revision('feeds', id)).toEqual({ revision: 1, updated_at: 0 });
  expect(await updateFeed(deps, OWNER, id, { title: 'Mine' })).toMatchObject({ title: 'Mine' });
  expect(await revision('feeds', id)).toEqual({ revision: 2, updated_at: clock.now() });
  const more = { description: 'About', icon: 'https://a.example/i.png' };
  expect(await updateFeed(deps, OWNER, id, more)).toMatchObject({ title: 'Mine', ...more });
  const filters = { exclude: ['advert'] };
  expect(await updateFeed(deps, OWNER, id, { filters })).toMatchObject({ title: 'Mine', filters });
  const other = { id: 'other' };
  for (const changes of [{}, { title: 'x' }, { filters: null }]) {
    await expect(updateFeed(deps, other, id, changes)).rejects.toMatchObject({
      code: 'FEED_NOT_FOUND',
    });
  }
});

it('is gone once it is deleted, also from its bundles, whose revision rises', async () => {
  const { deps, db, id, revision } = await withFeed();
  const bundle = await createBundle(deps, OWNER, { name: 'B', feeds: [id] });
  const empty = await createBundle(deps, OWNER, { name: 'E' });
  const [before, unchanged] = [
    await revision('bundles', bundle.id),
    await revision('bundles', empty.id),
  ];
  await expect(deleteFeed(deps, { id: 'other' }, id)).rejects.toMatchObject({
    code: 'FEED_NOT_FOUND',
  });
  expect(await revision('bundles', bundle.id)).toEqual(before);
  expect(await deleteFeed(deps, OWNER, id)).toEqual({ id, deleted: true });
  expect((await revision('bundles', bundle.id)).revision).toBe(before.revision + 1);
  expect(await revision('bundles', empty.id)).toEqual(unchanged);
  expect(await db.selectFrom('bundle_feeds').selectAll().execute()).toEqual([]);
  await expect(deleteFeed(deps, OWNER, id)).rejects.toMatchObject({ code: 'FEED_NOT_FOUND' });
});
