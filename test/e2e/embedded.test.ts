import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { numberedItems, rss } from '../support/rss.js';
import { type SourceServer, startSourceServer } from '../support/source-server.js';
import { Sandbox } from './sandbox.js';

let sources: SourceServer;
let news: string;

beforeAll(async () => {
  sources = await startSourceServer();
  news = sources.publish('/news.xml', {
    title: 'News',
    description: 'All of it',
    items: numberedItems(3),
  });
});
afterAll(() => sources.close());

describe('a fresh machine', () => {
  it('lists nothing and stores nothing', async () => {
    const sandbox = new Sandbox();
    const { code, stdout } = await sandbox.run(['feeds', 'list', '--json']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '[]\n' });
    const { stderr } = await sandbox.run(['feeds', 'list']);
    expect(stderr).toContain('No feeds yet. Create one: feedctl feeds create https');
    expect(sandbox.hasDatabase()).toBe(false);
    expect(() => statSync(sandbox.configFile)).toThrow('ENOENT');
  });

  it('creates a feed and its database, later a key, for this user alone', async () => {
    const sandbox = new Sandbox();
    const { code, stdout, stderr } = await sandbox.run([
      'feeds',
      'create',
      '--url',
      news,
      '--json',
    ]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      id: expect.stringMatching(/^[0-9A-Za-z]{16}$/),
      title: 'News',
      source_url: news,
      rss_feed_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:7410\/feeds\/\w{16}\.xml$/),
      is_active: true,
      items: [{ title: 'item number 0' }, { title: 'item number 1' }, { title: 'item number 2' }],
    });
    expect(stderr).toBe('');
    // A command makes no key for itself.
    expect(existsSync(sandbox.configFile)).toBe(false);
    await sandbox.output('auth', 'token');
    for (const file of [sandbox.databaseFile, sandbox.configFile]) {
      expect(statSync(file).mode & 0o777).toBe(0o600);
    }
  });

  it('is explained once: where its data is, and that nothing publishes the feed yet', async () => {
    const sandbox = new Sandbox();
    const first = await sandbox.run(['feeds', 'create', '--url', news]);
    expect(first.stderr.split('\n')).toEqual([
      `Using the embedded service, which stores its data in ${sandbox.databaseFile}. To use a remote service: feedctl auth login`,
      'The rss_feed_url is not served yet. To publish it: feedctl serve',
      '',
    ]);
    const id = (await sandbox.output('feeds', 'list', '-o', 'id')).trim();
    for (const argv of [
      ['feeds', 'list'],
      ['feeds', 'get', id],
      ['feeds', 'create', '--url', `${news}?2`],
      ['bundles', 'create', '--name', 'Mornings', '--feed', id],
      ['items', id],
    ]) {
      expect({ argv, ...(await sandbox.run(argv)) }).toMatchObject({ argv, code: 0, stderr: '' });
    }
  });

  it('says of the first feed that nothing publishes it, when its database was there', async () => {
    const sandbox = new Sandbox();
    await sandbox.output('auth', 'login', '--embedded');
    const first = await sandbox.run(['feeds', 'create', '--url', news]);
    expect(first.stderr).toBe('The rss_feed_url is not served yet. To publish it: feedctl serve\n');
  });

  it('prints nothing for cron when there is nothing to say', async () => {
    const sandbox = new Sandbox();
    const id = (await sandbox.output('feeds', 'create', '--url', news, '-o', 'id')).trim();
    await sandbox.output('bundles', 'create', '--name', 'All', '--feed', id);
    await sandbox.output('watch', id, '--once');
    const state = join(sandbox.home, 'health-state');
    for (const argv of [
      ['refresh', '--due', '-q'],
      ['refresh'],
      ['health', '--max-age', '9999d', '--state', state],
      ['watch', id, '--once'],
      ['doctor', '--database'],
      ['health', '--only', 'duplicate'],
    ]) {
      expect({ argv, ...(await sandbox.run(argv)) }).toEqual({
        argv,
        code: 0,
        stdout: '',
        stderr: '',
      });
    }
  });

  it('says nothing with -q, nor after auth login --embedded', async () => {
    const sandbox = new Sandbox();
    const quiet = await sandbox.run(['feeds', 'create', '--url', news, '-q', '-o', 'id']);
    expect(quiet).toMatchObject({ code: 0, stderr: '' });
    await sandbox.output('auth', 'login', '--embedded');
    expect((await sandbox.run(['feeds', 'list'])).stderr).toBe('');
  });

  it('works again with a database that was deleted under its key', async () => {
    const sandbox = new Sandbox();
    const other = new Sandbox();
    await sandbox.output('bundles', 'create', '--name', 'One');
    const env = { FEEDCTL_DATA_DIR: other.home };
    expect(await sandbox.run(['bundles', 'create', '--name', 'Two', '-q'], { env })).toMatchObject({
      code: 0,
    });
    // Each database has a key of its own, and both still fit.
    expect(await sandbox.json('bundles', 'list')).toMatchObject([{ name: 'One' }]);
    const listed = await sandbox.run(['bundles', 'list', '--json', '-q'], { env });
    expect(JSON.parse(listed.stdout)).toMatchObject([{ name: 'Two' }]);
  });
});

