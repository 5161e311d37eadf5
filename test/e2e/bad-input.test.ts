import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import Database from 'libsql';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { numberedItems } from '../support/rss.js';
import { type SourceServer, startSourceServer } from '../support/source-server.js';
import { fileDirectory } from '../support/temporary-directory.js';
import { Sandbox } from './sandbox.js';

/** The id of a feed: anything shorter could be a title. */
const A_FEED = 'a'.repeat(16);

/** One for all tests: what is refused leaves nothing behind. */
const sandbox = new Sandbox({}, fileDirectory());

let sources: SourceServer;
beforeAll(async () => {
  sources = await startSourceServer();
});
afterAll(() => sources.close());

function page(path: string, status: number, type: string, body: string | Buffer): string {
  return sources.on(path, (_, response) => {
    response.writeHead(status, { 'content-type': type }).end(body);
  });
}

/** Creating from an address fails; what is said of it, as a script sees it. */
async function refusal(url: string, env: Record<string, string> = {}) {
  const { code, stdout, stderr } = await sandbox.run(
    ['feeds', 'create', '--url', url, '--json', '-q'],
    { env },
  );
  expect(stdout).toBe('');
  expect(stderr.trim().split('\n')).toHaveLength(1);
  return { exit: code, error: JSON.parse(stderr).error };
}

