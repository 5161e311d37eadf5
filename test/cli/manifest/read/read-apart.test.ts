import { expect, it } from 'vitest';
import { readApart } from '../../../../src/cli/manifest/read/read-apart.js';

function yamlOf(feeds: number) {
  const entries = Array.from(
    { length: feeds },
    (_, at) => `  - url: https://site-${at}.example/feed.xml\n    title: Feed ${at}\n`,
  );
  return { bytes: Buffer.from(`feeds:\n${entries.join('')}`), name: 'feeds.yaml', options: {} };
}

it('reads files in a thread, so that a server answers others meanwhile', async () => {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  const { feeds } = await readApart('manifest', yamlOf(1000), undefined);
  clearInterval(timer);
  expect(feeds).toHaveLength(1000);
  expect(turns).toBeGreaterThan(5);
});

it.each([10, 100_000])('says what is wrong with a file of %i bytes', async (length) => {
  const bytes = Buffer.from(`feeds:\n${'#'.repeat(length)}\n  - url: 1\n`);
  const read = readApart('manifest', { bytes, name: 'f.yaml', options: {} }, undefined);
  await expect(read).rejects.toMatchObject({
    ...{ name: 'CliError', exitCode: 2, code: 'INVALID_FILE' },
    message: expect.stringContaining('f.yaml:3:'),
    hint: expect.stringContaining('Fix the file'),
  });
});

/** What takes minutes to read. */
const ALIASES = {
  bytes: Buffer.from(`x: &a 1\nfeeds:\n${'  - *a\n'.repeat(99_000)}`),
  ...{ name: 'aliases.yaml', options: {} },
};

it('a file that takes long is broken off by a signal', async () => {
  const controller = new AbortController();
  const read = readApart('manifest', ALIASES, controller.signal);
  setTimeout(() => controller.abort(new Error('stopped')), 300);
  await expect(read).rejects.toThrow('stopped');
  await expect(readApart('manifest', ALIASES, controller.signal)).rejects.toThrow('stopped');
});

it('a file of a stranger has a limit of time', async () => {
  const read = readApart('manifest', ALIASES, undefined, { timeoutMs: 300 });
  await expect(read).rejects.toThrow('it takes too long. Split it');
});

it.each([
  ['manifest', 'f.csv', { format: 'csv' as const }],
  ['sources', 'list', null],
] as const)('a file of a million columns is refused as %s', async (as, name, options) => {
  const names = Array.from({ length: 1_000_000 }, (_, at) => `c${at}`);
  const bytes = Buffer.from(`url,${names.join(',')}\nhttps://a.example/\n`);
  await expect(readApart(as, { bytes, name, options } as never, undefined)).rejects.toThrow(
    'has more than 1000 columns',
  );
});
