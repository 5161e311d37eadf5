import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { startSourceServer } from '../support/source-server.js';
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
    const create = [
      'feeds',
      'create',
      '--url',
      url,
      '--full-text',
      '--backfill-text',
      '2',
      '--json',
    ];
    const created = await sandbox.run(create);
    const feed = JSON.parse(created.stdout);
    expect(feed.items.map(({ summary }: { summary?: string }) => summary)).toEqual([
      ...['Teaser one.', 'Teaser two.'],
      undefined,
    ]);
    const refetched = await sandbox.run(['feeds', 'refetch', feed.id, '--missing', '--json']);
    expect(JSON.parse(refetched.stdout)).toEqual({ fetched: 1, failed: 0, failures: [] });
    await sandbox.run(['settings', 'set', feed.id, '--clear-full-text']);
    const refused = await sandbox.run(['feeds', 'refetch', feed.id]);
    expect(refused.stderr).toContain(`feedctl settings set ${feed.id} --full-text`);
  } finally {
    await sources.close();
  }
});

it('refuses --backfill-text without --full-text', async () => {
  const { stderr } = await new Sandbox().run(['feeds', 'create', '--backfill-text', '2']);
  expect(stderr).toContain('--backfill-text requires --full-text');
});
