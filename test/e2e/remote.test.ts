import { expect, it, onTestFinished } from 'vitest';
import { type HostedDialect, startHostedDialect } from '../fakes/hosted-dialect.js';
import { numberedItems } from '../support/rss.js';
import { startSourceServer } from '../support/source-server.js';
import { Sandbox } from './sandbox.js';
import { serving } from './serving.js';

/** A `feedctl serve` with data of its own, and a machine that has only the key to it. */
async function remote() {
  const operator = new Sandbox();
  const { url } = await serving(operator);
  const key = (await operator.json('keys', 'create', '--name', 'laptop')) as {
    id: string;
    secret: string;
  };
  const user = new Sandbox({
    FEEDCTL_BASE_URL: url,
    FEEDCTL_API_KEY: key.id,
    FEEDCTL_API_SECRET: key.secret,
  });
  const sources = await startSourceServer();
  onTestFinished(() => sources.close());
  const publish = (items: number) =>
    sources.publish('/blog.xml', { title: 'Blog', items: numberedItems(items) });
  return { operator, user, url, sources, publish };
}

it('a remote serve on another port is managed completely by the command line', async () => {
  const { operator, user, url, sources, publish } = await remote();

  const preview = await user.json('preview', publish(2));
  expect(preview).toHaveLength(2);
  expect(await user.json('feeds', 'list')).toEqual([]);

  const feed = (await user.json('feeds', 'create', '--url', publish(2))) as { id: string };
  expect(feed).toMatchObject({ title: 'Blog', rss_feed_url: `${url}/feeds/${feed.id}.xml` });
  await user.output('feeds', 'update', feed.id, '--title', 'Reef notes');
  await user.output('settings', 'set', feed.id, '--custom-author', 'Ana', '--every', '2h');
  expect(await user.json('settings', 'get', feed.id)).toMatchObject({
    customAuthor: 'Ana',
    interval: '2h',
  });
  const bundle = (await user.json('bundles', 'create', '--name', 'Morning')) as { id: string };
  await user.output('bundles', 'add', bundle.id, feed.id);
  expect(await user.json('bundles', 'get', 'Morning')).toMatchObject({ feeds: [feed.id] });

  publish(5);
  expect(await user.json('refresh', 'Morning')).toMatchObject([
    { id: feed.id, title: 'Reef notes', outcome: 'updated', items_new: 3 },
  ]);
  expect(await user.json('items', 'Reef notes')).toHaveLength(5);
  sources.on('/blog.xml', (_, response) => response.writeHead(500).end());
  expect(await user.run(['refresh', feed.id])).toMatchObject({ code: 8 });
  expect(await user.json('feeds', 'history', 'Reef notes')).toMatchObject([
    { number: 2, outcome: 'failed', http_status: 500, error: { code: 'SOURCE_UNREACHABLE' } },
    { number: 1, outcome: 'updated', items_new: 3, error: null },
  ]);

  const health = await user.run(['health', '--max-age', '1h', '--skip-published', '--json']);
  expect(health.code).toBe(9);
  expect(JSON.parse(health.stdout)).toMatchObject([
    {
      check: 'failing',
      id: feed.id,
      fixes: [
        `feedctl feeds history ${feed.id}`,
        `feedctl refresh ${feed.id}`,
        `feedctl health ${feed.id} --fix`,
      ],
    },
  ]);
  const checks = (await user.json('doctor')) as { check: string; status: string; detail: string }[];
  const of = (name: string) => checks.find(({ check }) => check === name);
  expect(of('reachability')?.detail).toMatch(/it is feedctl \d/);
  expect(of('feeds')).toMatchObject({ status: 'warn', detail: '1 feed: 1 failing, 0 inactive.' });
  expect(of('live instance')).toMatchObject({ status: 'ok' });
  expect(of('database')).toBeUndefined();

  await user.output('bundles', 'delete', bundle.id, '--yes');
  await user.output('feeds', 'delete', feed.id, '--yes');
  expect(await user.json('feeds', 'list')).toEqual([]);
  expect(await operator.json('feeds', 'list')).toEqual([]);
  expect(user.hasDatabase()).toBe(false);
});

it.each([
  [['refresh'], 'has no way to fetch feeds on demand'],
  [['preview', 'https://example.com'], 'has no previews'],
  [['feeds', 'history', '%ID'], 'has no fetch history'],
])('%j says what a service of others lacks, and ends with 5', async (args, lacks) => {
  const hosted: HostedDialect = await startHostedDialect();
  onTestFinished(() => hosted.close());
  const { id } = hosted.state().addFeed({ source_url: 'https://example.com', title: 'Feed' });
  const words = args.map((word) => word.replace('%ID', id));
  const { code, stdout, stderr } = await new Sandbox(hosted.variables).run(words);
  expect({ code, stdout }).toEqual({ code: 5, stdout: '' });
  expect(stderr).toContain(`This service ${lacks}: only feedctl's own service does.`);
  expect(stderr).toContain('--profile embedded');
});
