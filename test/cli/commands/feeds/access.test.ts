import { readFile, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { type HostOptions, run } from '../../../support/cli-host.js';
import { startServer } from '../../../support/loopback-server.js';
import { numberedItems, rss } from '../../../support/rss.js';
import { temporaryDirectory } from '../../../support/temporary-directory.js';

/** A source that only a session may read, and a home with the embedded service. */
async function members() {
  const seen: IncomingHttpHeaders[] = [];
  const server = await startServer(({ headers }, response) => {
    seen.push(headers);
    response.statusCode = headers.cookie?.startsWith('session=') ? 200 : 403;
    response.end(rss({ title: 'Members', items: numberedItems(2) }));
  });
  onTestFinished(() => server.close());
  const home = temporaryDirectory();
  const env = { HOME: home, FEEDCTL_ALLOW_PRIVATE_NETWORKS: '1', FEEDCTL_HOST_INTERVAL: '0s' };
  const feedctl = (argv: string[], { env: more, ...options }: HostOptions = {}) =>
    run(argv, { env: { ...env, ...more }, ...options });
  const url = `${server.origin}/feed.xml`;
  return { seen, home, feedctl, url };
}

it('reads secrets from a file, a variable and standard input, and shows none', async () => {
  const { seen, home, feedctl, url } = await members();
  await writeFile(join(home, 'cookie.txt'), 'session=from-file\n');
  await writeFile(
    join(home, 'settings.yaml'),
    `access:
  user_agent: Reader/1.0
  cookie: "@${join(home, 'cookie.txt')}"
  headers: { X-Token: env:FEEDCTL_SECRET_TOKEN }
`,
  );
  const created = await feedctl(
    ['feeds', 'create', '--url', url, '--json', '--with', join(home, 'settings.yaml')],
    { env: { FEEDCTL_SECRET_TOKEN: 'from-variable' } },
  );
  expect(created).toMatchObject({ code: 0 });
  const { id } = JSON.parse(created.stdout) as { id: string };
  await feedctl(['feeds', 'update', id, '--basic-auth', '-'], { stdin: 'anna:from-stdin\n' });
  await feedctl(['refresh', id]);
  expect(seen.at(-1)).toMatchObject({
    cookie: 'session=from-file',
    'x-token': 'from-variable',
    authorization: `Basic ${Buffer.from('anna:from-stdin').toString('base64')}`,
    'user-agent': 'Reader/1.0',
  });
  const shown = await feedctl(['feeds', 'list', '--json']);
  expect(JSON.parse(shown.stdout)).toMatchObject([
    {
      access: {
        headers: { 'x-token': '***' },
        cookie: '***',
        basic_auth: '***',
        user_agent: 'Reader/1.0',
      },
    },
  ]);
  expect(`${created.stdout}${created.stderr}${shown.stdout}`).not.toContain('from-');

  const changed = await feedctl(
    ['feeds', 'update', id, '--json', '--header', 'x-token: none', '--cookie', 'env:NEW'],
    { env: { NEW: 'session=new' } },
  );
  expect(JSON.parse(changed.stdout).access).toEqual({
    cookie: '***',
    basic_auth: '***',
    user_agent: 'Reader/1.0',
  });
  await feedctl(['refresh', id]);
  expect(seen.at(-1)).toMatchObject({ cookie: 'session=new' });
  expect(seen.at(-1)).not.toHaveProperty('x-token');

  const other = await feedctl(['feeds', 'create', '--url', url, '--with', '-'], {
    env: { NEW: 'session=else' },
    stdin: 'access: { cookie: env:NEW }',
  });
  expect(other.code).toBe(5);
  expect(other.stderr).toContain(`feedctl feeds update ${id} --cookie env:NEW`);
});

it.each([
  [['--cookie', 'session=hunter2'], /--cookie takes no secret on the command line/],
  [['--basic-auth', 'anna:hunter2'], /--basic-auth @FILE, env:NAME or -/],
  [['--header', 'X-Token: hunter2'], /--header 'X-Token:' @FILE/],
  [['--source-proxy', 'http://u:hunter2@proxy.example'], /--source-proxy takes no secret/],
  [['--header', 'Host: env:A'], /the header Host is set by the service/],
  [['--header', 'Cookie: env:A'], /has a field of its own: --cookie/],
  [['--header', 'hunter2'], /takes the name of a header/],
  [['--cookie', 'env:NOT_SET'], /NOT_SET is not set/],
  [['--cookie', '@/nowhere/file'], /File not found/],
  [['--cookie', '@/dev/null'], /\/dev\/null is empty, but the cookie is read from it/],
])('refuses %j before any request, without the secret', async (flags, message) => {
  const { seen, feedctl, url } = await members();
  const { code, stderr } = await feedctl(['preview', url, ...flags]);
  expect({ code, requests: seen.length }).toEqual({ code: 2, requests: 0 });
  expect(stderr).toMatch(message);
  expect(stderr).not.toContain('hunter2');
});

it('preview pipes what has no flag of feeds create into it', async () => {
  const { feedctl, url } = await members();
  const { code, stderr } = await feedctl(
    ['preview', url, '--cookie', 'env:A', '--render', 'never', '--exclude', 'Old'],
    { env: { A: 'session=1' } },
  );
  expect(code).toBe(0);
  expect(stderr).toContain(
    `printf %s '{"render":"never","access":{"cookie":"env:A"}}' | feedctl feeds create --url ${url} --exclude Old --with -\n`,
  );
});

it('leaves secrets out of exports, and apply reads them by reference', async () => {
  const { seen, home, feedctl, url } = await members();
  await feedctl(['feeds', 'create', '--url', url, '--with', '-'], {
    env: { A: 'session=hunter2', B: 'hunter3' },
    stdin: 'access: { cookie: env:A, headers: { X-Token: env:B } }',
  });
  const file = join(home, 'feeds.yaml');
  const exported = await feedctl(['export', '--to', file]);
  expect(exported.stderr).toContain('names environment variables in place of the secrets');
  const text = await readFile(file, 'utf8');
  expect(text).toContain('cookie: env:FEEDCTL_SECRET_127_0_0_1_COOKIE');
  expect(text).not.toContain('hunter');

  const other = { HOME: temporaryDirectory() };
  const refused = await feedctl(['apply', file, '--yes'], { env: other });
  expect(refused.code).toBe(2);
  expect(refused.stderr).toMatch(/FEEDCTL_SECRET_127_0_0_1_HEADER_X_TOKEN is not set/);
  expect(refused.stderr).toContain(`${url}: The environment variable`);

  const secrets = {
    FEEDCTL_SECRET_127_0_0_1_COOKIE: 'session=again',
    FEEDCTL_SECRET_127_0_0_1_HEADER_X_TOKEN: 'token',
  };
  const applied = await feedctl(['apply', file, '--yes'], { env: { ...other, ...secrets } });
  expect(applied).toMatchObject({ code: 0 });
  expect(applied.stdout).toContain('access: header x-token, cookie');
  expect(seen.at(-1)).toMatchObject({ cookie: 'session=again', 'x-token': 'token' });
  // The same names: nothing to do, and no secret is needed.
  const again = await feedctl(['apply', file, '--yes'], { env: other });
  expect(again.stdout).toContain('No changes');

  await writeFile(file, `feeds:\n  - url: ${url}\n    access:\n      cookie: env:C\n`);
  const changed = await feedctl(['apply', file, '--yes', '--allow-env', 'C'], {
    env: { ...other, C: 'session=third' },
  });
  expect(changed.stdout).toContain('access: header x-token, cookie → cookie');
  const { stdout } = await feedctl(['feeds', 'list', '--json'], { env: other });
  expect(JSON.parse(stdout)).toMatchObject([{ access: { cookie: '***' } }]);
  expect(JSON.parse(stdout)[0].access).not.toHaveProperty('headers');

  const opml = await feedctl(['export', '--format', 'opml'], { env: other });
  expect(opml.stderr).toContain('OPML cannot describe them');
  await writeFile(file, `feeds:\n  - url: ${url}\n    access:\n      cookie: session=hunter2\n`);
  const literal = await feedctl(['plan', file]);
  expect(literal).toMatchObject({ code: 2 });
  expect(literal.stderr).toContain('must say where the secret is: env:NAME or @FILE');
  expect(literal.stderr).not.toContain('hunter2');
});
