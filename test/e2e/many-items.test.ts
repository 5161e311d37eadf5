import { expect, it, onTestFinished } from 'vitest';
import { numberedItems } from '../support/rss.js';
import { startSourceServer } from '../support/source-server.js';
import { Sandbox } from './sandbox.js';

/** Together more than the 500 of one answer, and so are those that come later. */
const FEEDS = 2;
const ITEMS = 260;

async function largeBundle() {
  const sources = await startSourceServer();
  onTestFinished(() => sources.close());
  const sandbox = new Sandbox();
  const ids: string[] = [];
  for (let feed = 0; feed < FEEDS; feed += 1) {
    const items = numberedItems(ITEMS, `of ${feed}`);
    const url = sources.publish(`/${feed}.xml`, { title: `Feed ${feed}`, items });
    ids.push((await sandbox.run(['feeds', 'create', '--url', url, '-o', 'id'])).stdout.trim());
  }
  const members = ids.flatMap((id) => ['--feed', id]);
  await sandbox.run(['bundles', 'create', '--name', 'All', ...members]);
  return { sandbox, sources, ids };
}

it('items, digest and watch have all items of a bundle and of the account', async () => {
  const { sandbox, sources, ids } = await largeBundle();
  const count = async (...args: string[]) =>
    (await sandbox.run([...args, '-o', 'jsonl'])).stdout.split('\n').filter(Boolean).length;
  const all = FEEDS * ITEMS;
  expect(await count('items', 'All')).toBe(all);
  expect(await count('items', 'All', '--since', '1990-01-01', '--limit', '100000')).toBe(all);
  expect(await count('items', 'All', '--limit', '501')).toBe(501);
  expect(await count('items')).toBe(all);
  const piped = await sandbox.run(['items', '-', '-o', 'csv'], { input: `${ids[0]}\n${ids[1]}\n` });
  expect(piped.stdout.trim().split('\n')).toHaveLength(1 + 2 * ITEMS);
  for (const scope of [['All'], []]) {
    const digest = ['digest', ...scope, '--since', '1990-01-01', '--format', 'json'];
    expect(JSON.parse((await sandbox.run(digest)).stdout)).toMatchObject({ count: all });
    const marked = ['digest', ...scope, '--since', '1990-01-01', '--mark', '--format', 'json'];
    expect(JSON.parse((await sandbox.run(marked)).stdout)).toMatchObject({ count: all });
    expect(JSON.parse((await sandbox.run(marked)).stdout)).toMatchObject({ count: 0 });
    expect(await count('watch', ...scope, '--once', '--all')).toBe(all);
    expect(await count('watch', ...scope, '--once')).toBe(0);
  }

  // More new items than one answer has.
  for (const feed of [0, 1]) {
    const items = numberedItems(ITEMS, `later ${feed}`);
    sources.publish(`/${feed}.xml`, { title: `Feed ${feed}`, items });
  }
  await sandbox.run(['refresh', '--all']);
  expect(await count('watch', 'All', '--once')).toBe(2 * ITEMS);
  expect(await count('watch', '--once')).toBe(2 * ITEMS);
  expect(await count('watch', 'All', '--once')).toBe(0);
  const digest = ['digest', 'All', '--mark', '--format', 'json'];
  expect(JSON.parse((await sandbox.run(digest)).stdout)).toMatchObject({ count: 2 * ITEMS });

  // The answer with the bundle says that it has the newest 500 only.
  const get = await sandbox.run(['bundles', 'get', 'All']);
  expect(get.stderr).toMatch(/newest 500 items\. For all: feedctl items _\w{16}/);
});