describe('the life of a feed', () => {
  it('goes through every command', async () => {
    const sandbox = new Sandbox();
    const id = (await sandbox.output('feeds', 'create', '--url', news, '-o', 'id')).trim();

    expect(await sandbox.json('feeds', 'get', id)).toMatchObject({ id, items: { length: 3 } });
    expect(await sandbox.json('feeds', 'list')).toMatchObject([{ id, title: 'News' }]);

    const updated = await sandbox.json('feeds', 'update', id, '--title', 'Mine', '--icon', '');
    expect(updated).toMatchObject({ id, title: 'Mine', description: 'All of it', icon: '' });

    expect(await sandbox.json('settings', 'get', id)).toEqual({ customAuthor: null });
    expect(await sandbox.json('settings', 'set', id, '--custom-author', 'Me')).toEqual({
      customAuthor: 'Me',
    });
    expect(await sandbox.json('items', id, '--limit', '1')).toMatchObject([
      { title: 'item number 0', authors: [{ name: 'Me' }] },
    ]);
    await sandbox.output('settings', 'set', id, '--clear-custom-author');
    expect(await sandbox.json('items', id, '--since', '2026-01-09T12:00:00Z')).toMatchObject([
      { title: 'item number 0', authors: [{ name: 'Author 0' }] },
    ]);

    const bundle = (
      await sandbox.output('bundles', 'create', '--name', 'All', '--feed', id, '-o', 'id')
    ).trim();
    expect(bundle).toMatch(/^_[0-9A-Za-z]{16}$/);
    expect(await sandbox.json('bundles', 'get', bundle)).toMatchObject({ feeds: [id] });
    expect(await sandbox.json('bundles', 'remove', bundle, id)).toMatchObject({ feeds: [] });
    expect(await sandbox.json('bundles', 'add', bundle, id)).toMatchObject({ feeds: [id] });
    expect(await sandbox.json('bundles', 'update', bundle, '--name', 'Every')).toMatchObject({
      name: 'Every',
    });
    expect(await sandbox.json('items', bundle)).toHaveLength(3);
    expect(await sandbox.json('feeds', 'get', bundle)).toMatchObject({ name: 'Every' });

    expect(await sandbox.json('feeds', 'delete', id, '--yes')).toEqual([{ id, deleted: true }]);
    expect(await sandbox.json('bundles', 'get', bundle)).toMatchObject({ feeds: [] });
    expect(await sandbox.json('bundles', 'delete', bundle, '-y')).toEqual([
      { id: bundle, deleted: true },
    ]);
    expect(await sandbox.json('feeds', 'list')).toEqual([]);
  });

  it('is not made twice', async () => {
    const sandbox = new Sandbox();
    const first = await sandbox.output('feeds', 'create', '--url', news, '-o', 'id');
    const again = await sandbox.run(['feeds', 'create', '--url', news, '-o', 'id']);
    expect(again).toMatchObject({ code: 0, stdout: first });
    expect(again.stderr).toContain(
      'The account already has a feed of this source; no new feed was created.',
    );
  });
});

