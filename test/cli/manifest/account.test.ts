import { expect, it } from 'vitest';
import { accountFeed, readAccount, withSettings } from '../../../src/cli/manifest/account.js';
import type { FeedClient, FeedSummary } from '../../../src/client/index.js';

const FEED = {
  id: 'f',
  title: 'Mine',
  description: '',
  source_url: 'https://a.example/',
  rss_feed_url: 'https://feeds.example/f.xml',
} as FeedSummary;
const PLAIN = {
  id: 'f',
  source: { url: 'https://a.example/' },
  title: 'Mine',
  rssFeedUrl: 'https://feeds.example/f.xml',
  hasSettings: false,
};

it.each<[Partial<FeedSummary>, object]>([
  [{}, {}],
  [{ settings: { customAuthor: 'Ana' } }, { customAuthor: 'Ana', hasSettings: true }],
  [{ settings: { customAuthor: null } }, { hasSettings: true }],
  [{ document: { kind: 'page' } as never }, { document: { kind: 'page' } }],
  [{ access: { cookie: '***' } }, { access: { cookie: '***' } }],
])('a feed with %j is one with %j', (facts, shown) => {
  expect(accountFeed({ ...FEED, ...facts }, true)).toEqual({ ...PLAIN, ...shown });
});

/** A service with two feeds and a bundle, newest first. */
function service(version: string | null, shifted: string[] = []) {
  const asked: unknown[] = [];
  const rows = (name: string, all: object[]) => (options?: object) => {
    asked.push([name, options]);
    return Object.assign(all.values(), { shifted: shifted.includes(name) });
  };
  const client = {
    service: { version },
    feeds: rows('feeds', [{ ...FEED, id: 'new' }, FEED]),
    bundles: rows('bundles', [{ id: '_b', name: 'B', feeds: ['f'], description: '' }]),
    async getFeedSettings(id: string) {
      asked.push(['settings', id]);
      return { customAuthor: id, interval: '15m' };
    },
  };
  return { client: client as unknown as FeedClient, asked };
}

it('an account is read oldest first, with the settings that are listed', async () => {
  const { client, asked } = service('1');
  const { feeds, bundles, ...facts } = await readAccount(client);
  expect(feeds.map(({ id }) => id)).toEqual(['f', 'new']);
  expect(bundles).toEqual([{ id: '_b', name: 'B', members: ['f'] }]);
  expect(facts).toEqual({ tellsModes: true, shifted: false });
  expect(asked).toEqual([
    ['feeds', { include: 'settings' }],
    ['bundles', undefined],
  ]);
});

it.each([['feeds'], ['bundles']])('says that %s changed meanwhile', async (name) => {
  const { client, asked } = service(null, [name]);
  const account = await readAccount(client, { settings: false });
  expect(account).toMatchObject({ tellsModes: false, shifted: true });
  expect(asked[0]).toEqual(['feeds', {}]);
});

it('settings are asked for where they are missing and wanted', async () => {
  const feeds = ['a', 'b', 'c'].map((id) => ({ ...PLAIN, id, hasSettings: id === 'b' }));
  const { client, asked } = service(null);
  const isWanted = ({ id }: { id: string }) => id !== 'c';
  const kind = { reads: 2, writes: 2, isOurs: false };
  const [a, b, c] = await withSettings(client, feeds, kind, { isWanted });
  expect(asked).toEqual([['settings', 'a']]);
  expect(a).toEqual({ ...feeds[0], customAuthor: 'a', hasSettings: true });
  expect([b, c]).toEqual(feeds.slice(1));
  expect(await withSettings(client, feeds.slice(1, 2), kind)).toEqual(feeds.slice(1, 2));
});
