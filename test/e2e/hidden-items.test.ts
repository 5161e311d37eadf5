import { expect, it, onTestFinished } from 'vitest';
import { startSourceServer } from '../support/source-server.js';
import { Sandbox } from './sandbox.js';

it('watch neither misses nor repeats items of a bundle that hides more than 2,000', async () => {
  const sources = await startSourceServer();
  onTestFinished(() => sources.close());
  const sandbox = new Sandbox();
  const ids: string[] = [];
  for (let feed = 0; feed < 5; feed += 1) {
    const items = Array.from({ length: 500 }, (_, n) => ({
      guid: `${feed}-${n}`,
      link: `https://example.com/${feed}/${n}`,
      title: n % 100 === 0 ? `Wanted ${feed}-${n}` : `Noise ${feed}-${n}`,
    }));
    const url = sources.publish(`/${feed}.xml`, { title: `F${feed}`, items });
    ids.push((await sandbox.run(['feeds', 'create', '--url', url, '-o', 'id'])).stdout.trim());
  }
  const group = ['bundles', 'create', '--name', 'All', '--exclude', 'noise', '-o', 'id'];
  const members = ids.flatMap((id) => ['--feed', id]);
  const bundle = (await sandbox.run([...group, ...members])).stdout.trim();
  const watch = ['watch', bundle, '--once', '--all', '-o', 'jsonl'];
  const titles = async () =>
    (await sandbox.run(watch)).stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line).title);
  const first = await titles();
  expect(first).toHaveLength(25);
  expect(new Set(first).size).toBe(25);
  expect(await titles()).toEqual([]);
  // What becomes visible was there before.
  await sandbox.run(['bundles', 'update', bundle, '--exclude', '']);
  expect(await titles()).toEqual([]);
});

it('--ensure does not take a feed with other filters for the wanted one', async () => {
  const sources = await startSourceServer();
  onTestFinished(() => sources.close());
  const sandbox = new Sandbox();
  const url = sources.publish('/feed.xml', { items: [] });
  const create = ['feeds', 'create', '--url', url, '--ensure', '-o', 'id'];
  const id = (await sandbox.run([...create, '--exclude', 'sponsored'])).stdout.trim();
  expect((await sandbox.run([...create, '--exclude', 'sponsored'])).stdout.trim()).toBe(id);
  expect((await sandbox.run(create)).stdout.trim()).toBe(id);
  const other = await sandbox.run([...create, '--exclude', 'other']);
  expect(other.code).toBe(5);
  expect(other.stderr).toContain(`feedctl feeds update ${id} --exclude other`);
});
