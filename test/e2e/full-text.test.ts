import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { type SourceServer, startSourceServer } from '../support/source-server.js';
import { Sandbox } from './sandbox.js';

const PAGE = readFileSync(new URL('../fixtures/articles/news.html', import.meta.url));

it('reads whole articles from the command line', async () => {
  const sources = await startSourceServer();
  const sandbox = new Sandbox();
  try {
    const items = ['one', 'two', 'three'].map((title) => ({
      ...{ guid: title, title, description: `Teaser ${title}.` },
      link: sources.on(`/${title}.html`, (_, response) =>
        response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE),
      ),
    }));
    const url = sources.publish('/feed.xml', { title: 'Example', items });
    const id = (await sandbox.output('feeds', 'create', url, '--full-text', '-o', 'id')).trim();
    await sandbox.output('settings', 'set', id, '--full-text', '--backfill-text', '2');
    const feed = (await sandbox.json('feeds', 'get', id)) as {
      id: string;
      items: { summary?: string }[];
    };
    expect(feed.items.map(({ summary }: { summary?: string }) => summary)).toEqual([
      ...['Teaser one.', 'Teaser two.'],
      undefined,
    ]);
    const refetched = await sandbox.run(['refresh', feed.id, '--texts', '--missing', '--json']);
    expect(JSON.parse(refetched.stdout)).toEqual([
      { id: feed.id, fetched: 1, failed: 0, failures: [] },
    ]);
    await sandbox.run(['settings', 'set', feed.id, '--clear-full-text']);
    const refused = await sandbox.run(['refresh', feed.id, '--texts']);
    expect(refused.stderr).toContain(`feedctl settings set ${feed.id} --full-text`);
  } finally {
    await sources.close();
  }
});

/** A feed with full texts whose next item has a page. */
async function withNewItem(sandbox: Sandbox, sources: SourceServer) {
  const page = sources.on('/new.html', (_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE),
  );
  const url = sources.publish('/feed.xml', { title: 'Example', items: [] });
  const created = await sandbox.run(['feeds', 'create', '--url', url, '--full-text', '-o', 'id']);
  const id = created.stdout.trim();
  return {
    id,
    publish: () =>
      sources.publish('/feed.xml', {
        title: 'Example',
        items: [{ guid: 'new', title: 'New', link: page, description: 'A teaser.' }],
      }),
  };
}

it('fetches the texts before `feedctl refresh` ends, where nothing else does', async () => {
  const sources = await startSourceServer();
  onTestFinished(() => sources.close());
  const sandbox = new Sandbox();
  const { id, publish } = await withNewItem(sandbox, sources);
  publish();
  expect(await sandbox.run(['refresh', id])).toMatchObject({ code: 0 });
  const [item] = JSON.parse((await sandbox.run(['items', id, '--json'])).stdout);
  expect(item).toMatchObject({ summary: 'A teaser.' });
  expect(item.description_text).toContain('plumbing');
});

it('watch prints a new item once, with its full text', async () => {
  const sources = await startSourceServer();
  onTestFinished(() => sources.close());
  const sandbox = new Sandbox({ FEEDCTL_REFRESH_FLOOR: '1s', FEEDCTL_REFRESH_CEILING: '1s' });
  const { id, publish } = await withNewItem(sandbox, sources);
  const watch = ['watch', id, '--once', '--all', '-o', 'jsonl'];
  expect((await sandbox.run(watch)).stdout).toBe('');
  publish();
  await sleep(1000);
  const { stdout } = await sandbox.run(watch);
  const lines = stdout.trim().split('\n');
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ change: 'new', summary: 'A teaser.' });
  expect((await sandbox.run(watch)).stdout).toBe('');
});

it('refuses --backfill-text without --full-text', async () => {
  const { stderr } = await new Sandbox().run(['settings', 'set', 'x', '--backfill-text', '2']);
  expect(stderr).toContain('--backfill-text requires --full-text');
});
