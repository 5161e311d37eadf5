import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { numberedItems, rss } from '../../support/rss.js';
import { Sandbox } from '../../support/sandbox.js';
import { type SourceServer, startSourceServer } from '../../support/source-server.js';

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
