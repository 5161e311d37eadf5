import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import LibsqlDatabase from 'libsql';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeDue, withFeeds } from '../support/refreshed-feeds.js';
import { numberedItems } from '../support/rss.js';
import { startSourceServer } from '../support/source-server.js';
import { ProcessSandbox, Sandbox } from './sandbox.js';

function feedColumn(sandbox: Sandbox, id: string, column: string): unknown {
  const db = new LibsqlDatabase(sandbox.databaseFile);
  try {
    const row = db.prepare(`select ${column} as value from feeds where id = ?`).get([id]);
    return (row as { value: unknown }).value;
  } finally {
    db.close();
  }
}

describe('feedctl refresh', () => {
  it('gives back what it was reading when it is interrupted', async () => {
    const { sandbox, ids, web } = await withFeeds(new Sandbox());
    const id = ids[0] ?? '';
    const asked = new Promise<void>((resolve) => {
      web.on('/one.xml', () => resolve());
    });
    const running = sandbox.start(['refresh', id]);
    await asked;
    running.kill('SIGINT');
    expect((await running).exitCode).toBe(130);
    expect(feedColumn(sandbox, id, 'lease_token')).toBeNull();
    expect(feedColumn(sandbox, id, 'failures')).toBe(0);
  });
});

describe('reading without a live serve', () => {
  it('refreshes first what is due', async () => {
    const { sandbox, ids, web, publish } = await withFeeds(new Sandbox());
    const id = ids[0] ?? '';
    publish('/one.xml', 4);
    const hits = web.hits('/one.xml');
    expect(await sandbox.json('items', id)).toHaveLength(2);
    expect(web.hits('/one.xml')).toBe(hits);

    makeDue(sandbox);
    expect(await sandbox.json('items', id, '--no-refresh')).toHaveLength(2);
    expect(await sandbox.json('items', id)).toHaveLength(4);
  });

  it('shows what is stored, and says so, when the source cannot be read', async () => {
    const { sandbox, ids, web } = await withFeeds(new Sandbox());
    const id = ids[0] ?? '';
    web.on('/one.xml', (_, response) => response.writeHead(503).end());
    makeDue(sandbox);
    const { code, stdout, stderr } = await sandbox.run(['feeds', 'get', id, '-o', 'id']);

    expect(code).toBe(0);
    expect(stdout.trim()).toBe(id);
    expect(stderr).toContain('HTTP 503');
  });
});

describe('feedctl serve', () => {
  async function serving(sandbox: Sandbox, args: readonly string[] = []) {
    const server = sandbox.start(['serve', '--port', '0', '--json', ...args]);
    onTestFinished(async () => {
      server.kill('SIGTERM');
      await server;
    });
    await once(server.stdout, 'data');
    // In an object, because the process itself is a promise of its end.
    return { server };
  }

  /** Waits for a condition that another process brings about; the test's own timeout ends it. */
  async function until(condition: () => Promise<boolean>): Promise<void> {
    while (!(await condition())) await sleep(50);
  }

  it('refreshes what becomes due, also by the hand of another process', async () => {
    const { sandbox, ids, publish } = await withFeeds(new Sandbox());
    const id = ids[0] ?? '';
    await serving(sandbox);
    publish('/one.xml', 6);
    makeDue(sandbox);
    await until(
      async () => ((await sandbox.json('items', id, '--no-refresh')) as object[]).length === 6,
    );
    expect(feedColumn(sandbox, id, 'lease_token')).toBeNull();
  });

  it('leaves it to others with --no-refresh', async () => {
    const { sandbox, ids, publish } = await withFeeds(new Sandbox());
    const id = ids[0] ?? '';
    await serving(sandbox, ['--no-refresh']);
    publish('/one.xml', 6);
    makeDue(sandbox);
    expect(await sandbox.json('items', id, '--no-refresh')).toHaveLength(2);
    // Nobody else refreshes, so reading does.
    expect(await sandbox.json('items', id)).toHaveLength(6);
  });

  it('finishes what it is reading before it ends', async () => {
    const { sandbox, ids, web } = await withFeeds(new Sandbox());
    const id = ids[0] ?? '';
    const { server } = await serving(sandbox);
    const answered = new Promise<void>((resolve) => {
      web.on('/one.xml', (_, response) => {
        server.kill('SIGTERM');
        setTimeout(() => {
          response.writeHead(404).end();
          resolve();
        }, 300);
      });
    });
    makeDue(sandbox);
    await answered;
    await server;
    expect(feedColumn(sandbox, id, 'failures')).toBe(1);
    expect(feedColumn(sandbox, id, 'lease_token')).toBeNull();
  });
});

it('feeds of a refresh that was killed are fetched by the next one at once, though their leases last', async () => {
  const sandbox = new ProcessSandbox({ FEEDCTL_LEASE: '1h' });
  const web = await startSourceServer();
  onTestFinished(() => web.close());
  const url = web.publish('/one.xml', { title: 'One', items: numberedItems(2) });
  await sandbox.output('feeds', 'create', '--url', url);
  const asked = new Promise<void>((resolve) => web.on('/one.xml', () => resolve()));
  const child = sandbox.start(['refresh', '--all']);
  await asked;
  child.kill('SIGKILL');
  await child;
  web.publish('/one.xml', { title: 'One', items: numberedItems(3) });
  const refreshed = JSON.parse(await sandbox.output('refresh', '--all', '--json'));
  expect(refreshed).toMatchObject([{ outcome: 'updated', items_new: 1 }]);
});
