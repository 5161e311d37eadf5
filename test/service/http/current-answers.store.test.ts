import { expect, it } from 'vitest';
import type { Bundle, Feed } from '../../../src/contract/index.js';
import { OWNER } from '../../../src/service/accounts/account.js';
import { openService } from '../../../src/service/app/service.js';
import { updateFeed } from '../../../src/service/feeds/edit-feed.js';
import { testDatabase } from '../../support/database.js';
import { numberedItems } from '../../support/rss.js';
import { startServed } from '../../support/served.js';
import { startSourceServer } from '../../support/source-server.js';

/** A feed and a bundle with it and another, each read once so that all answers are in memory. */
async function warmed() {
  const sources = await startSourceServer();
  const databasePath = await testDatabase();
  const served = await startServed({ databasePath });
  const publish = (path: string, count: number, title = path) =>
    sources.publish(path, { title, items: numberedItems(count) });
  publish('/a.xml', 3);
  publish('/b.xml', 2);
  const a = await served.createFeed(`${sources.origin}/a.xml`);
  const b = await served.createFeed(`${sources.origin}/b.xml`);
  const bundle = await served.createBundle('Both', [a.id, b.id]);
  const text = async (path: string) => (await fetch(`${served.url}${path}`)).text();
  const read = async () => ({
    feed: await served.api<Feed>('GET', `/v1/feeds/${a.id}`),
    byDate: await served.api<Feed>('GET', `/v1/feeds/${a.id}?sort=date`),
    bundle: await served.api<Bundle>('GET', `/v1/bundles/${bundle.id}`),
    feedRss: await text(`/feeds/${a.id}.xml`),
    bundleRss: await text(`/feeds/${bundle.id}.xml`),
  });
  await read();
  return { sources, served, databasePath, publish, a, b, bundle, read, text };
}

it('shows new and changed items at once, in feeds, bundles and published documents', async () => {
  const { served, publish, a, read } = await warmed();
  publish('/a.xml', 5);
  await served.api('POST', '/v1/refresh', { ids: [a.id] });
  const { feed, byDate, bundle, feedRss, bundleRss } = await read();
  expect([feed.items.length, byDate.items.length]).toEqual([5, 5]);
  expect(feed.items).toEqual((await served.api<Feed>('GET', `/v1/feeds/${a.id}`)).items);
  expect(bundle.items.map(({ title }) => title)).toContain('item number 4');
  for (const rss of [feedRss, bundleRss]) expect(rss).toContain('item number 4');
});

it('shows changed settings, filters and membership at once', async () => {
  const { served, a, b, bundle, read, text } = await warmed();
  await served.api('PATCH', `/v1/feeds/${a.id}`, { title: 'Renamed & "quoted"' });
  const renamed = await read();
  expect(renamed.feed.title).toBe('Renamed & "quoted"');
  expect(renamed.bundle.items.map((item) => item.feed?.title)).toContain('Renamed & "quoted"');

  await served.api('PATCH', `/v1/feeds/${a.id}/settings`, { customAuthor: 'Åsa "A"' });
  const authored = await read();
  expect(authored.feed.items[0]?.authors).toEqual([{ name: 'Åsa "A"' }]);
  expect(authored.bundle.items.filter(({ authors }) => authors[0]?.name === 'Åsa "A"').length).toBe(
    authored.bundle.items.filter(({ feed }) => feed?.id === a.id).length,
  );

  const rules = (text: string) => ({ filters: { include: [], exclude: [text] } });
  await served.api('PATCH', `/v1/feeds/${a.id}`, rules('"item number 1"'));
  const filtered = await read();
  expect(filtered.feed.items.map(({ title }) => title)).not.toContain('item number 1');
  expect(filtered.feedRss).not.toContain('item number 1');
  const dropped = await served.api<Feed>('GET', `/v1/feeds/${a.id}?dropped=only`);
  expect(dropped.items.map(({ title }) => title)).toEqual(['item number 1']);
  await served.api('PATCH', `/v1/feeds/${a.id}`, { filters: null });
  expect((await read()).feed.items).toHaveLength(3);

  await served.api('PATCH', `/v1/bundles/${bundle.id}`, rules('"item number 0"'));
  expect((await read()).bundleRss).not.toContain('item number 0');
  await served.api('PATCH', `/v1/bundles/${bundle.id}`, { filters: null, name: 'Again' });
  const again = await read();
  expect(again.bundle.name).toBe('Again');

  await served.api('DELETE', `/v1/bundles/${bundle.id}/feeds/${a.id}`);
  const without = await read();
  expect(without.bundle.feeds).toEqual([b.id]);
  expect(without.bundle.items.every(({ feed }) => feed?.id === b.id)).toBe(true);
  await served.api('PUT', `/v1/bundles/${bundle.id}/feeds/${a.id}`);
  expect((await read()).bundle.feeds).toEqual([b.id, a.id]);

  await served.api('DELETE', `/v1/feeds/${a.id}`);
  await expect(served.api('GET', `/v1/feeds/${a.id}`)).rejects.toThrow(/no feed/i);
  const left = await served.api<Bundle>('GET', `/v1/bundles/${bundle.id}`);
  expect(left.items.every(({ feed }) => feed?.id === b.id)).toBe(true);
  expect(await text(`/feeds/${a.id}.xml`)).toContain('FEED_NOT_FOUND');
});

it('shows what another process changed at once', async () => {
  const { databasePath, a, read } = await warmed();
  const other = await openService({ databasePath, allowPrivateNetworks: true });
  try {
    const { deps } = other.http;
    await updateFeed(deps, OWNER, a.id, {
      filters: { include: [], exclude: ['"item number 2"'] },
      title: 'From elsewhere',
    });
  } finally {
    await other.close();
  }
  const { feed, bundle, feedRss, bundleRss } = await read();
  expect(feed.title).toBe('From elsewhere');
  expect(feed.items.map(({ title }) => title)).not.toContain('item number 2');
  expect(
    bundle.items.some((item) => item.feed?.id === a.id && item.title === 'item number 2'),
  ).toBe(false);
  expect(feedRss).toContain('From elsewhere');
  expect(feedRss).not.toContain('item number 2');
  expect(bundleRss).toContain('From elsewhere');
});

it('gives no account what another has read', async () => {
  const { served, a, bundle, read } = await warmed();
  await read();
  const { id } = await served.api<{ id: string }>('POST', '/v1/accounts', { name: 'other' });
  const key = await served.api<{ id: string; secret: string }>('POST', `/v1/accounts/${id}/keys`, {
    name: 'k',
  });
  const headers = { Authorization: `Bearer ${key.id}:${key.secret}` };
  for (const path of [`/v1/feeds/${a.id}`, `/v1/bundles/${bundle.id}`]) {
    expect((await fetch(`${served.url}${path}`, { headers })).status).toBe(404);
  }
});
