import { expect, it } from 'vitest';
import type { RunningServer } from '../../../src/service/app/index.js';
import { systemClock } from '../../../src/service/core/time.js';
import { openStore } from '../../../src/service/store/open-store.js';
import { testDatabase } from '../../support/database.js';
import { send } from '../../support/send.js';
import { startServed } from '../../support/served.js';

async function instances({ service }: RunningServer) {
  return service.http.deps.store.db.selectFrom('instances').selectAll().execute();
}

it('a server is where rss_feed_url points to while it runs', async () => {
  const server = await startServed({});
  expect(server.publicUrl).toBe(server.url);
  expect(await instances(server)).toMatchObject([
    { role: 'all', listen_url: server.url, public_url: null, stopped_at: null },
  ]);
  const bundle = await server.createBundle('x', []);
  expect(bundle.rss_feed_url).toBe(`${server.url}/feeds/${bundle.id}.xml`);

  const named = await startServed({ publicUrl: 'https://feeds.example/rss/' });
  expect(named.publicUrl).toBe('https://feeds.example/rss');
  expect(await instances(named)).toMatchObject([{ public_url: 'https://feeds.example/rss/' }]);
});

it('a server leaves the database closed and its end on record', async () => {
  const databasePath = await testDatabase();
  const server = await startServed({ databasePath });
  await Promise.all([server.stop(), server.stop()]);
  await expect(instances(server)).rejects.toThrow();
  const store = await openStore(databasePath, systemClock);
  const [instance] = await store.db.selectFrom('instances').selectAll().execute();
  await store.close();
  expect(instance?.stopped_at).toEqual(expect.any(Number));
});

it('a server leaves nothing open when it cannot listen', async () => {
  const first = await startServed();
  const databasePath = await testDatabase();
  const port = Number(new URL(first.url).port);
  await expect(startServed({ databasePath, port })).rejects.toMatchObject({
    message: expect.stringContaining('is taken'),
  });
  const store = await openStore(databasePath, systemClock);
  expect(await store.db.selectFrom('instances').selectAll().execute()).toEqual([]);
  await store.close();
});

it('readiness begins when everything that belongs to starting has ended', async () => {
  const answers: number[] = [];
  const { url } = await startServed({
    async prepare({ http }) {
      const starting = await http.deps.publicAddress.base();
      answers.push((await send(`${starting}/healthz`)).status);
      const notReady = await send(`${starting}/readyz`);
      answers.push(notReady.status);
      expect(JSON.parse(notReady.text)).toMatchObject({ errors: [{ code: 'NOT_READY' }] });
    },
  });
  expect(answers).toEqual([200, 503]);
  expect((await send(`${url}/readyz`)).status).toBe(200);
});
