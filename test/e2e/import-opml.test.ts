import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { numberedItems, rss } from '../support/rss.js';
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

it('turns a login in an address into basic authentication, and prints the password nowhere', async () => {
  const sources = await startSourceServer();
  onTestFinished(() => sources.close());
  const sandbox = new Sandbox();
  const url = sources.on('/private.xml', (request, response) => {
    const isKnown = request.headers.authorization === `Basic ${btoa('joe:p@ss word')}`;
    if (!isKnown) response.writeHead(401).end();
    else response.end(rss({ title: 'Private', items: numberedItems(1) }));
  });
  const file = join(sandbox.home, 'reader.opml');
  const address = url.replace('://', '://joe:p%40ss%20word@');
  const bad = 'ftp://joe:p%40ss@h.example/'.replace('ftp', 'http').replace('h.example', 'h exa');
  writeFileSync(
    file,
    `<opml version="2.0"><body><outline text="${address}" type="rss" xmlUrl="${address}"/>
    <outline text="Bad" type="rss" xmlUrl="${bad}"/></body></opml>`,
  );
  const said: string[] = [];
  const run = async (...words: string[]) => {
    const { code, stdout, stderr } = await sandbox.run(words);
    said.push(stdout, stderr);
    return { code, stdout };
  };
  await run('plan', file);
  await run('plan', file, '--json');
  await run('import', file);
  const feeds = JSON.parse((await run('feeds', 'list', '--json')).stdout);
  expect(feeds).toMatchObject([{ title: 'Private', source_url: url, health: 'ok' }]);
  expect((await run('import', file, '--json')).stdout).toContain('"changes": []');
  for (const format of ['yaml', 'json', 'opml', 'csv']) await run('export', '--format', format);
  await run('feeds', 'get', feeds[0].id, '--json');
  await run('feeds', 'create', address);
  expect(said.join('\n')).not.toMatch(/p(?:%40|@)ss/);
});
