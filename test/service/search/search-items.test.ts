import { afterAll, beforeAll, expect, it } from 'vitest';
import { OWNER } from '../../../src/service/accounts/account.js';
import { openService, type Service } from '../../../src/service/app/service.js';
import { type AccountCalls, asAccount } from '../../../src/service/calls/as-account.js';
import { taggedFeeds } from '../../../src/service/search/tagged-feeds.js';
import { type SourceServer, startSourceServer } from '../../support/source-server.js';

let sources: SourceServer;
let service: Service;
let call: AccountCalls;

beforeAll(async () => {
  sources = await startSourceServer();
  service = await openService({ databasePath: ':memory:', allowPrivateNetworks: true });
  call = asAccount(service.http, OWNER);
});
afterAll(async () => {
  await service.close();
  await sources.close();
});

/** A feed of items that have a word, a day apart, the newest first. */
async function feedOf(word: string, count: number, filters?: { exclude: string[] }) {
  const items = Array.from({ length: count }, (_, n) => ({
    guid: `${word}-${n}`,
    title: `${word} ${n}`,
    link: `https://example.com/${word}/${n}`,
    date: new Date(Date.UTC(2026, 0, 20 - n)).toUTCString(),
    tags: n === 0 ? [`Tag ${word}`] : [],
  }));
  const url = sources.publish(`/${word}.xml`, { title: word, items });
  const { body } = await call('createFeed', { body: { url, ...(filters && { filters }) } });
  return body.id;
}

async function found(query: Readonly<Record<string, string | number>>) {
  const { body } = await call('listItems', { query });
  return { titles: body.items.map(({ title }) => title), cursor: body.cursor };
}

it('finds items page by page, of all feeds, a feed or a bundle, without hidden ones', async () => {
  const otter = await feedOf('otter', 5);
  await feedOf('beaver', 2, { exclude: ['"beaver 1"'] });
  expect((await found({ search: 'otter', limit: 5 })).cursor).toBeNull();
  const first = await found({ search: 'otter', limit: 3 });
  expect(first.titles).toHaveLength(3);
  const rest = await found({ search: 'otter', limit: 3, cursor: first.cursor ?? '' });
  expect(rest).toMatchObject({ titles: { length: 2 }, cursor: null });
  expect(new Set([...first.titles, ...rest.titles]).size).toBe(5);
  expect((await found({ search: 'beaver' })).titles).toEqual(['beaver 0']);
  expect((await found({ search: 'beaver', scope: otter })).titles).toEqual([]);
  const { body: bundle } = await call('createBundle', { body: { name: 'B', feeds: [otter] } });
  expect((await found({ search: 'otter -3', scope: bundle.id })).titles).toHaveLength(4);
  expect((await found({ search: 'beaver', scope: bundle.id })).titles).toEqual([]);
  const { body: empty } = await call('createBundle', { body: { name: 'E' } });
  expect((await found({ search: 'otter', scope: empty.id })).titles).toEqual([]);
  const since = '2026-01-19T00:00:00.000Z';
  expect((await found({ search: 'otter', since })).titles.sort()).toEqual(['otter 0', 'otter 1']);
});

it.each([{ sort: 'date' }, { dropped: 'only' }])('%j goes with no search', async (more) => {
  const query = { search: 'otter', ...more };
  await expect(call('listItems', { query })).rejects.toThrow('cannot be combined with "search"');
});

it('knows the feeds that have a tag, in any case', async () => {
  const id = await feedOf('heron', 2);
  const tagged = (tag: string) => taggedFeeds(service.http.deps.store, OWNER.id, tag);
  expect(await tagged('TAG heron')).toEqual([id]);
  expect(await tagged('heron')).toEqual([]);
  expect(await tagged('!')).toEqual([]);
});
