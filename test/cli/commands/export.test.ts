import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startHostedDialect } from '../../fakes/hosted-dialect.js';
import { run } from '../../support/cli-host.js';
import { serveDocuments } from '../../support/loopback-server.js';
import { numberedItems, rss } from '../../support/rss.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

it('writes the sources as addresses on request, and says where the published ones are local', async () => {
  const feed = rss({ title: 'Harbour', items: numberedItems(2) });
  const server = await serveDocuments({ '/feed.xml': feed });
  onTestFinished(() => server.close());
  const env = {
    HOME: temporaryDirectory(),
    FEEDCTL_ALLOW_PRIVATE_NETWORKS: '1',
    FEEDCTL_HOST_INTERVAL: '0s',
  };
  const url = `${server.origin}/feed.xml`;
  expect((await run(['feeds', 'create', url], { env })).code).toBe(0);

  const published = await run(['export', '--format', 'opml'], { env });
  expect(published.stdout).toMatch(/ xmlUrl="http:\/\/127\.0\.0\.1:7410\/feeds\/\w+\.xml"/);
  expect(published.stdout).toContain(' htmlUrl="https://example.com/"');
  expect(published.stderr).toMatch(/1 address can be fetched on this machine only.*--sources/);

  const sources = await run(['export', '--format', 'opml', '--sources'], { env });
  expect(sources.stdout).toContain(` xmlUrl="${url}"`);
  expect(sources.stderr).not.toContain('machine only');

  await run(['settings', 'set', 'Harbour', '--custom-author', 'Me'], { env });
  expect((await run(['export'], { env })).stdout).toContain('customAuthor: Me\n');
  const without = await run(['export', '--skip-settings'], { env });
  expect(without.stdout).not.toContain('customAuthor');

  const dash = await run(['export', '--to', '-'], { env });
  expect(dash).toEqual(await run(['export'], { env }));

  const yaml = await run(['export', '--sources'], { env });
  expect([yaml.code, yaml.stderr]).toEqual([2, expect.stringContaining('--sources is for OPML')]);
});

describe('of a service that is not feedctl', () => {
  /** An account of two feeds in a bundle, one of which has an author of its own. */
  async function account() {
    const hosted = await startHostedDialect();
    onTestFinished(() => hosted.close());
    const state = hosted.state();
    const feeds = ['a', 'b'].map((name) =>
      state.addFeed({ source_url: `https://${name}.example/`, title: name }),
    );
    state.addBundle({ name: 'All', members: feeds.map(({ id }) => id) });
    const env = { HOME: temporaryDirectory(), ...hosted.variables };
    const asked = () => hosted.requests.filter(({ path }) => path.endsWith('/settings')).length;
    return { asked, env, feedctl: (...argv: string[]) => run(argv, { env }) };
  }

  it('asks for the settings of each feed, unless they are left out', async () => {
    const { asked, feedctl } = await account();
    expect((await feedctl('export', '--skip-settings')).code).toBe(0);
    expect(asked()).toBe(0);
    expect(await feedctl('export')).toMatchObject({ code: 0, stderr: '' });
    expect(asked()).toBe(2);
  });

  it('takes the format of the flag, then of the file name, and says what it wrote', async () => {
    const { env, feedctl } = await account();
    const file = join(env.HOME, 'feeds.csv');
    const written = await feedctl('export', '--to', file, '--skip-settings');
    expect(written).toMatchObject({ code: 0, stdout: '' });
    expect(written.stderr).toContain(
      `Wrote 2 feeds and 1 bundle to ${file}, without ids, addresses, items, keys`,
    );
    expect(readFileSync(file, 'utf8')).toMatch(/^kind,url,.*\r\nfeed,https:\/\/a\.example\//);
    await feedctl('export', '--to', file, '--skip-settings', '--format', 'json');
    expect(JSON.parse(readFileSync(file, 'utf8')).feeds).toHaveLength(2);
    const json = await feedctl('export', '--skip-settings', '--json');
    expect(JSON.parse(json.stdout).bundles).toMatchObject([
      { name: 'All', feeds: ['https://a.example/', 'https://b.example/'] },
    ]);
    expect((await feedctl('export', '--skip-settings')).stdout).toMatch(
      /^# .*\nfeeds:\n {2}- url: https:\/\/a\./,
    );
    const opml = await feedctl('export', '--skip-settings', '--format', 'opml');
    expect(opml.stderr).toContain('2 addresses can be fetched on this machine only');
    const nowhere = join(env.HOME, 'none', 'feeds.yaml');
    const refused = await feedctl('export', '--skip-settings', '--to', nowhere);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain(`${nowhere} cannot be written`);
  });
});

it('keeps what sources need where the format can, and else says what it leaves out', async () => {
  const server = await serveDocuments({ '/feed.xml': rss({ title: 'A', items: [] }) });
  onTestFinished(() => server.close());
  const env = { HOME: temporaryDirectory(), FEEDCTL_ALLOW_PRIVATE_NETWORKS: '1' };
  const create = ['feeds', 'create', `${server.origin}/feed.xml`, '--with', '-'];
  const stdin = 'access: { user_agent: Me }';
  expect(await run(create, { env, stdin })).toMatchObject({ code: 0 });
  const them = '1 feed with headers or secrets for the source:';
  for (const format of ['yaml', 'json']) {
    const { stdout, stderr } = await run(['export', '--format', format], { env });
    expect(stdout).toMatch(/user_agent"?: "?Me/);
    expect(stderr).toMatch(new RegExp(`^${them} the file names environment variables`));
  }
  for (const format of ['opml', 'csv']) {
    const { stdout, stderr } = await run(['export', '--format', format], { env });
    expect(stdout).not.toContain('user_agent');
    expect(stderr).toContain(`${them} ${format.toUpperCase()} cannot describe them`);
  }
});
