import { expect, it } from 'vitest';
import { readWatched } from '../../../../src/cli/commands/watch/read-watched.js';
import type { FeedClient } from '../../../../src/client/index.js';
import { ITEM_PAGE } from '../../../../src/contract/sizes.js';

const FEED = {
  title: 'Feed',
  source_url: 'https://a.example/',
  rss_feed_url: 'https://f.example/',
};

/** What is read of a service of this version that has so many items, and further pages or not. */
async function watched(
  id: string,
  { version = '1', items = 1, cursor = null as string | null } = {},
) {
  const all = { items: Array.from({ length: items }, (_, n) => ({ title: `${n}` })) };
  const client = {
    detectService: async () => ({ version: version === '' ? null : version }),
    listItems: async () => ({ ...all, cursor }),
    getFeed: async () => ({ ...FEED, ...all }),
    getBundle: async () => ({ name: 'Bundle', rss_feed_url: FEED.rss_feed_url, ...all }),
  } as unknown as FeedClient;
  const { facts, items: read, isCut } = await readWatched(client, id, {});
  expect(read).toHaveLength(items);
  return { facts, isCut };
}

it('all feeds, a feed or a bundle have the facts of what they are', async () => {
  const none = { source_url: '', rss_feed_url: '' };
  expect((await watched('all')).facts).toEqual({ id: 'all', title: 'All feeds', ...none });
  expect((await watched('f')).facts).toEqual({ id: 'f', ...FEED });
  const facts = { id: '_b', title: 'Bundle', source_url: '', rss_feed_url: FEED.rss_feed_url };
  expect((await watched('_b')).facts).toEqual(facts);
});

it.each([
  ['all', {}, false],
  ['all', { cursor: 'more' }, true],
  ['f', { items: ITEM_PAGE.max }, false],
  ['_b', { items: ITEM_PAGE.max - 1 }, false],
  ['_b', { items: ITEM_PAGE.max }, true],
  // Another service gives all items that it has.
  ['_b', { items: ITEM_PAGE.max, version: '' }, false],
])('%s of %j may have older items: %s', async (id, facts, isCut) => {
  expect((await watched(id, facts)).isCut).toBe(isCut);
});
