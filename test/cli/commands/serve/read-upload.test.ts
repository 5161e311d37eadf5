import { expect, it } from 'vitest';
import { readUpload } from '../../../../src/cli/commands/serve/read-upload.js';

const upload = (text: string, name = 'feeds.yaml') => ({ bytes: Buffer.from(text), name });
const feeds = (count: number) =>
  upload(
    `feeds:\n${Array.from({ length: count }, (_, at) => `  - url: https://a.example/${at}\n`).join('')}`,
  );

it('names twenty of the entries that cannot be used, and counts the rest', async () => {
  const same = upload(`feeds:\n${'  - url: https://example.com/a.xml\n'.repeat(1000)}`);
  const read = await readUpload(same, { accountId: 'a' });
  if (!('manifest' in read)) throw new Error(read.problem);
  expect(read.manifest.feeds).toHaveLength(1);
  expect(read.manifest.skipped).toHaveLength(20);
  expect(read.manifest.notes).toEqual(['979 more entries of the file cannot be used.']);
});

it('accounts take turns, and each is told what is wrong with its file', async () => {
  const order: string[] = [];
  const read = async (accountId: string, file: ReturnType<typeof upload>) => {
    const result = await readUpload(file, { accountId });
    order.push(accountId);
    return result;
  };
  const [, , , last] = await Promise.all([
    ...[0, 1, 2].map(() => read('many', feeds(2000))),
    read('one', upload('<opml><body><outline', 'reader.opml')),
  ]);
  expect(order).toEqual(['many', 'many', 'one', 'many']);
  expect(last).toMatchObject({ problem: expect.stringContaining('reader.opml:1:') });
});

it('the file of a sender who has left is not read', async () => {
  const controller = new AbortController();
  const sender = { accountId: 'a', signal: controller.signal };
  const reads = [readUpload(feeds(20_000), sender), readUpload(feeds(20_000), sender)];
  setTimeout(() => controller.abort(new Error('left')), 100);
  const results = await Promise.allSettled(reads);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await readUpload(feeds(1), { accountId: 'b' })).toHaveProperty('manifest');
});

it.each(['feeds.yaml', 'feeds.json'])('%s has at most a thousand aliases', async (name) => {
  const file = (aliases: number) => upload(`x: &a 1\nfeeds:\n${'  - *a\n'.repeat(aliases)}`, name);
  expect(await readUpload(file(1001), { accountId: 'a' })).toMatchObject({
    problem: expect.stringMatching(/^feeds.*:1003:5: the file has more than 1000 aliases/),
  });
  expect(await readUpload(file(1000), { accountId: 'a' })).toMatchObject({
    problem: expect.not.stringContaining('aliases'),
  });
});
