import { expect, it, onTestFinished } from 'vitest';
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

  const yaml = await run(['export', '--sources'], { env });
  expect([yaml.code, yaml.stderr]).toEqual([2, expect.stringContaining('--sources is for OPML')]);
});
