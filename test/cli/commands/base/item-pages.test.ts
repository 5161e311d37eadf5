import { expect, it } from 'vitest';
import {
  byDate,
  itemPages,
  MergedPages,
  publicationTime,
  readPages,
} from '../../../../src/cli/commands/base/item-pages.js';
import type { Context } from '../../../../src/cli/verbs/context.js';
import type { FeedClient, Item } from '../../../../src/client/index.js';
import { ITEM_PAGE } from '../../../../src/contract/sizes.js';

const DAY_MS = 86_400_000;

const item = (title: string, date: string | null, more: Partial<Item> = {}) =>
  ({
    ...{ title, url: `https://a.example/${title}`, description_text: '' },
    ...{ date_published: date, ...more },
  }) as Item;

const ITEMS = [item('Old', '2026-01-01'), item('Undated', null), item('New', '2026-01-03')];

/** A service with two feeds and a bundle that writes down its requests. */
function service(version: string | null) {
  const asked: [string, ...unknown[]][] = [];
  const ask = (name: string, ...facts: unknown[]) => void asked.push([name, ...facts]);
  const feeds = [
    { id: 'f', title: 'F', items: ITEMS },
    { id: 'g', title: 'G', items: ITEMS.slice(0, 1) },
  ];
  const client = {
    detectService: async () => ({ version }),
    async getFeed(id: string, query: object) {
      ask('feed', id, query);
      return feeds.find((feed) => feed.id === id);
    },
    async getBundle(id: string, query: object) {
      ask('bundle', id, query);
      return { name: 'B', items: ITEMS };
    },
    async listFeeds({ limit, offset }: { limit: number; offset: number }) {
      ask('list', limit, offset);
      return feeds.slice(offset, offset + limit);
    },
    async listItems(query: object) {
      ask('items', query);
      return { items: ITEMS, cursor: 'cursor' in query && query.cursor ? null : 'next' };
    },
  } as unknown as FeedClient;
  return { client, asked };
}

/** Titles of the items of each page, with what else the page says. */
async function read(version: string | null, ...[scope, options]: Partial<Rest>) {
  const { client, asked } = service(version);
  const pages: unknown[] = [];
  for await (const { items, cursor: _, ...facts } of itemPages(client, scope ?? null, options)) {
    pages.push([
      items.map(({ title, feed }) => [title, ...(feed ? [feed.id] : [])].join('@')),
      facts,
    ]);
  }
  return { pages, asked };
}
type Rest = [scope: string | null, options: Parameters<typeof itemPages>[2]];

const TITLES = ['Old', 'Undated', 'New'];
const since = new Date('2026-01-03');

it('a feed comes whole from every service', async () => {
  for (const version of [null, '1']) {
    const { pages, asked } = await read(version, 'f', { sort: 'date', dropped: 'include' });
    expect(pages).toEqual([[TITLES, { title: 'F' }]]);
    expect(asked).toEqual([['feed', 'f', { sort: 'date', dropped: 'include' }]]);
  }
  expect((await read(null, 'f', { since })).pages).toEqual([[['New'], { undated: 1, title: 'F' }]]);
});

it('own services give bundles and accounts page by page, others bundles whole and feed by feed', async () => {
  const bundle = '_a1B2c3D4e5F6g7H8';
  expect((await read('1', bundle)).asked).toEqual([
    ['items', expect.objectContaining({ scope: bundle, limit: ITEM_PAGE.max, cursor: undefined })],
    ['items', expect.objectContaining({ scope: bundle, cursor: 'next' })],
  ]);
  const { asked } = await read('1', null, { since, limit: 5 });
  expect(asked[0]).toEqual([
    'items',
    expect.objectContaining({ since: since.toISOString(), limit: 5 }),
  ]);
  expect(asked[0]?.[1]).not.toHaveProperty('scope');

  const whole = await read(null, bundle, { sort: 'date' });
  expect(whole.pages).toEqual([[TITLES, { title: 'B' }]]);
  expect(whole.asked).toEqual([['bundle', bundle, { sort: 'date' }]]);

  const every = await read(null, null);
  expect(every.pages).toEqual([
    [TITLES.map((title) => `${title}@f`), {}],
    [['Old@g'], {}],
    [[], {}],
  ]);
  expect(every.asked.filter(([name]) => name === 'list')).toEqual([
    ['list', 1, 0],
    ['list', 1, 1],
    ['list', 1, 2],
  ]);
});

it('a search is for the service, also in a feed', async () => {
  const { asked } = await read(null, 'f', { search: 'a' });
  expect(asked.map(([name]) => name)).toEqual(['items', 'items']);
  expect(asked[0]?.[1]).toMatchObject({ search: 'a', scope: 'f' });
});

it.each([
  [{}, 'Reading the items'],
  [{ search: 'a' }, 'Searching'],
])('while pages of %j are read, a terminal says so', async (options, doing) => {
  const said: string[] = [];
  const during = async (text: string, work: () => unknown) => {
    said.push(text);
    return work();
  };
  const context = { client: async () => service('1').client, during } as unknown as Context;
  let pages = 0;
  for await (const _ of readPages(context, 'f', options)) pages += 1;
  expect(new Set(said)).toEqual(new Set([doing]));
  expect(said).toHaveLength(pages + 1);
});

it('pages of several feeds have an item of two feeds once, and all that filters hide', () => {
  const merged = new MergedPages();
  const rule = { list: 'exclude', rule: 'x', of: 'f' } as const;
  const [one, hidden] = [
    item('One', '2026-01-01'),
    item('One', '2026-01-01', { dropped_by: rule }),
  ];
  expect(merged.add('f', [one, hidden])).toEqual([one, hidden]);
  expect(merged.add('g', [one, hidden, item('Two', null)])).toEqual([hidden, item('Two', null)]);
  expect(merged.add('g', [item('Two', null), item('One', '2026-03-01')])).toHaveLength(2);
});

it('the newest come first, what has no date last in its order', () => {
  const [day, other] = [item('Also undated', null), item('Also new', '2026-01-03')];
  expect(byDate([...ITEMS, day, other]).map(({ title }) => title)).toEqual(
    'New,Also new,Old,Undated,Also undated'.split(','),
  );
});

it('an item is published at its date, unless that is an event more than a day ahead', () => {
  const at = (ms: number) => item('a', new Date(Date.now() + ms).toISOString());
  expect(publicationTime(item('a', '2026-01-01'))).toBe(Date.UTC(2026, 0, 1));
  expect(publicationTime(item('a', null))).toBeNaN();
  expect(publicationTime(at(DAY_MS / 2))).not.toBeNaN();
  expect(publicationTime(at(DAY_MS * 2))).toBeNaN();
});
