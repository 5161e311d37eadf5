import { afterEach, beforeEach, expect, it } from 'vitest';
import { type SourceServer, startSourceServer } from '../support/source-server.js';
import { Sandbox } from './sandbox.js';

let sources: SourceServer;
let sandbox: Sandbox;

beforeEach(async () => {
  sources = await startSourceServer();
  sandbox = new Sandbox();
});
afterEach(() => sources.close());

const COUNT = 10;
const title = (n: number) => `Story number ${n} about the things that happened`;
const stories = (from: number, html: (n: number) => string) =>
  Array.from({ length: COUNT }, (_, at) => html(from + at)).join('');
const rows = (n: number) => `<li class="story"><a href="/news/story-${n}-is">${title(n)}</a></li>`;
const cards = (n: number) =>
  `<section><p><a class="more" href="/read?id=${n}"><b>${title(n)}</b></a></p></section>`;

function show(list: string): string {
  return sources.on('/page', (_, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(`<title>News</title><main><div>${list}</div></main>`),
  );
}

async function create(...more: string[]): Promise<string> {
  const url = show(stories(0, rows));
  const args = ['feeds', 'create', '--url', url, '--from', 'html', ...more, '--json'];
  return JSON.parse((await sandbox.run(args)).stdout).id;
}

it('compares the lists and accepts the new one', async () => {
  const id = await create();
  expect(await sandbox.run(['health', id, '--fix', '--dry-run'])).toMatchObject({ code: 0 });
  show(stories(3, cards));
  const shown = await sandbox.run(['health', id, '--fix', '--dry-run']);
  expect(shown).toMatchObject({ code: 10 });
  expect(shown.stderr).toContain(`feedctl health ${id} --fix\n`);
  expect(shown.stdout).toContain(`${title(3)}\t${title(3)}\t`);
  const applied = await sandbox.run(['health', id, '--fix', '--json']);
  expect(applied.code).toBe(0);
  expect(JSON.parse(applied.stdout)).toMatchObject({
    ...{ state: 'found', known: { of: COUNT, found: COUNT - 3 } },
    applied: { outcome: 'updated', items_new: 3 },
  });
  expect(
    JSON.parse((await sandbox.run(['health', id, '--fix', '--dry-run', '--json'])).stdout),
  ).toMatchObject({
    ...{ state: 'intact', proposal: null, applied: null },
  });
});

it('accepts an uncertain list only when that is confirmed', async () => {
  const id = await create();
  show(stories(9, cards));
  const refused = await sandbox.run(['health', id, '--fix']);
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  expect(refused.stderr).toMatch(/1 of 10 known items .*--yes/);
  expect((await sandbox.run(['health', id, '--fix', '--dry-run'])).stderr).toContain('--pick');
  const applied = await sandbox.run(['health', id, '--fix', '--yes', '--json']);
  expect(JSON.parse(applied.stdout).applied).toMatchObject({ items_new: COUNT - 1 });
});

it('shows new selectors and where else to change them', async () => {
  const id = await create('--select', 'items=li.story');
  show(stories(0, rows).replaceAll('story"', 'tile"'));
  const applied = await sandbox.run(['health', id, '--fix', '--json']);
  const { selectors } = JSON.parse(applied.stdout);
  expect(selectors.items).toContain('tile');
  expect(applied.stderr).toContain('feedctl export');
  const feed = JSON.parse((await sandbox.run(['feeds', 'get', id, '--json'])).stdout);
  expect(feed.selectors).toEqual(selectors);
});

it('fixes every feed that needs it, an uncertain list only with --yes', async () => {
  const id = await create();
  expect(await sandbox.run(['health', '--fix', '--json'])).toMatchObject({
    code: 0,
    stdout: '[]\n',
  });
  sources.on('/page', (_, response) => response.writeHead(500).end());
  expect(await sandbox.run(['refresh', id])).toMatchObject({ code: 8 });
  show(stories(9, cards));
  const shown = await sandbox.run(['health', '--fix', '--dry-run', '--json']);
  expect(shown.code).toBe(10);
  expect(JSON.parse(shown.stdout)).toMatchObject([{ id, state: 'uncertain', applied: null }]);
  const left = await sandbox.run(['health', '--fix', '--json']);
  expect(left.code).toBe(9);
  expect(JSON.parse(left.stdout)).toMatchObject([{ id, applied: null }]);
  const fixed = await sandbox.run(['health', '--fix', '--yes', '--json']);
  expect(fixed.code).toBe(0);
  expect(JSON.parse(fixed.stdout)).toMatchObject([{ id, applied: { items_new: COUNT - 1 } }]);
});

it.each([
  [['--dry-run'], '--dry-run requires --fix.'],
  [['--fix', '--only', 'stale'], '--fix and --only cannot be combined.'],
])('health %j is refused', async (flags, message) => {
  const { code, stderr } = await sandbox.run(['health', ...flags]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});
