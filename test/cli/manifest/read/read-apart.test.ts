import { expect, it } from 'vitest';
import { readApart } from '../../../../src/cli/manifest/read/read-apart.js';

function yamlOf(feeds: number): Buffer {
  const entries = Array.from(
    { length: feeds },
    (_, at) => `  - url: https://site-${at}.example/feed.xml\n    title: Feed ${at}\n`,
  );
  return Buffer.from(`feeds:\n${entries.join('')}`);
}

it('reads files in a thread, so that a server answers others meanwhile', async () => {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  const read = await readApart({ bytes: yamlOf(1000), name: 'feeds.yaml' });
  clearInterval(timer);
  expect('manifest' in read && read.manifest.feeds).toHaveLength(1000);
  expect(turns).toBeGreaterThan(5);
});

it('reads one file after the other, and says what is wrong with each', async () => {
  const files = ['<opml><body><outline', '<opml version="2.0"><body/></opml>'];
  const read = await Promise.all(
    files.map((text) => readApart({ bytes: Buffer.from(text), name: 'reader.opml' })),
  );
  expect(read).toMatchObject([
    { problem: expect.stringContaining('reader.opml:1:') },
    { manifest: { feeds: [] } },
  ]);
});

it('names twenty of the entries that cannot be used, and counts the rest', async () => {
  const bytes = Buffer.from(`feeds:\n${'  - url: https://example.com/a.xml\n'.repeat(1000)}`);
  const read = await readApart({ bytes, name: 'same.yaml' });
  if (!('manifest' in read)) throw new Error(read.problem);
  expect(read.manifest.feeds).toHaveLength(1);
  expect(read.manifest.skipped).toHaveLength(20);
  expect(read.manifest.notes).toEqual(['979 more entries of the file cannot be used.']);
});
