import { expect, it } from 'vitest';
import { OWNER } from '../../../src/service/accounts/account.js';
import { listInstances } from '../../../src/service/operation/liveness.js';
import { testDatabase } from '../../support/database.js';
import { startReceiver } from '../../support/receiver.js';
import { numberedItems } from '../../support/rss.js';
import { startServed } from '../../support/served.js';
import { startSourceServer } from '../../support/source-server.js';

it('an API process answers, a worker refreshes and delivers: one service', async () => {
  const databasePath = await testDatabase();
  const sources = await startSourceServer();
  const receiver = await startReceiver();
  const settings = { databasePath, refreshFloorMs: 100, refreshCeilingMs: 100 };
  const api = await startServed({ ...settings, role: 'api' });
  await (await api.service.http.webhooks.of(OWNER)).create({ url: receiver.url });
  // News of this minute: the worker fetches it again at once.
  const news = (count: number) => ({
    items: numberedItems(count).map((item) => ({ ...item, date: new Date().toISOString() })),
  });
  const url = sources.publish('/feed.xml', news(3));
  const feed = await api.createFeed(url);
  sources.publish('/feed.xml', news(4));

  const worker = await startServed({ ...settings, role: 'worker' });
  await receiver.count(1);
  expect(JSON.parse(String(receiver.received[0]?.body))).toMatchObject({ feed: { id: feed.id } });

  expect((await fetch(`${worker.url}/readyz`)).status).toBe(200);
  expect((await fetch(`${worker.url}/healthz`)).status).toBe(200);
  for (const path of ['/v1/feeds', `/feeds/${feed.id}.xml`, '/dashboard', '/openapi.json']) {
    expect((await fetch(`${worker.url}${path}`)).status).toBe(404);
  }
  // Feeds are found where they are answered for.
  expect(worker.publicUrl).toBe(api.url);
  const { store, clock } = api.service.http.deps;
  const instances = await listInstances(store, clock);
  expect(instances.map(({ role, listen_url }) => [role, listen_url])).toEqual([
    ['api', api.url],
    ['worker', null],
  ]);
  await sources.close();
});

/** Else `startServed` gives one. */
const NO_PORT: object = { port: undefined };

it('a worker opens a port only if it is given one, so that it can run beside an API process', async () => {
  const databasePath = await testDatabase();
  const api = await startServed({ databasePath, role: 'api' });
  const env = { FEEDCTL_HOST: '127.0.0.1' };
  const worker = await startServed({ databasePath, role: 'worker', env, ...NO_PORT });
  expect({ url: worker.url, publicUrl: worker.publicUrl }).toEqual({ url: '', publicUrl: api.url });
  const { port } = new URL(api.url);
  const taken = { ...env, FEEDCTL_PORT: port };
  await expect(
    startServed({ databasePath, role: 'worker', env: taken, ...NO_PORT }),
  ).rejects.toThrow(port);
});

it('the variable says the role, the option beats it', async () => {
  const env = { FEEDCTL_ROLE: 'worker' };
  const worker = await startServed({ env });
  expect((await fetch(`${worker.url}/v1/feeds`)).status).toBe(404);
  const api = await startServed({ env, role: 'api' });
  expect((await fetch(`${api.url}/v1/feeds`)).status).toBe(401);
  await expect(startServed({ env: { FEEDCTL_ROLE: 'boss' } })).rejects.toThrow(
    'The environment variable FEEDCTL_ROLE must be one of all, api, worker.',
  );
});

it('a worker refreshes, or it is none', async () => {
  await expect(startServed({ role: 'worker', refresh: false })).rejects.toMatchObject({
    code: 'INVALID_FIELD',
    message: expect.stringContaining('--role api'),
  });
});
