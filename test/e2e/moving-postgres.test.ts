import { join } from 'node:path';
import { expect, it } from 'vitest';
import { emptyDatabase } from '../support/database.js';
import { numberedItems } from '../support/rss.js';
import { startSourceServer } from '../support/source-server.js';
import { ProcessSandbox as Sandbox } from './sandbox.js';

it('an account moves from a file to PostgreSQL, is used there, and comes back as a backup', async () => {
  const sources = await startSourceServer();
  const address = sources.publish('/a.xml', { title: 'Moved', items: numberedItems(3) });
  const machine = new Sandbox();
  await machine.output('feeds', 'create', '--url', address);
  const location = await emptyDatabase();

  const words = ['service', 'copy', '--from', `sqlite:${machine.databaseFile}`, '--to', 'env:NEW'];
  const copied = await machine.run([...words, '--json'], { env: { NEW: location } });
  expect(copied).toMatchObject({ code: 0 });
  const { tables } = JSON.parse(copied.stdout) as { tables: { table: string; rows: number }[] };
  expect(tables.find(({ table }) => table === 'items')?.rows).toBe(3);

  const scaled = new Sandbox({ FEEDCTL_DATABASE_URL: location });
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
