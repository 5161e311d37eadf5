import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { numberedItems } from '../support/rss.js';
import { startSourceServer } from '../support/source-server.js';
import { Sandbox } from './sandbox.js';

async function opmlFile() {
  const sources = await startSourceServer();
  onTestFinished(() => sources.close());
  const sandbox = new Sandbox();
  const url = sources.publish('/news.xml', { title: 'News', items: numberedItems(2) });
  const other = sources.publish('/other.xml', { title: 'Other', items: numberedItems(2) });
  const down = sources.on('/down.xml', (_, response) => response.writeHead(503).end());
  const file = join(sandbox.home, 'reader.opml');
  writeFileSync(
    file,
    `<opml version="2.0"><body>
      <outline type="rss" text="  My news " xmlUrl="${url}"/>
      <outline text="Other" url="${other}"/>
      <outline type="link" text="A bookmark" url="https://bookmark.example/"/>
      <outline type="rss" text="Down today" xmlUrl="${down}"/>
      <outline type="rss" text="Letters" xmlUrl="newsletter:x"/>
    </body></opml>`,
  );
  return { sandbox, file, url, other, down };
}

it('imports what a feed reader wrote: url=, sources that are down, titles with white space', async () => {
  const { sandbox, file, url, other, down } = await opmlFile();
  const first = await sandbox.run(['import', file]);
  expect(first.code).toBe(8);
  expect(first.stderr).toContain('newsletter:x');
  expect(first.stderr).toMatch(/down\.xml: .*503/);
  expect(first.stderr).toContain('feedctl feeds list --failing');
  const feeds = await sandbox.json('feeds', 'list', '--sort', 'title');
  expect(feeds).toMatchObject([
    { title: 'Down today', source_url: down, health: 'failing' },
    { title: 'My news', source_url: url },
    { title: 'Other', source_url: other },
  ]);
  const again = await sandbox.run(['import', file, '--json']);
  expect(JSON.parse(again.stdout)).toMatchObject({ done: 0, failed: 0, changes: [] });
});

it('plan and apply read the same file; apply --prune refuses it', async () => {
  const { sandbox, file } = await opmlFile();
  await sandbox.run(['feeds', 'list']);
  const applied = await sandbox.run(['apply', file, '--yes']);
  expect(applied.code).toBe(8);
  expect(applied.stderr).toContain('newsletter:x');
  const plan = await sandbox.run(['plan', file, '--json']);
  expect(plan.code).toBe(0);
  expect(JSON.parse(plan.stdout).warnings).toEqual([expect.stringContaining('newsletter:x')]);
  for (const verb of ['plan', 'apply']) {
    expect((await sandbox.run([verb, file, '--prune', '--yes'])).code).toBe(2);
  }
});
