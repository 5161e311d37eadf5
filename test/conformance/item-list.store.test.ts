import { expect, it } from 'vitest';
import { type ItemList, itemListSchema } from '../../src/contract/index.js';
import { encodeCursor } from '../../src/service/core/paging.js';
import type { RssItem } from '../support/rss.js';
import { type Api, expectError } from './api.js';
import { describeConformance, type Setup } from './forms.js';

/** Items an hour apart, the newest first; each third one has no date. */
function story(feed: number, count: number): RssItem[] {
  return Array.from({ length: count }, (_, n) => ({
    guid: `${feed}-${n}`,
    link: `https://example.com/${feed}/${n}`,
    title: `Story ${feed}-${n}`,
    ...(n % 3 !== 2 && { date: new Date(Date.UTC(2026, 0, 10) - n * 3_600_000).toISOString() }),
  }));
}

async function createFeed(setup: Setup, api: Api, path: string, items: RssItem[]): Promise<string> {
  return (await api.createFeed(setup.sources.publish(path, { title: path, items }))).id;
}

async function page(api: Api, query: Record<string, string>): Promise<ItemList> {
  const reply = await api.get(`/v1/items?${new URLSearchParams(query)}`);
  expect(reply.body).not.toHaveProperty('errors');
  return itemListSchema.strict().parse(reply.body);
}

async function titles(api: Api, query: Record<string, string>): Promise<string[]> {
  const found: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const answer: ItemList = await page(api, { ...query, ...(cursor !== '' && { cursor }) });
    found.push(...answer.items.map(({ title }) => title));
    cursor = answer.cursor;
  }
  return found;
}

describeConformance('extension: list of items', (setup) => {
  it.each(['last_added', 'date'])('pages through all items in the order %s', async (sort) => {
    const { stranger: api } = setup;
    const ids = [];
    for (const n of [1, 2, 3]) {
      ids.push(await createFeed(setup, api, `/${sort}-${n}.xml`, story(n, 30)));
      setup.clock.advance(60_000);
    }
    const bundle = await api.createBundle('All', ids);
    const expected = (await api.get(`/v1/bundles/${bundle.id}?sort=${sort}`)).body as ItemList;
    const all = expected.items.map(({ title }) => title);
    expect(all).toHaveLength(90);
    for (const limit of ['7', '500']) {
      expect(await titles(api, { scope: bundle.id, sort, limit })).toEqual(all);
    }
    const [first = ''] = ids;
    const own = all.filter((title) => title.startsWith('Story 1-'));
    expect(await titles(api, { scope: first, sort, limit: '7' })).toEqual(own);
    const everything = await titles(api, { sort, limit: '100' });
    expect(everything.filter((title) => all.includes(title))).toHaveLength(everything.length);
    expect((await page(api, { scope: first })).items[0]?.feed?.id).toBe(first);
    await api.delete(`/v1/bundles/${bundle.id}`);
    for (const id of ids) await api.delete(`/v1/feeds/${id}`);
  });

  it('has the items since a time, and says how many have no date', async () => {
    const { api } = setup;
    const id = await createFeed(setup, api, '/since.xml', story(5, 30));
    const since = new Date(Date.UTC(2026, 0, 10) - 4 * 3_600_000).toISOString();
    const first = await page(api, { scope: id, since, limit: '2' });
    expect(first).toMatchObject({ undated: 10, items: { length: 2 } });
    expect(await titles(api, { scope: id, since, limit: '2' })).toEqual([
      'Story 5-0',
      'Story 5-1',
      'Story 5-3',
      'Story 5-4',
    ]);
  });

  it('hides what the filters hide, and shows a story of a bundle once', async () => {
    const { api } = setup;
    const items = story(6, 10);
    const one = await createFeed(setup, api, '/one.xml', items);
    const two = await createFeed(setup, api, '/two.xml', items);
    const bundle = await api.createBundle('Both', [one, two]);
    const filters = { exclude: ['"Story 6-3"'] };
    await api.patch(`/v1/bundles/${bundle.id}`, { filters });
    const shown = await titles(api, { scope: bundle.id, limit: '500' });
    expect(shown).toHaveLength(9);
    expect(await titles(api, { scope: bundle.id, dropped: 'only' })).toEqual([
      'Story 6-3',
      'Story 6-3',
    ]);
    const all = await titles(api, { scope: bundle.id, dropped: 'include', limit: '500' });
    expect(all).toHaveLength(11);
  });

  it.each([
    ['cursor', 'x'],
    ['cursor', encodeCursor([1, 'a'])],
    ['sort', 'title'],
    ['limit', '501'],
    ['dropped', 'all'],
    ['scope', ''],
  ])('refuses %s=%s', async (field, value) => {
    expectError(
      await setup.api.get(`/v1/items?${new URLSearchParams({ [field]: value })}`),
      'INVALID_FIELD',
    );
  });

  it('shows nobody the items of others', async () => {
    const { api, stranger } = setup;
    const id = await createFeed(setup, api, '/private.xml', story(7, 3));
    expectError(await stranger.get(`/v1/items?scope=${id}`), 'FEED_NOT_FOUND');
    const theirs = await titles(stranger, { limit: '500' });
    expect(theirs.filter((title) => title.startsWith('Story 7'))).toEqual([]);
  });
});
