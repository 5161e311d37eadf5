import LibsqlDatabase from 'libsql';
import { describe, expect, it, onTestFinished } from 'vitest';
import { numberedItems } from '../../support/rss.js';
import { Sandbox } from '../../support/sandbox.js';
import { type SourceServer, startSourceServer } from '../../support/source-server.js';

interface Row {
  id: string;
  outcome: string;
  items_new: number;
  items_changed: number;
  error: { code: string; message: string } | null;
  next_refresh_at: string | null;
}

async function sources(): Promise<SourceServer> {
  const server = await startSourceServer();
  onTestFinished(() => server.close());
  return server;
}

async function withFeed(paths: readonly string[] = ['/one.xml']) {
  const sandbox = new Sandbox();
  const web = await sources();
  const ids: string[] = [];
  for (const path of paths) {
    const url = web.publish(path, { title: `Feed ${path}`, items: numberedItems(2, path) });
    ids.push((await sandbox.output('feeds', 'create', '--url', url, '-o', 'id')).trim());
  }
  const publish = (path: string, items: number) =>
    web.publish(path, { title: `Feed ${path}`, items: numberedItems(items, path) });
  return { sandbox, web, ids, publish };
}

/** Moves the time at which feeds are due into the past, as if they had been left alone for long. */
function makeDue(sandbox: Sandbox, id?: string): void {
  const db = new LibsqlDatabase(sandbox.databaseFile);
  // A `serve` may be writing.
  db.pragma('busy_timeout = 10000');
  try {
    db.prepare('update feeds set next_refresh_at = 1000 where id = coalesce(?, id)').run([
      id ?? null,
    ]);
  } finally {
    db.close();
  }
}

describe('feedctl refresh', () => {
  it('reads what is due, or what is named, and says what came of each', async () => {
    const { sandbox, ids, publish } = await withFeed(['/one.xml', '/two.xml']);
    const nothing = await sandbox.run(['refresh', '--json']);
    expect(nothing).toEqual({ code: 0, stdout: '[]\n', stderr: '' });

    publish('/two.xml', 5);
    const named = (await sandbox.json('refresh', ids[1] ?? '')) as Row[];
    expect(named).toEqual([
      {
        id: ids[1],
        title: 'Feed /two.xml',
        outcome: 'updated',
        items_new: 3,
        items_changed: 0,
        error: null,
        next_refresh_at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ]);

    makeDue(sandbox, ids[0]);
    const due = (await sandbox.json('refresh')) as Row[];
    expect(due.map(({ id, outcome }) => ({ id, outcome }))).toEqual([
      { id: ids[0], outcome: 'unchanged' },
    ]);
  });

  it('takes bundles, and goes on after a failure', async () => {
    const { sandbox, ids, web } = await withFeed(['/one.xml', '/two.xml', '/three.xml']);
    const members = ids.slice(0, 2).flatMap((id) => ['--feed', id]);
    const created = ['bundles', 'create', '--name', 'Both', ...members, '-o', 'id'];
    const bundle = (await sandbox.output(...created)).trim();
    web.on('/one.xml', (_, response) => response.writeHead(500).end());
    const { code, stdout, stderr } = await sandbox.run(['refresh', bundle, '-o', 'jsonl', '-q']);
    const rows = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Row);

    expect(code).toBe(8);
    expect(rows.map(({ id }) => id).sort()).toEqual(ids.slice(0, 2).sort());
    expect(rows.find(({ id }) => id === ids[0])).toMatchObject({
      outcome: 'failed',
      error: { code: 'SOURCE_UNREACHABLE', message: expect.stringContaining('HTTP 500') },
    });
    expect(JSON.parse(stderr)).toMatchObject({
      error: { message: '1 of 2 feeds could not be refreshed.' },
    });
  });

  it('revives a feed that was given up', async () => {
    const { sandbox, ids, web, publish } = await withFeed();
    const id = ids[0] ?? '';
    web.on('/one.xml', (_, response) => response.writeHead(410).end());
    await sandbox.run(['refresh', id]);
    await sandbox.run(['refresh', id]);
    expect(await sandbox.json('feeds', 'get', id)).toMatchObject({ is_active: false });

    publish('/one.xml', 2);
    await sandbox.output('refresh', id);
    expect(await sandbox.json('feeds', 'get', id)).toMatchObject({ is_active: true });
  });

  it('refuses a feed that does not exist and options that contradict each other', async () => {
    const { sandbox } = await withFeed();
    expect(await sandbox.run(['refresh', 'nosuchfeed000000'])).toMatchObject({ code: 3 });
    expect(await sandbox.run(['refresh', '--all', '--due'])).toMatchObject({ code: 2 });
  });
});
