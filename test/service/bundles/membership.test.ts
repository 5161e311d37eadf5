import { describe, expect, it } from 'vitest';
import { listBundles } from '../../../src/service/bundles/bundle.js';
import {
  createBundle,
  deleteBundle,
  updateBundle,
} from '../../../src/service/bundles/edit-bundle.js';
import {
  addFeedsToBundle,
  addFeedToBundle,
  removeFeedFromBundle,
  removeFeedsFromBundle,
} from '../../../src/service/bundles/membership.js';
import { accountsOf } from '../../support/accounts.js';
import { insertFeeds } from '../../support/feed-rows.js';
import { OWNER, startSetup } from '../../support/refresh-setup.js';

/** An account with so many feeds, and another one with the feed `theirs`. */
async function withFeeds(count: number) {
  const { clock, deps, service } = await startSetup();
  const { db } = deps.store;
  const domain = service.http.deps;
  const ids = await insertFeeds(db, OWNER.id, Array(count).fill({}));
  const stranger = await accountsOf(service).create({ name: 'stranger' });
  await insertFeeds(db, stranger.id, [{ id: 'theirs' }]);
  const create = async (feeds: string[]) =>
    (await createBundle(domain, OWNER, { name: 'B', feeds })).id;
  clock.advance(1000);
  return {
    ...{ clock, db, deps: domain, ids, stranger, create },
    /** The state that readers of the bundle see. */
    async state(id: string) {
      const { updated_at: at, ...row } = await db
        .selectFrom('bundles')
        .select(['revision', 'updated_at', 'name', 'description', 'icon', 'filters'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return { ...row, age: clock.now() - at };
    },
    async feeds(id: string): Promise<number[]> {
      const { rows: all } = await listBundles(domain, OWNER, { limit: 100, offset: 0 });
      return all.find((bundle) => bundle.id === id)?.feeds.map((feed) => ids.indexOf(feed)) ?? [];
    },
  };
}

const NOT_FOUND = { code: 'BUNDLE_NOT_FOUND' };

describe('a member', () => {
  it('comes last, once, and changes the bundle only when it was not there', async () => {
    const { create, deps, ids, state, feeds } = await withFeeds(3);
    const [a = '', b = '', c = ''] = ids;
    const id = await create([]);
    await addFeedToBundle(deps, OWNER, id, b);
    expect(await state(id)).toMatchObject({ revision: 2, age: 0 });
    await addFeedToBundle(deps, OWNER, id, a);
    await addFeedToBundle(deps, OWNER, id, b);
    expect(await state(id)).toMatchObject({ revision: 3 });
    const { feeds: shown } = await addFeedToBundle(deps, OWNER, id, c);
    expect(shown).toEqual([b, a, c]);
    expect(await feeds(id)).toEqual([1, 0, 2]);
  });

  it('is a feed of this account, and so is the bundle', async () => {
    const { create, deps, ids, stranger } = await withFeeds(1);
    const id = await create([]);
    const [a = ''] = ids;
    const add = addFeedToBundle(deps, OWNER, id, 'theirs');
    await expect(add).rejects.toMatchObject({ code: 'FEED_NOT_FOUND' });
    await expect(addFeedToBundle(deps, stranger, id, 'theirs')).rejects.toMatchObject(NOT_FOUND);
    await expect(removeFeedFromBundle(deps, stranger, id, a)).rejects.toMatchObject(NOT_FOUND);
    await expect(addFeedsToBundle(deps, stranger, id, [a])).rejects.toMatchObject(NOT_FOUND);
    await expect(removeFeedsFromBundle(deps, stranger, id, [a])).rejects.toMatchObject(NOT_FOUND);
  });

  it('goes once, and changes the bundle only when it was there', async () => {
    const { create, deps, ids, state, feeds } = await withFeeds(2);
    const id = await create(ids);
    expect((await removeFeedFromBundle(deps, OWNER, id, ids[0] ?? '')).feeds).toEqual([ids[1]]);
    expect(await state(id)).toMatchObject({ revision: 2, age: 0 });
    await removeFeedFromBundle(deps, OWNER, id, ids[0] ?? '');
    expect(await state(id)).toMatchObject({ revision: 2 });
    expect(await feeds(id)).toEqual([1]);
  });
});

describe('many members', () => {
  it('come last in their order, each once, without the feeds of others', async () => {
    const count = 1203;
    const { create, deps, ids, state, feeds } = await withFeeds(count);
    const id = await create([]);
    await addFeedToBundle(deps, OWNER, id, ids[1] ?? '');
    const wanted = [...ids.toReversed(), 'theirs', ids[5] ?? ''];
    const added = await addFeedsToBundle(deps, OWNER, id, wanted);
    const rest = Array.from({ length: count }, (_, at) => count - 1 - at).filter((at) => at !== 1);
    expect(added.map((feed) => ids.indexOf(feed))).toEqual(rest);
    expect(await feeds(id)).toEqual([1, ...rest]);
    expect(await state(id)).toMatchObject({ revision: 3, age: 0 });
    expect(await addFeedsToBundle(deps, OWNER, id, ['theirs', ...ids])).toEqual([]);
    expect(await state(id)).toMatchObject({ revision: 3 });
  });

  it('go together; what is not in the bundle changes nothing', async () => {
    const { create, deps, ids, state, feeds } = await withFeeds(4);
    const id = await create(ids.slice(0, 3));
    const gone = [ids[0] ?? '', ids[2] ?? '', ids[3] ?? '', ids[0] ?? ''];
    const removed = await removeFeedsFromBundle(deps, OWNER, id, gone);
    expect(removed.sort()).toEqual([ids[0], ids[2]]);
    expect(await feeds(id)).toEqual([1]);
    expect(await state(id)).toMatchObject({ revision: 2, age: 0 });
    expect(await removeFeedsFromBundle(deps, OWNER, id, gone)).toEqual([]);
    expect(await state(id)).toMatchObject({ revision: 2 });
  });
});

describe('a bundle', () => {
  it('begins with its feeds in their order, each once', async () => {
    const { create, ids, feeds, state } = await withFeeds(602);
    const id = await create([...ids.toReversed(), ids[0] ?? '']);
    expect(await feeds(id)).toEqual(ids.map((_, at) => 601 - at));
    expect(await state(id)).toMatchObject({
      revision: 1,
      description: '',
      icon: '',
      filters: null,
    });
  });

  it('is not made with a feed that the account does not have', async () => {
    const { create, ids, deps } = await withFeeds(501);
    await expect(create([...ids, 'theirs'])).rejects.toMatchObject({ code: 'FEED_NOT_FOUND' });
    expect(await listBundles(deps, OWNER, { limit: 9, offset: 0 })).toMatchObject({ rows: [] });
  });

  it.each([
    ['name', 'New'],
    ['description', 'New'],
    ['icon', 'https://example.com/i.png'],
  ] as const)('changes its %s alone', async (field, value) => {
    const { create, deps, state } = await withFeeds(0);
    const id = await create([]);
    const before = await state(id);
    expect(await updateBundle(deps, OWNER, id, { [field]: value })).toMatchObject({
      [field]: value,
    });
    expect(await state(id)).toEqual({ ...before, revision: 2, age: 0, [field]: value });
  });

  it('changes its filters alone, and nothing when asked for nothing', async () => {
    const { create, deps, state } = await withFeeds(0);
    const id = await create([]);
    const filters = { exclude: ['sponsored'] };
    const changed = await updateBundle(deps, OWNER, id, { filters });
    expect(changed).toMatchObject({ name: 'B', filters });
    expect(await state(id)).toMatchObject({ revision: 2, age: 0 });
    await updateBundle(deps, OWNER, id, {});
    expect(await state(id)).toMatchObject({ revision: 2 });
  });

  it('is changed and deleted by its account alone, once', async () => {
    const { create, deps, ids, stranger, state, db } = await withFeeds(1);
    const id = await create(ids);
    const change = updateBundle(deps, stranger, id, { name: 'Stolen' });
    await expect(change).rejects.toMatchObject(NOT_FOUND);
    await expect(deleteBundle(deps, stranger, id)).rejects.toMatchObject(NOT_FOUND);
    expect(await state(id)).toMatchObject({ name: 'B', revision: 1 });
    expect(await deleteBundle(deps, OWNER, id)).toEqual({ id, deleted: true });
    await expect(deleteBundle(deps, OWNER, id)).rejects.toMatchObject(NOT_FOUND);
    const left = await db.selectFrom('feeds').select('id').where('id', 'in', ids).execute();
    expect(left).toHaveLength(1);
  });

  it('is listed newest first, a page at a time', async () => {
    const { create, deps, clock } = await withFeeds(0);
    const ids: string[] = [];
    for (let made = 0; made < 3; made += 1) {
      ids.unshift(await create([]));
      clock.advance(1);
    }
    const list = async (limit: number, offset: number) =>
      (await listBundles(deps, OWNER, { limit, offset })).rows.map(({ id }) => id);
    expect(await list(9, 0)).toEqual(ids);
    expect(await list(1, 1)).toEqual(ids.slice(1, 2));
    expect(await list(9, 3)).toEqual([]);
  });
});
