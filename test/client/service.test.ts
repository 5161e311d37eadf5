import { serve } from '@hono/node-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  answerOf,
  FeedClient,
  type FeedClientOptions,
  type InProcessOptions,
} from '../../src/client/index.js';
import { VERSION } from '../../src/contract/index.js';
import type { ApiCredentials } from '../../src/service/accounts/api-keys.js';
import { openService, type Service } from '../../src/service/app/service.js';
import { fileDatabase } from '../support/database.js';
import { numberedItems } from '../support/rss.js';
import { type SourceServer, startSourceServer } from '../support/source-server.js';
import { StillTiming } from './still-timing.js';

/** How a client reaches the service with a key. */
interface Address {
  options(key: ApiCredentials): FeedClientOptions | InProcessOptions;
  close(): Promise<void>;
}

async function inProcess({ call, fetch }: Service): Promise<Address> {
  return {
    options: (key) => ({
      call,
      http: async () => ({ baseUrl: 'http://127.0.0.1', fetch, ...key }),
    }),
    close: async () => {},
  };
}

async function throughHandler({ fetch }: Service): Promise<Address> {
  return {
    options: (key) => ({ baseUrl: 'http://127.0.0.1', fetch, ...key }),
    close: async () => {},
  };
}

function overHttp(service: Service): Promise<Address> {
  return new Promise((resolve) => {
    const server = serve({ fetch: service.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
      resolve({
        options: (key) => ({ baseUrl: `http://127.0.0.1:${port}`, ...key }),
        close: () => new Promise((closed) => server.close(() => closed())),
      });
    });
  });
}

describe.each([
  ['called in this process', inProcess],
  ['through its handler', throughHandler],
  ['over HTTP', overHttp],
])("feedctl's own service, %s", (_name, reach) => {
  let service: Service;
  let sources: SourceServer;
  let database: Awaited<ReturnType<typeof fileDatabase>>;
  let address: Address;
  let key: ApiCredentials;
  let client: FeedClient;
  let timing: StillTiming;

  beforeEach(async () => {
    sources = await startSourceServer();
    database = await fileDatabase();
    service = await openService({
      databasePath: database.location,
      allowPrivateNetworks: true,
    });
    address = await reach(service);
    key = await service.issueOwnerKey('test');
    timing = new StillTiming();
    client = new FeedClient({ ...address.options(key), timing });
  });

  afterEach(async () => {
    await client.close();
    await address.close();
    await service.close();
    await database.drop();
    await sources.close();
  });

  it('takes a feed through its whole life', async () => {
    const url = sources.publish('/blog.xml', { title: 'Blog', items: numberedItems(3) });
    const created = await client.createFeed({ url });
    expect(created).toMatchObject({ title: 'Blog', source_url: url, is_active: true });
    expect(created.items).toHaveLength(3);
    expect(answerOf(created)).toEqual({ status: 201, body: created });

    const again = await client.createFeed({ url });
    expect(again.id).toBe(created.id);
    expect(answerOf(again)?.status).toBe(200);

    const { items, ...summary } = await client.getFeed(created.id, { sort: 'date' });
    expect(items).toEqual(created.items);
    expect(await client.listFeeds()).toEqual([summary]);
    expect(await client.updateFeed(created.id, { title: 'Mine' })).toEqual({
      ...summary,
      title: 'Mine',
    });
    await client.updateFeedSettings(created.id, { customAuthor: 'Desk' });
    const settings = await client.getFeedSettings(created.id);
    expect(settings).toEqual({ customAuthor: 'Desk' });
    expect(await client.listFeeds({ include: 'settings' })).toMatchObject([{ settings }]);
    for await (const feed of client.feeds({ include: 'settings' })) {
      expect(feed.settings).toEqual(settings);
    }
    expect(await client.deleteFeed(created.id)).toEqual({ id: created.id, deleted: true });
    await expect(client.deleteFeed(created.id)).rejects.toMatchObject({
      status: 404,
      code: 'FEED_NOT_FOUND',
    });
  });

  it('takes a bundle through its whole life', async () => {
    const url = sources.publish('/a.xml', { title: 'A', items: numberedItems(2) });
    const feed = await client.createFeed({ url });
    const bundle = await client.createBundle({ name: 'All' });
    expect(bundle.feeds).toEqual([]);
    expect((await client.addFeedToBundle(bundle.id, feed.id)).feeds).toEqual([feed.id]);
    expect((await client.addFeedToBundle(bundle.id, feed.id)).feeds).toEqual([feed.id]);
    expect((await client.getBundle(bundle.id)).items).toHaveLength(2);
    expect((await client.updateBundle(bundle.id, { name: 'B' })).name).toBe('B');
    expect((await client.removeFeedFromBundle(bundle.id, feed.id)).feeds).toEqual([]);
    expect(await client.deleteBundle(bundle.id)).toEqual({ id: bundle.id, deleted: true });
    expect(await client.listBundles()).toEqual([]);
  });

  it('is walked from end to end, and written to without spacing', async () => {
    for (let n = 0; n < 130; n++) await client.createBundle({ name: `B${n}` });
    const rows = client.bundles();
    const names: string[] = [];
    for await (const { name } of rows) names.push(name);
    expect(new Set(names).size).toBe(130);
    expect(rows.shifted).toBe(false);
    expect(timing.sleeps).toEqual([]);
  });

  it('is walked by the cursors that it tells, whatever comes and goes', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 7; n++) ids.unshift((await client.createBundle({ name: `B${n}` })).id);
    const asked: string[] = [];
    const onResponse = ({ url }: { url: string }) =>
      asked.push(new URL(url, 'http://127.0.0.1').search);
    const walker = new FeedClient({ ...address.options(key), timing, onResponse });
    const walked: string[] = [];
    for await (const { id } of walker.bundles({ pageSize: 3 })) {
      walked.push(id);
      if (walked.length === 3) await client.deleteBundle(id);
      if (walked.length === 5) await client.createBundle({ name: 'new' });
    }
    await walker.close();
    // Some were made in the same millisecond: of those the id decides.
    expect(new Set(walked)).toEqual(new Set(ids));
    expect(walked).toHaveLength(ids.length);
    expect(asked).toEqual([
      '?limit=3&offset=0',
      expect.stringMatching(/^\?limit=3&cursor=/),
      expect.stringMatching(/^\?limit=3&cursor=/),
    ]);
  });

  it('is known as our own, and is given the extensions', async () => {
    const url = sources.publish('/s.xml', { title: 'S', items: [] });
    expect(await client.detectService()).toMatchObject({ version: VERSION, known: true });
    await client.createFeed({ url, selectors: { items: 'li.entry' } });
    await expect(
      client.createFeed({ url, selectors: { items: 'li.other' } }),
    ).rejects.toMatchObject({ status: 409, code: 'FEED_EXISTS' });
  });

  it('refuses with its own codes', async () => {
    await expect(client.updateFeed('none', { title: 'x' })).rejects.toMatchObject({
      status: 404,
      code: 'FEED_NOT_FOUND',
    });
    await expect(client.createFeed({ url: 'ftp://example.com/' })).rejects.toMatchObject({
      status: 400,
      codes: [expect.stringMatching(/^[A-Z_]+$/)],
    });
    const raw = await client.request('GET', '/v1/nothing');
    expect(raw.status).toBe(404);
  });
});
