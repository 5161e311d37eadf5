import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { run } from '../../../support/cli-host.js';
import { startServer } from '../../../support/loopback-server.js';
import { numberedItems, rss } from '../../../support/rss.js';
import { temporaryDirectory } from '../../../support/temporary-directory.js';

/** A folder with an account file whose feed sends what this reference names to its own source. */
async function fileThatReads(reference: string) {
  const sent: (string | undefined)[] = [];
  const server = await startServer(({ headers }, response) => {
    sent.push(headers.cookie);
    response.end(rss({ title: 'Members', items: numberedItems(2) }));
  });
  onTestFinished(() => server.close());
  const home = temporaryDirectory();
  const folder = join(home, 'config', 'accounts');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(home, 'config', 'secret'), 'session=outside');
  writeFileSync(join(folder, 'cookie.txt'), 'session=inside\n');
  writeFileSync(join(folder, 'large'), 'x'.repeat(16 * 1024 + 1));
  symlinkSync('../secret', join(folder, 'link'));
  symlinkSync('..', join(folder, 'up'));
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  const file = join(folder, 'feeds.yaml');
  const url = `${server.origin}/feed.xml`;
  const cookie = JSON.stringify(reference.replace('HOME', home));
  writeFileSync(file, `feeds:\n  - url: ${url}\n    access:\n      cookie: ${cookie}\n`);
  const env = {
    ...{ HOME: home, FEEDCTL_ALLOW_PRIVATE_NETWORKS: '1', FEEDCTL_HOST_INTERVAL: '0s' },
    ...{ MY_SECRET: 'session=variable', FEEDCTL_SECRET_X: 'session=prefixed' },
  };
  const feedctl = (argv: string[], stdin = '') => run(argv, { env, stdin });
  return { file, folder, sent, feedctl, url };
}

const OUTSIDE = [
  ['@/etc/hostname', 'outside the folder of this file'],
  ['@../secret', 'outside the folder of this file'],
  ['@HOME/config/secret', 'outside the folder of this file'],
  ['@link', 'outside the folder of this file'],
  ['@up/secret', 'outside the folder of this file'],
  ['@../nothing', 'outside the folder of this file'],
  ['@/dev/zero', 'outside the folder of this file'],
  ['@pipe', 'not a regular file'],
  ['@.', 'not a regular file'],
  ['@large', 'larger than 16 KiB'],
  ['env:MY_SECRET', 'begin with FEEDCTL_SECRET_'],
] as const;

it.each(OUTSIDE)('%s is refused with its line, and nothing is sent', async (reference, why) => {
  const { file, folder, sent, feedctl } = await fileThatReads(reference);
  const site = join(folder, 'public');
  for (const argv of [
    ['plan', file],
    ['apply', file, '--yes'],
    ['import', file],
    ['build', file, '--out', site, '--allow-secrets'],
  ]) {
    const { code, stderr } = await feedctl(argv);
    expect({ argv, code }).toEqual({ argv, code: 2 });
    expect(stderr).toContain(`${file}:4:`);
    expect(stderr).toContain(why);
  }
  expect(sent).toEqual([]);
});

it.each([
  ['@cookie.txt', 'session=inside'],
  ['@HOME/config/accounts/cookie.txt', 'session=inside'],
  ['env:FEEDCTL_SECRET_X', 'session=prefixed'],
])('%s is read by apply, and by build only when it is told to', async (reference, value) => {
  const { file, folder, sent, feedctl } = await fileThatReads(reference);
  expect(await feedctl(['apply', file, '--yes'])).toMatchObject({ code: 0 });
  expect(sent.at(-1)).toBe(value);
  sent.length = 0;
  const build = ['build', file, '--out', join(folder, 'public')];
  const refused = await feedctl(build);
  expect(refused).toMatchObject({ code: 2 });
  expect(refused.stderr).toContain(`${file}:4:`);
  const [, command = ''] = /: feedctl (build .* --allow-secrets)\n/.exec(refused.stderr) ?? [];
  expect(sent).toEqual([]);
  expect(await feedctl(command.split(' '))).toMatchObject({ code: 0 });
  expect(sent.at(-1)).toBe(value);
});

it('a variable is read when the command names it, as the error suggests', async () => {
  const { file, folder, sent, feedctl } = await fileThatReads('env:MY_SECRET');
  for (const argv of [
    ['apply', file, '--yes'],
    ['build', file, '--out', join(folder, 'public')],
  ]) {
    const { stderr } = await feedctl(argv);
    const [, command = ''] = /: feedctl (.* --allow-env MY_SECRET)\n/.exec(stderr) ?? [];
    expect(await feedctl(command.split(' '))).toMatchObject({ code: 0 });
    expect(sent.at(-1)).toBe('session=variable');
    sent.length = 0;
  }
});

it('settings of one feed are limited as a file, and not when they are piped in', async () => {
  const { folder, sent, feedctl, url } = await fileThatReads('@cookie.txt');
  const file = join(folder, 'one.yaml');
  const settings = `access: { headers: { X-A: "@${join(folder, '../secret')}" }, cookie: env:MY_SECRET }\n`;
  writeFileSync(file, settings);
  const create = ['feeds', 'create', url, '--with'];
  const refused = await feedctl([...create, file]);
  expect(refused).toMatchObject({ code: 2 });
  expect(refused.stderr).toMatch(/the header X-A is read from @.*secret, which is outside/);
  expect(refused.stderr).toContain(`--with - < ${file}\n`);
  expect(sent).toEqual([]);
  expect(await feedctl([...create, '-'], settings)).toMatchObject({ code: 0 });
  expect(sent.at(-1)).toBe('session=variable');
});
