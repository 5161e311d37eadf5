import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LoopbackServer, startServer } from '../support/loopback-server.js';
import { rss } from '../support/rss.js';
import { Sandbox } from './sandbox.js';

const titles = ['The bus is late', 'Sponsored: a bus', 'A train'];
let site: LoopbackServer;
beforeAll(async () => {
  site = await startServer((_, response) => {
    response.setHeader('content-type', 'application/rss+xml');
    const items = titles.map((title) => ({
      guid: title,
      title,
      link: `https://example.com/${title}`,
    }));
    response.end(rss({ title: 'Town', items }));
  });
});
afterAll(() => site.close());

const titlesIn = (stdout: string): string[] =>
  (JSON.parse(stdout) as { title: string }[]).map(({ title }) => title);

async function withFeed(sandbox: Sandbox, ...rules: string[]): Promise<string> {
  const create = ['feeds', 'create', '--url', `${site.origin}/town.xml`, '-o', 'id'];
  return (await sandbox.run([...create, ...rules])).stdout.trim();
}

it('creates, changes and clears filters, and lists what they hide', async () => {
  const sandbox = new Sandbox();
  const id = await withFeed(sandbox, '--include', 'bus', '--exclude', '/^sponsored/i');
  for (const scope of [[id], []]) {
    const shown = await sandbox.run(['items', ...scope, '--json']);
    expect(titlesIn(shown.stdout)).toEqual(['The bus is late']);
    expect(shown.stderr).toBe(
      '2 items are hidden by filters. Add --dropped to see which, and by which rule.\n',
    );
  }
  const searched = await sandbox.run(['items', '--search', 'bus', '--json']);
  expect(titlesIn(searched.stdout)).toEqual(['The bus is late']);
  expect(searched.stderr).toContain('1 item is hidden by filters.');
  const dropped = await sandbox.run([
    'items',
    id,
    '--dropped',
    '--json',
    '--fields',
    'title,dropped_by.rule',
  ]);
  expect(JSON.parse(dropped.stdout)).toEqual([
    { title: 'Sponsored: a bus', 'dropped_by.rule': '/^sponsored/i' },
    { title: 'A train', 'dropped_by.rule': null },
  ]);
  expect((await sandbox.run(['feeds', 'get', id])).stdout).toMatch(/include\s+bus/);
  const update = (...rules: string[]) => sandbox.run(['feeds', 'update', id, ...rules, '--json']);
  expect(JSON.parse((await update('--exclude', '')).stdout).filters).toEqual({
    include: ['bus'],
    exclude: [],
  });
  expect(JSON.parse((await update('--include', '')).stdout)).not.toHaveProperty('filters');
});

it('names a rule that cannot match', async () => {
  const sandbox = new Sandbox();
  const id = await withFeed(sandbox);
  const result = await sandbox.run(['feeds', 'update', id, '--include', 'titel:x']);
  expect(result).toMatchObject({
    code: 5,
    stderr: expect.stringContaining('titel: is not a prefix'),
  });
});

it('points to the update when the feed exists with other filters', async () => {
  const sandbox = new Sandbox();
  const id = await withFeed(sandbox, '--include', 'bus');
  const create = ['feeds', 'create', '--url', `${site.origin}/town.xml`, '--include', 'train'];
  expect(await sandbox.run(create)).toMatchObject({
    code: 5,
    stderr: expect.stringContaining(`feedctl feeds update ${id} --include train`),
  });
});

it('mutes words in all feeds', async () => {
  const sandbox = new Sandbox();
  await withFeed(sandbox);
  const mute = (...words: string[]) => sandbox.run(['mute', ...words, '--json']);
  expect(JSON.parse((await mute('add', 'sponsored', 'title:train')).stdout)).toEqual([
    { rule: 'sponsored' },
    { rule: 'title:train' },
  ]);
  const shown = await sandbox.run(['items', '--json']);
  expect(titlesIn(shown.stdout)).toEqual(['The bus is late']);
  expect(shown.stderr).toContain('2 items are hidden by filters.');
  expect(JSON.parse((await mute('remove', 'sponsored')).stdout)).toEqual([{ rule: 'title:train' }]);
  expect(titlesIn((await sandbox.run(['items', '--json'])).stdout)).toHaveLength(2);
  expect(JSON.parse((await mute('list')).stdout)).toEqual([{ rule: 'title:train' }]);
  expect(await mute('add', 'titel:x')).toMatchObject({ code: 5 });
});

it('shows a bundle of one feed as a filtered view', async () => {
  const sandbox = new Sandbox();
  const id = await withFeed(sandbox);
  await sandbox.run(['bundles', 'create', '--name', 'Trains', '--feed', id, '--include', 'train']);
  expect(titlesIn((await sandbox.run(['items', 'Trains', '--json'])).stdout)).toEqual(['A train']);
});

it('previews what a filter keeps and drops', async () => {
  const sandbox = new Sandbox();
  const preview = await sandbox.run(['preview', `${site.origin}/town.xml`, '--exclude', 'bus']);
  expect(preview.stdout).toMatch(/A train[\s\S]*The bus is late\texclude\tbus/);
  expect(preview.stderr).toContain('1 item (2 dropped by the filters)');
});

it('watch does not print items as new that a changed filter makes visible', async () => {
  const sandbox = new Sandbox();
  const id = await withFeed(sandbox, '--include', 'bus');
  const watch = async () =>
    titlesIn((await sandbox.run(['watch', id, '--once', '--all', '--json'])).stdout);
  expect((await watch()).sort()).toEqual(['Sponsored: a bus', 'The bus is late']);
  await sandbox.run(['feeds', 'update', id, '--include', '']);
  expect(await watch()).toEqual([]);
});

it('what is muted first of all is kept', async () => {
  const sandbox = new Sandbox();
  await sandbox.run(['mute', 'add', 'word']);
  expect(JSON.parse((await sandbox.run(['mute', 'list', '--json'])).stdout)).toEqual([
    { rule: 'word' },
  ]);
});
