import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'libsql';
import { expect, it, onTestFinished } from 'vitest';
import { numberedItems } from '../support/rss.js';
import { startSourceServer } from '../support/source-server.js';
import { Sandbox } from './sandbox.js';
import { serving } from './serving.js';

/** A document whose reading goes on for as long as the feed that it names does not answer. */
const ENDLESS =
  '<html><head><title>x</title><link rel="alternate" type="application/rss+xml" href="/hangs.xml"></head><body></body></html>';

it('a source that serve dies of twice is suspended, and read again by its name', async () => {
  const sources = await startSourceServer();
  onTestFinished(() => sources.close());
  const sandbox = new Sandbox();
  const url = sources.publish('/killer.xml', { title: 'Killer', items: numberedItems(1) });
  const other = sources.publish('/other.xml', { title: 'Other', items: numberedItems(1) });
  await sandbox.output('feeds', 'create', '--url', url);
  const feeds = (await sandbox.json('feeds', 'list')) as { id: string }[];
  const id = feeds[0]?.id ?? '';
  await sandbox.output('feeds', 'create', '--url', other);
  /** What time would do: the lease of the dead process runs out, and the feed is due. */
  const sql = (statement: string) => {
    const database = new Database(sandbox.databaseFile);
    // A `serve` may be writing.
    database.pragma('busy_timeout = 10000');
    try {
      return database.prepare(statement).all() as Record<string, unknown>[];
    } finally {
      database.close();
    }
  };
  const makeDue = () =>
    sql(
      `update feeds set next_refresh_at = 0, lease_expires_at = case when lease_token is null then null else 0 end where id = '${id}' returning id`,
    );
  const abort = async (server: Awaited<ReturnType<typeof serving>>['server']) => {
    server.kill('SIGABRT');
    expect((await server).signal).toBe('SIGABRT');
  };

  // Dies while it waits for the source.
  const asked = new Promise<void>((resolve) => {
    sources.on('/killer.xml', () => resolve());
  });
  makeDue();
  const first = await serving(sandbox);
  await asked;
  await abort(first.server);

  // Dies while it reads what has come; a feed that hangs keeps that going for as long as it takes.
  sources.on('/hangs.xml', () => {});
  sources.on('/killer.xml', (_, response) => response.end(ENDLESS));
  makeDue();
  const second = await serving(sandbox);
  while (sql(`select is_parsing from feeds where id = '${id}'`)[0]?.is_parsing !== 1)
    await sleep(5);
  await abort(second.server);

  // Does not read it any more, and goes on with the others.
  const hits = sources.hits('/killer.xml');
  makeDue();
  const third = await serving(sandbox);
  while (sql(`select suspended_at from feeds where id = '${id}'`)[0]?.suspended_at === null)
    await sleep(5);
  expect(sources.hits('/killer.xml')).toBe(hits);
  const shown = await sandbox.output('feeds', 'get', id);
  expect(shown).toContain(`feedctl refresh ${id}`);
  expect(await sandbox.json('feeds', 'list')).toContainEqual(
    expect.objectContaining({
      id,
      is_active: false,
      health: 'inactive',
      last_error: expect.stringContaining('Suspended'),
    }),
  );
  const health = await sandbox.run(['health', '--json']);
  expect(health.code).toBe(9);
  expect(health.stdout).toContain(`feedctl refresh ${id}`);

  sources.publish('/killer.xml', { title: 'Killer', items: numberedItems(2) });
  await sandbox.output('refresh', id);
  expect(await sandbox.json('feeds', 'get', id)).toMatchObject({ is_active: true });
  third.server.kill('SIGTERM');
  await third.server;
});
