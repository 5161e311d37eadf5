import { describe, expect, it } from 'vitest';
import { bundleNotFound } from '../../../src/service/bundles/bundle.js';
import {
  bundleRevisionAt,
  findBundleRevision,
  selectBundleState,
} from '../../../src/service/bundles/bundle-revision.js';
import { createBundle } from '../../../src/service/bundles/edit-bundle.js';
import { publishedBundles } from '../../../src/service/bundles/published-bundle.js';
import { getBundle, getBundleJson } from '../../../src/service/bundles/read-bundle.js';
import type { Answers } from '../../../src/service/core/answers.js';
import { joinBytes } from '../../../src/service/core/answers.js';
import { HOUR, MINUTE } from '../../../src/service/core/durations.js';
import { accountsOf } from '../../support/accounts.js';
import {
  type FeedColumns,
  insertEntries,
  insertFeeds,
  type StoredEntry,
} from '../../support/feed-rows.js';
import { OWNER, startSetup } from '../../support/refresh-setup.js';

/** A bundle of feeds, each with its items. */
async function withBundle(
  feeds: readonly { columns?: FeedColumns; items?: (now: number) => StoredEntry[] }[],
  filters?: { include?: string[]; exclude?: string[] },
) {
  const { clock, deps: refreshing, service } = await startSetup();
  const { db } = refreshing.store;
  const deps = service.http.deps;
  const now = clock.now();
  const ids = await insertFeeds(
    db,
    OWNER.id,
    feeds.map(({ columns = {} }) => columns),
  );
  for (const [at, { items }] of feeds.entries()) {
    await insertEntries(db, ids[at] ?? '', items?.(now) ?? []);
  }
  const { id } = await createBundle(deps, OWNER, {
    name: 'B',
    feeds: ids,
    ...(filters && { filters }),
  });
  return { clock, deps, db, service, ids, id, now };
}

const columnOf = (...exclude: string[]) => JSON.stringify({ include: [], exclude });
/** Remembers nothing. */
const ANSWERS: Answers = { get: (_, __, make) => make() };

describe('a bundle for its owner', () => {
  const news = (now: number): StoredEntry[] => [
    { identity: '1', addedAt: now - 1, title: 'train' },
    { identity: '2', addedAt: now - 2, title: 'bus' },
  ];
  const more = (now: number): StoredEntry[] => [
    { identity: '3', addedAt: now - 3, title: 'bus stop' },
    { identity: '4', addedAt: now - 4, title: 'tram' },
  ];

  it.each([
    ['no filters', undefined, null, ['train', 'bus', 'bus stop', 'tram'], []],
    ['its own filter', { exclude: ['bus'] }, null, ['train', 'tram'], ['bus', 'bus stop']],
    ['that of a member', undefined, columnOf('bus'), ['train', 'bus', 'tram'], ['bus stop']],
    ['both', { exclude: ['train'] }, columnOf('bus'), ['bus', 'tram'], ['train', 'bus stop']],
  ])('with %s', async (_, filters, member, shown, hidden) => {
    const { deps, id } = await withBundle(
      [{ items: news }, { items: more, columns: { filters: member } }],
      filters,
    );
    const titles = async (dropped?: 'include' | 'only') =>
      (await getBundle(deps, OWNER, id, { dropped })).items.map(({ title }) => title);
    expect(await titles()).toEqual(shown);
    expect(await titles('only')).toEqual(hidden);
    expect(await titles('include')).toEqual(['train', 'bus', 'bus stop', 'tram']);
    for (const dropped of [undefined, 'only', 'include'] as const) {
      const parts = await getBundleJson(deps, ANSWERS, OWNER, id, { dropped });
      const json = JSON.parse(new TextDecoder().decode(joinBytes(parts)));
      expect(json).toEqual(await getBundle(deps, OWNER, id, { dropped }));
    }
  });

  it('says which feed an item is of, and by which filter it is hidden', async () => {
    const { deps, id, ids } = await withBundle(
      [{ items: news, columns: { title_override: 'Mine', filters: columnOf('bus') } }],
      { exclude: ['train'] },
    );
    const { items } = await getBundle(deps, OWNER, id, { dropped: 'only' });
    expect(items).toMatchObject([
      { feed: { id: ids[0], title: 'Mine' }, dropped_by: { of: id, list: 'exclude' } },
      { dropped_by: { of: ids[0], list: 'exclude' } },
    ]);
  });

  it('a hidden item does not hide the same story of another feed', async () => {
    const url = 'https://example.com/story';
    const { deps, id } = await withBundle(
      [
        { items: (now) => [{ identity: 'n', addedAt: now - 1, url, title: 'bus' }] },
        { items: (now) => [{ identity: 'o', addedAt: now - 2, url, title: 'ad' }] },
        { items: (now) => [{ identity: 'p', addedAt: now - 3, url, title: 'ad' }] },
      ],
      { exclude: ['ad'] },
    );
    const { items } = await getBundle(deps, OWNER, id);
    expect(items.map(({ title }) => title)).toEqual(['bus']);
  });

  it('shows 500 items with filters, and looks behind those that they hide', async () => {
    const many = (title: string, count: number, age: number) => (now: number) =>
      Array.from({ length: count }, (_, at) => ({
        ...{ identity: `${at}`, addedAt: now - age - at, title: `${title} ${at}` },
      }));
    const { deps, id } = await withBundle(
      [{ items: many('ad', 800, 0) }, { items: many('bus', 503, 1000) }],
      { exclude: ['ad'] },
    );
    const { items } = await getBundle(deps, OWNER, id);
    expect(items.map(({ title }) => title)).toEqual(
      Array.from({ length: 500 }, (_, at) => `bus ${at}`),
    );
    const { items: hidden } = await getBundle(deps, OWNER, id, { dropped: 'only' });
    expect(hidden).toHaveLength(800);
  });

  it('is found by its account alone, and an id of a feed is explained', async () => {
    const { deps, id, service } = await withBundle([]);
    const stranger = await accountsOf(service).create({ name: 'stranger' });
    const missing = { code: 'BUNDLE_NOT_FOUND' };
    await expect(getBundle(deps, stranger, id)).rejects.toMatchObject(missing);
    await expect(getBundleJson(deps, ANSWERS, stranger, id)).rejects.toMatchObject(missing);
    expect(bundleNotFound('abc').message).toMatch(/Ids of bundles start with "_"/);
    expect(bundleNotFound('_abc').message).not.toMatch(/start with/);
  });
});