describe('other ways to make a feed', () => {
  it('finds the feed that a page announces', async () => {
    const sandbox = new Sandbox();
    const page = sources.on('/', (_, response) => {
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<link rel="alternate" type="application/rss+xml" href="/news.xml"><p>Hi');
    });
    expect(await sandbox.json('feeds', 'create', '--url', page)).toMatchObject({
      title: 'News',
      source_url: page,
      items: { length: 3 },
    });
  });

  it('follows a news search and a headline through the upstream', async () => {
    const asked: URLSearchParams[] = [];
    sources.on('/search', ({ url = '' }, response) => {
      asked.push(new URL(url, sources.origin).searchParams);
      const items = [
        { guid: '1', title: 'Probe unfolds its solar sail', link: 'https://a.example/1' },
      ];
      response.setHeader('content-type', 'application/rss+xml');
      response.end(rss({ title: 'Search', items }));
    });
    const template = `${sources.origin}/search?q={query}&hl={language}&gl={country}`;
    const sandbox = new Sandbox({ FEEDCTL_NEWS_URL: template });
    const search = ['--keyword', 'solar sails', '--region', 'gb'];
    expect(await sandbox.json('feeds', 'create', ...search)).toMatchObject({
      items: [{ title: 'Probe unfolds its solar sail' }],
    });
    expect(Object.fromEntries(asked[0] ?? [])).toMatchObject({ q: 'solar sails', gl: 'GB' });
    const headline = ['--headline', 'Probe unfolds its solar sail in orbit'];
    expect(await sandbox.json('feeds', 'create', ...headline)).toMatchObject({
      items: [{ url: 'https://a.example/1' }],
    });
    expect(await sandbox.json('feeds', 'list')).toHaveLength(2);
  });
});

describe('several at once', () => {
  it('goes on after a failure, reports each and ends with 8', async () => {
    const sandbox = new Sandbox();
    const id = (await sandbox.output('feeds', 'create', '--url', news, '-o', 'id')).trim();
    const { code, stdout, stderr } = await sandbox.run([
      'feeds',
      'delete',
      'notThere',
      id,
      'norThis',
      'notThere',
      '--yes',
      '--json',
      '-q',
    ]);
    expect(code).toBe(8);
    expect(JSON.parse(stdout)).toMatchObject([
      { id: 'notThere', deleted: false, error: { code: 'FEED_NOT_FOUND', statusCode: 404 } },
      { id, deleted: true },
      { id: 'norThis', deleted: false },
    ]);
    expect(JSON.parse(stderr).error).toMatchObject({
      code: 'SOME_FAILED',
      exitCode: 8,
      message: '2 of 3 feeds were not deleted.',
    });
  });

  it('adds what can be added to a bundle', async () => {
    const sandbox = new Sandbox();
    const id = (await sandbox.output('feeds', 'create', '--url', news, '-o', 'id')).trim();
    const bundle = (await sandbox.output('bundles', 'create', '--name', 'B', '-o', 'id')).trim();
    const { code, stdout, stderr } = await sandbox.run([
      'bundles',
      'add',
      bundle,
      'notThere',
      id,
      '--json',
      '-q',
    ]);
    expect(code).toBe(8);
    expect(JSON.parse(stdout)).toMatchObject({ id: bundle, feeds: [id] });
    expect(JSON.parse(stderr).error.detail).toMatch(/^notThere: .*notThere/);
  });
});
