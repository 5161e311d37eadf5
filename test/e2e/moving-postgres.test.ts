import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openStore } from '../../src/service/store/open-store.js';
import { emptyDatabase } from '../support/database.js';
import { numberedItems } from '../support/rss.js';
import { startSourceServer } from '../support/source-server.js';
import { ProcessSandbox as Sandbox } from './sandbox.js';

it('an account moves from a file to PostgreSQL, is used there, and comes back as a backup', async () => {
  const sources = await startSourceServer();
  const address = sources.publish('/a.xml', { title: 'Moved', items: numberedItems(3) });
  const machine = new Sandbox();
  await machine.output('feeds', 'create', '--url', address);
  await machine.output('bundles', 'create', '--name', 'Mine');
  await machine.output('webhooks', 'create', '--url', 'https://hooks.example.com/x');
  await machine.output('keys', 'create', '--name', 'reader');
  const kept = (sandbox: Sandbox) =>
    Promise.all(['feeds', 'bundles', 'webhooks', 'keys'].map((noun) => sandbox.json(noun, 'list')));
  const before = await kept(machine);
  const location = await emptyDatabase();

  const words = ['service', 'copy', '--from', `sqlite:${machine.databaseFile}`, '--to', 'env:NEW'];
  const copied = await machine.run([...words, '--json'], { env: { NEW: location } });
  expect(copied).toMatchObject({ code: 0 });
  const { tables } = JSON.parse(copied.stdout) as { tables: { table: string; rows: number }[] };
  expect(tables.find(({ table }) => table === 'items')?.rows).toBe(3);

  const scaled = new Sandbox({ FEEDCTL_DATABASE_URL: location });
  const [feeds, bundles, webhooks, keys] = await kept(scaled);
  expect([feeds, bundles, webhooks]).toEqual(before.slice(0, 3));
  expect(keys).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: (before[3] as { id: string }[])[0]?.id }),
    ]),
  );
  expect(await secretsOf(location)).toEqual(await secretsOf(machine.databaseFile));
  expect(await scaled.json('items', '--search', 'item')).toHaveLength(3);
  const more = sources.publish('/b.xml', { title: 'Made there', items: numberedItems(2) });
  await scaled.output('feeds', 'create', '--url', more);
  expect(await scaled.json('feeds', 'list')).toMatchObject([
    { title: 'Made there' },
    { title: 'Moved' },
  ]);
  expect(await scaled.json('doctor', '--database')).toEqual([]);

  const file = join(scaled.home, 'backup.db');
  const made = await scaled.json('service', 'backup', file);
  expect(made).toMatchObject({ feeds: 2, items: 5, database: expect.stringMatching(/^postgres:/) });
  const back = new Sandbox();
  await back.output('service', 'restore', file);
  expect(await back.json('feeds', 'list')).toHaveLength(2);
  await sources.close();
});

/** What signs deliveries, and the hashes of keys. */
async function secretsOf(location: string): Promise<unknown> {
  const { db, close } = await openStore(location);
  const webhooks = await db.selectFrom('webhooks').select(['id', 'secret']).execute();
  const [oldest] = await db
    .selectFrom('api_keys')
    .select(['id', 'secret_hash'])
    .orderBy('created_at')
    .execute();
  await close();
  return { webhooks, oldest };
}