describe('the revision of a bundle', () => {
  const STATE: Parameters<typeof bundleRevisionAt>[0] = {
    ...{ revision: 3, updated_at: 50 },
    ...{ members: 2, member_revisions: 9, members_updated_at: 40, max_age: null },
  };

  it('changes with the bundle, its members, and what they show', () => {
    const at = (state: Partial<typeof STATE>) => bundleRevisionAt({ ...STATE, ...state }, 0);
    const revisions = [
      at({}),
      at({ revision: 4 }),
      at({ members: 1 }),
      at({ member_revisions: 10 }),
    ].map(({ revision }) => revision);
    expect(new Set(revisions).size).toBe(4);
    expect(at({})).toEqual({ revision: '3.2.9-1e', updatedAt: 50 });
    expect(at({ members_updated_at: 60 }).updatedAt).toBe(60);
    const empty = { members: 0, member_revisions: null, members_updated_at: null };
    expect(at(empty)).toEqual({ revision: '3.0.0-1e', updatedAt: 50 });
  });

  it('is that of its account, or of anyone while that is enabled', async () => {
    const { db, id, now } = await withBundle([{ columns: { revision: 4 } }, {}]);
    expect(await findBundleRevision(db, OWNER, id, now)).toMatch(/^1\.2\.5-/);
    expect(await findBundleRevision(db, { id: 'another' }, id, now)).toBeNull();
    expect(await findBundleRevision(db, OWNER, '_unknown', now)).toBeNull();
    expect(await selectBundleState(db, id)).toMatchObject({ members: 2 });
    await db.updateTable('accounts').set({ disabled_at: now }).execute();
    expect(await selectBundleState(db, id)).toBeUndefined();
  });
});

describe('a published bundle', () => {
  it('is cached as long as its most frequent member, and changes with the newest', async () => {
    const every = (ms: number, updated_at: number): { columns: FeedColumns } => ({
      columns: { last_refreshed_at: HOUR, next_refresh_at: HOUR + ms, updated_at },
    });
    const { deps, id, now } = await withBundle([
      every(40 * MINUTE, 1),
      every(20 * MINUTE, 1),
      every(30 * MINUTE, 4e12),
    ]);
    const channel = await publishedBundles(deps).loadChannel(id);
    expect(channel).toMatchObject({ ttlMinutes: 20, updatedAt: 4e12, title: 'B' });
    const empty = await withBundle([]);
    const other = await publishedBundles(empty.deps).loadChannel(empty.id);
    expect(other).toMatchObject({ ttlMinutes: 60, updatedAt: now, items: [] });
    expect(await publishedBundles(deps).loadChannel('_unknown')).toBeNull();
    expect(await publishedBundles(deps).findRevision('_unknown')).toBeNull();
    expect(await publishedBundles(deps).findRevision(id)).toMatchObject({
      revision: expect.stringMatching(/^1\.3\.3-/),
    });
  });

  it('shows items that its filters show, with the page of their feed', async () => {
    const url = 'https://www.example.com/a?utm_source=x';
    const { deps, id } = await withBundle(
      [
        {
          columns: { site_url: 'https://example.com/blog?key=secret' },
          items: (now) => [
            { identity: 'a', addedAt: now - 1, title: 'bus', url },
            { identity: 'b', addedAt: now - 2, title: 'ad' },
          ],
        },
        { items: (now) => [{ identity: 'c', addedAt: now - 3, title: 'tram' }] },
      ],
      { exclude: ['ad'] },
    );
    const channel = await publishedBundles(deps).loadChannel(id);
    const [bus, tram, ...others] = channel?.items ?? [];
    expect(others).toEqual([]);
    expect(bus?.source).toEqual({ title: 'Feed 0', url: 'https://example.com/blog' });
    expect(tram?.source).toEqual({ title: 'Feed 1', url: 'https://1.example/' });
    expect(bus?.guid).not.toBe(tram?.guid);
  });

  it('has a guid for each item, also of those with one address', async () => {
    const url = 'https://status.example/now';
    const items = (now: number) =>
      [1, 2, 3].map((n) => ({ identity: `${n}`, addedAt: now - n, title: 'Outage', url }));
    const { deps, id } = await withBundle([{ items }]);
    const channel = await publishedBundles(deps).loadChannel(id);
    expect(new Set(channel?.items.map(({ guid }) => guid)).size).toBe(3);
  });
});