describe('addresses that are wrong before anything is sent', () => {
  it.each([
    ['nonsense', '"nonsense" is not an address.'],
    ['', 'Type an address, such as example.com/news.'],
    ['ftp://example.com/feed', 'only http and https addresses are'],
    ['file:///etc/passwd', 'only http and https addresses are'],
  ])('%j', async (url, message) => {
    const fresh = new Sandbox();
    const { code, stdout, stderr } = await fresh.run(['feeds', 'create', '--url', url]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(fresh.hasDatabase()).toBe(false);
  });
});

describe('sources that cannot be read', () => {
  it.each<[string, () => string, string, RegExp]>([
    ['user info', () => 'http://jo:pw@127.0.0.1/feed', '', /user|password/i],
    [
      'an unknown host',
      () => 'http://does-not-exist.invalid/feed',
      'SOURCE_UNREACHABLE',
      /does-not-exist\.invalid/,
    ],
    [
      'a refused connection',
      () => 'http://127.0.0.1:2/feed',
      'SOURCE_UNREACHABLE',
      /127\.0\.0\.1:2/,
    ],
    ['404', () => page('/404', 404, 'text/html', 'no'), 'SOURCE_UNREACHABLE', /404/],
    ['403', () => page('/403', 403, 'text/html', 'no'), 'SOURCE_BLOCKED', /403/],
    ['500', () => page('/500', 500, 'text/html', 'no'), 'SOURCE_UNREACHABLE', /500/],
    [
      'an empty body',
      () => page('/empty', 200, 'application/rss+xml', ''),
      'SOURCE_INVALID',
      /empty/,
    ],
    [
      'truncated XML',
      () => page('/cut', 200, 'application/rss+xml', '<rss version="2.0"><chan'),
      'SOURCE_INVALID',
      /breaks off in the middle/,
    ],
    [
      'a binary body',
      () => page('/bin', 200, 'image/png', gzipSync('x'.repeat(9000))),
      'SOURCE_INVALID',
      /./,
    ],
    [
      'HTML without a feed',
      () => page('/page', 200, 'text/html', '<html><title>x</title><p>Hello.</p></html>'),
      'NO_ITEMS_FOUND',
      /./,
    ],
  ])('%s', async (_, source, code, message) => {
    const { exit, error } = await refusal(source());
    expect(exit).toBe(5);
    expect(error).toMatchObject({
      statusCode: 400,
      exitCode: 5,
      code: expect.stringContaining(code),
    });
    expect(error.message).toMatch(message);
    expect(await sandbox.json('feeds', 'list', '-q')).toEqual([]);
  });

  it.each([
    'http://127.0.0.1/',
    'http://10.0.0.1/',
    'http://[::1]/',
    'http://0x7f.1/',
    'http://localhost/',
  ])('a private address: %s', async (url) => {
    const { exit, error } = await refusal(url, { FEEDCTL_ALLOW_PRIVATE_NETWORKS: '' });
    expect({ exit, code: error.code }).toEqual({ exit: 5, code: 'SOURCE_FORBIDDEN' });
  });

  it('a cloud metadata address, whatever is allowed', async () => {
    const { exit, error } = await refusal('http://169.254.169.254/latest/meta-data/');
    expect({ exit, code: error.code }).toEqual({ exit: 5, code: 'SOURCE_FORBIDDEN' });
  });
});

describe('ids', () => {
  it.each([
    [['feeds', 'get', 'nope']],
    [['feeds', 'update', 'nope', '--title', 'x']],
    [['feeds', 'delete', 'nope', '--yes']],
    [['items', 'nope']],
    [['items', '_nope']],
    [['settings', 'get', 'nope']],
    [['settings', 'set', 'nope', '--custom-author', 'x']],
    [['bundles', 'get', '_nope']],
    [['bundles', 'update', '_nope', '--name', 'x']],
    [['bundles', 'delete', '_nope', '--yes']],
    [['bundles', 'add', '_nope', 'nope']],
    [['bundles', 'create', '--name', 'x', '--feed', 'nope']],
  ])('%j is not found: exit 3', async (argv) => {
    const { code, stderr } = await sandbox.run([...argv, '-q']);
    expect(code).toBe(3);
    expect(stderr).toMatch(
      /^Error: There is no (?:feed|bundle|feed or bundle) "_?nope"\.\nHint: List the .* list --all\n$/,
    );
  });

  it.each([
    [['feeds', 'delete', '_b', '--yes'], 'For bundles: feedctl bundles delete _b'],
    [['feeds', 'update', '_b', '--title', 'x'], 'For bundles: feedctl bundles update _b'],
    [['settings', 'get', '_b'], 'For bundles: feedctl bundles get _b'],
    [['bundles', 'get', A_FEED], `For feeds: feedctl feeds get ${A_FEED}`],
    [['bundles', 'delete', A_FEED, '--yes'], `For feeds: feedctl feeds delete ${A_FEED}`],
    [['bundles', 'add', A_FEED, 'g'], `For feeds: feedctl feeds get ${A_FEED}`],
    [['bundles', 'add', '_b', '_c'], 'For bundles: feedctl bundles get _c'],
    [['feeds', 'delete', '', '--yes'], 'Name a feed by its title, address or id'],
  ])('%j is of the other sort: exit 2', async (argv, hint) => {
    const { code, stdout, stderr } = await sandbox.run(argv);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(hint);
  });
});

describe('values', () => {
  it.each([
    [['feeds', 'create', '--url', 'https://a.example', '--keyword', 'x'], 'use only one'],
    [['feeds', 'create'], 'pass a URL, --keyword or --headline'],
    [['feeds', 'create', '--keyword', 'x', '--region', 'Mars'], 'not a region'],
    [
      ['feeds', 'update', 'x'],
      'For example: --title TEXT, --every 15m. All: feedctl help feeds update',
    ],
    [['settings', 'set', 'x'], 'For example: --every 15m. All: feedctl help settings set'],
    [['settings', 'set', 'x', '--custom-author', ''], '--custom-author must not be empty'],
    [
      ['feeds', 'update', 'x', '--icon', 'nope'],
      '--icon takes an http or https address, not "nope"',
    ],
    [['bundles', 'create'], 'A bundle needs a name.'],
    [['api', 'FETCH', '/v1/feeds'], 'is not a supported HTTP method'],
    [['api', 'GET', '/v1/feeds', '--query', 'limit'], '--query takes NAME=VALUE'],
    [['api', 'POST', '/v1/feeds', '--input', '/does/not/exist'], 'File not found: /does/not/exist'],
    [['serve', '--port', '70000'], '--port takes a whole number from 0 to 65535'],
    [['serve', '--tls-cert', 'x.pem'], '--tls-cert requires --tls-key FILE.'],
    [['serve', '--host', '0.0.0.0', '--port', '0'], 'without HTTPS'],
  ])('%j: exit 2', async (argv, message) => {
    const { code, stdout, stderr } = await sandbox.run(argv);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });

  it('that the service rejects: exit 5, naming the field', async () => {
    const url = sources.publish('/ok.xml', { title: 'Ok', items: numberedItems(1) });
    const id = (await sandbox.output('feeds', 'create', '--url', url, '-o', 'id')).trim();
    const icon = `https://example.com/${'i'.repeat(5000)}.png`;
    const { code, stderr } = await sandbox.run(['feeds', 'update', id, '--icon', icon, '-q']);
    expect(code).toBe(5);
    expect(stderr).toMatch(/icon/);
    expect(stderr).toContain('(INVALID_FIELD)');
    await sandbox.output('feeds', 'delete', id, '--yes');
  });

  it('that delete without being asked: exit 2 before any request', async () => {
    const fresh = new Sandbox({
      FEEDCTL_BASE_URL: 'http://127.0.0.1:1',
      FEEDCTL_API_KEY: 'k',
      FEEDCTL_API_SECRET: 's',
    });
    const { code, stdout, stderr } = await fresh.run(['feeds', 'delete', 'abc']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('requires the full id and --yes');
  });
});

describe('no network', () => {
  it('is exit 7 and says what to check', async () => {
    const offline = new Sandbox({
      FEEDCTL_BASE_URL: 'http://127.0.0.1:1',
      FEEDCTL_API_KEY: 'k',
      FEEDCTL_API_SECRET: 's',
    });
    const { code, stdout, stderr } = await offline.run(['feeds', 'list', '--json']);
    expect({ code, stdout }).toEqual({ code: 7, stdout: '' });
    expect(JSON.parse(stderr).error).toMatchObject({
      code: 'NETWORK_REFUSED',
      exitCode: 7,
      hint: 'Check that the service runs and that the port is right.',
    });
  });

  it('within --timeout', async () => {
    const url = sources.on('/v1/feeds', () => {});
    const slow = new Sandbox({
      FEEDCTL_BASE_URL: new URL(url).origin,
      FEEDCTL_API_KEY: 'k',
      FEEDCTL_API_SECRET: 's',
    });
    // What is said of a create: create-feeds.test.ts. It searches for the feed for ten seconds.
    const { code, stderr } = await slow.run(['feeds', 'list', '--timeout', '200ms']);
    expect(code).toBe(7);
    expect(stderr).toContain('did not respond within 0.2 s');
  });
});

describe('the database', () => {
  it('in a directory that cannot be written is explained', async () => {
    const user = new Sandbox();
    const directory = dirname(user.databaseFile);
    writeFileSync(directory, 'a file where the directory should be');
    const { code, stdout, stderr } = await user.run(['bundles', 'create', '--name', 'x', '-q']);
    expect({ code, stdout }).toEqual({ code: 7, stdout: '' });
    expect(stderr).toContain(user.databaseFile);
    expect(stderr).toContain('FEEDCTL_DATA_DIR');
  });

  it('that is no database is explained and left alone', async () => {
    const user = new Sandbox();
    mkdirSync(dirname(user.databaseFile), { recursive: true });
    writeFileSync(
      user.databaseFile,
      'this is not a database, it is a letter to my aunt'.repeat(50),
    );
    chmodSync(user.databaseFile, 0o600);
    const { code, stderr } = await user.run(['feeds', 'list', '-q']);
    expect(code).toBe(7);
    expect(stderr).toContain(user.databaseFile);
  });

  it('of a newer feedctl is explained', async () => {
    const user = new Sandbox();
    await user.output('bundles', 'create', '--name', 'x');
    const database = new Database(user.databaseFile);
    database.exec(
      "update schema_migrations set version = 9999, feedctl_version = '99.0.0' where version = 1",
    );
    database.close();
    const { code, stderr } = await user.run(['bundles', 'list', '-q']);
    expect(code).toBe(7);
    expect(stderr).toContain('written by feedctl 99.0.0');
  });

  it('is made once by two first starts at once, and both work', async () => {
    const user = new Sandbox();
    const both = await Promise.all(
      ['One', 'Two'].map((name) => user.run(['bundles', 'create', '--name', name, '-q'])),
    );
    expect(both).toMatchObject([
      { code: 0, stderr: '' },
      { code: 0, stderr: '' },
    ]);
    const listed = await user.json('bundles', 'list');
    expect(listed).toHaveLength(2);
  });

  it('that another process is writing to is waited for, or explained', async () => {
    const user = new Sandbox();
    const id = (await user.output('bundles', 'create', '--name', 'x', '-o', 'id')).trim();
    const database = new Database(user.databaseFile);
    onTestFinished(() => void database.close());
    database.exec('begin immediate');
    // Each waits five seconds for the lock; the second one begins later, so that it still waits when the first gives up.
    const renaming = user.run(['bundles', 'update', id, '--name', 'z', '-q']);
    await delay(2000);
    const created = user.run(['bundles', 'create', '--name', 'y']);
    const renamed = await renaming;
    expect(renamed.code).toBe(7);
    expect(renamed.stderr).toMatch(/another process/i);
    expect(await user.json('bundles', 'list')).toMatchObject([{ name: 'x' }]);
    database.exec('rollback');
    expect(await created).toMatchObject({ code: 0 });
    expect(await user.json('bundles', 'list')).toHaveLength(2);
  });
});
