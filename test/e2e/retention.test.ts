import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStore } from '../../src/service/store/open-store.js';
import { startReceiver } from '../support/receiver.js';
import { numberedItems } from '../support/rss.js';
import { type SourceServer, startSourceServer } from '../support/source-server.js';
import { Sandbox } from './sandbox.js';

let sources: SourceServer;

beforeAll(async () => {
  sources = await startSourceServer();
});
afterAll(() => sources.close());

it('feedctl refresh clears away what is old, for who has no serve', async () => {
  const sandbox = new Sandbox({ FEEDCTL_KEEP_DELIVERIES: '2d' });
  const receiver = await startReceiver();
  await sandbox.output('webhooks', 'create', '--url', receiver.url);
  const url = sources.publish('/old.xml', { title: 'Old', items: numberedItems(2) });
  await sandbox.output('feeds', 'create', '--announce', '--url', url);
  await sandbox.output('refresh', '--all');

  const store = await openStore(sandbox.databaseFile);
  const events = () => store.db.selectFrom('events').select('id').execute();
  expect(await events()).toHaveLength(1);
  // As if three days had passed.
  await sql`update events set created_at = created_at - ${3 * 86_400_000}`.execute(store.db);
  await sql`update chores set due_at = 0`.execute(store.db);
  await sandbox.output('refresh', '--all');
  expect(await events()).toEqual([]);
  const due = await store.db.selectFrom('chores').select('name').where('due_at', '=', 0).execute();
  expect(due).toEqual([]);
  await store.close();
});
