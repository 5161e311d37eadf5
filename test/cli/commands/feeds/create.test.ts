import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startHostedDialect } from '../../../fakes/hosted-dialect.js';
import { run } from '../../../support/cli-host.js';
import { startServer } from '../../../support/loopback-server.js';
import { numberedItems, rss } from '../../../support/rss.js';
import { temporaryDirectory } from '../../../support/temporary-directory.js';

const SITE = 'https://a.example/';

async function foreignAccount() {
  const hosted = await startHostedDialect({ members: 'ids' });
  onTestFinished(() => hosted.close());
  const env = { HOME: temporaryDirectory(), ...hosted.variables };
  const create = (...flags: string[]) =>
    run(['feeds', 'create', '--rate', 'none', ...flags], { env });
  const posts = () =>
    hosted.requests.filter(({ method, path }) => method === 'POST' && path === '/v1/feeds');
  return { hosted, create, posts };
}

/** Every way to make one feed has the same rules. */
const FLAGS = [
  [],
  ['--ensure'],
  ['--verify'],
  ['--quota', '5'],
  ['--bundle', 'Mornings'],
  ['--title', 'Mine'],
];

describe.each(FLAGS.map((flags) => [flags.join(' '), flags] as const))(
  'feeds create %s',
  (_, flags) => {
    it('takes the feed that a lost answer has made, and asks for no second one', async () => {
      const { hosted, create, posts } = await foreignAccount();
      hosted.fault({ method: 'POST', fault: { kind: 'lost-answer' } });
      const { code, stdout, stderr } = await create('--url', SITE, '-o', 'id', ...flags);
      expect({ code, posts: posts().length }).toEqual({ code: 0, posts: 1 });
      const [feed, ...others] = hosted.state().feeds;
      expect(others).toEqual([]);
      expect(stdout).toBe(`${feed?.id}\n`);
      expect(stderr).toContain('The response was lost, but the feed was created.\n');
    });

    it('waits where the service asks for it', async () => {
      const { hosted, create, posts } = await foreignAccount();
      hosted.fault({ method: 'POST', fault: { kind: 'too-many-requests', retryAfter: '0' } });
      const { code, stderr } = await create('--url', SITE, ...flags);
      expect({ code, posts: posts().length }).toEqual({ code: 0, posts: 2 });
      expect(stderr).toContain('Rate limited. Waiting 0 s.\n');
    });

    it('warns where the service reads a text in another way', async () => {
      const { create, posts } = await foreignAccount();
      const { code, stderr } = await create('--headline', 'Solar  sails', ...flags);
      expect(code).toBe(0);
      expect(stderr).toContain('it may treat "Solar sails" as a keyword search.\n');
      expect(posts().map(({ body }) => body)).toEqual([
        { keyword: 'Solar sails', region: 'US:en' },
      ]);
    });

    it('refuses a wrong value before it sends anything', async () => {
      const { hosted, create } = await foreignAccount();
      const { code, stderr } = await create('--url', SITE, ...flags, '--every', 'soon');
      expect({ code, requests: hosted.requests.length }).toEqual({ code: 2, requests: 0 });
      expect(stderr).toContain('--every takes');
    });
  },
);

describe('feeds create --bundle', () => {
  it('adds to the bundle whose name is in another case, and says which', async () => {
    const { hosted, create } = await foreignAccount();
    const { id } = hosted.state().addBundle({ name: 'Morning papers', members: [] });
    const { code, stderr } = await create('--url', SITE, '--bundle', ' morning PAPERS');
    expect(code).toBe(0);
    expect(stderr).toContain(`Adding to the bundle "Morning papers" (${id}).\n`);
    expect(hosted.state().bundles.map(({ name, members }) => [name, members.length])).toEqual([
      ['Morning papers', 1],
    ]);
  });

  it('asks which of two bundles with one name is meant', async () => {
    const { hosted, create, posts } = await foreignAccount();
    for (const name of ['News', 'NEWS']) hosted.state().addBundle({ name, members: [] });
    const { code, stderr } = await create('--url', SITE, '--bundle', 'news');
    expect({ code, posts: posts().length }).toEqual({ code: 2, posts: 0 });
    expect(stderr).toContain('"news" is the name of 2 bundles.');
  });

  it('refuses an empty name', async () => {
    const { create, posts } = await foreignAccount();
    const { code, stderr } = await create('--url', SITE, '--bundle', ' ');
    expect({ code, posts: posts().length }).toEqual({ code: 2, posts: 0 });
    expect(stderr).toContain('The name of the bundle must not be empty.');
  });
});

describe('feeds create', () => {
  it('asks a service nothing that one feed does not need', async () => {
    const { hosted, create } = await foreignAccount();
    expect((await create('--url', SITE)).code).toBe(0);
    expect(hosted.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /v1/feeds',
    ]);
  });

  it('gives a feed no details that it may not have made', async () => {
    const { hosted, create } = await foreignAccount();
    hosted.fault({ method: 'POST', fault: { kind: 'lost-answer' } });
    const { code, stderr } = await create('--url', SITE, '--title', 'Mine');
    expect(code).toBe(0);
    expect(hosted.state().feeds.map(({ title }) => title)).not.toContain('Mine');
    expect(stderr).toContain(
      'The existing feed was not changed. To change it: feedctl feeds update',
    );
  });

  it('knows from the list that a lost answer made the feed, and gives it its details', async () => {
    const { hosted, create } = await foreignAccount();
    hosted.fault({ method: 'POST', fault: { kind: 'lost-answer' } });
    expect((await create('--url', SITE, '--title', 'Mine', '--ensure')).code).toBe(0);
    expect(hosted.state().feeds.map(({ title }) => title)).toEqual(['Mine']);
  });

  it('counts the texts of a file that the service reads in another way', async () => {
    const { create } = await foreignAccount();
    const file = `${temporaryDirectory()}/sources.csv`;

    await writeFile(file, 'headline\nSolar sails\nLunar dust\n');
    const { code, stderr } = await create('--from-file', file);
    expect(code).toBe(0);
    expect(stderr).toContain(
      'it may treat "Solar sails" as a keyword search; 1 more text is also ambiguous.\n',
    );
  });
});

it('members of a bundle follow the file, whichever source answers first', async () => {
  const held: (() => void)[] = [];
  const site = await startServer((request, response) => {
    const answer = () => response.end(rss({ title: `T${request.url}`, items: numberedItems(1) }));
    // The first source answers once the last one has.
    if (request.url !== '/1.xml') answer();
    else held.push(answer);
    if (request.url === '/3.xml') response.on('close', () => held.pop()?.());
  });
  onTestFinished(() => site.close());
  const home = temporaryDirectory();
  const env = { HOME: home, FEEDCTL_ALLOW_PRIVATE_NETWORKS: '1' };
  const file = join(home, 'list');
  await writeFile(file, [1, 2, 3].map((at) => `${site.origin}/${at}.xml`).join('\n'));
  const made = await run(['feeds', 'create', '--from-file', file, '--bundle', 'News', '-o', 'id'], {
    env,
  });
  const { stdout } = await run(['bundles', 'get', 'News', '--json'], { env });
  expect(JSON.parse(stdout).feeds).toEqual(made.stdout.trim().split('\n'));
});

describe('feeds create --from-file with CSV', () => {
  const file = () => `${temporaryDirectory()}/sources.csv`;

  it('sets titles and settings, and adds to bundles', async () => {
    const site = await startServer((_, response) =>
      response.end(rss({ title: 'Source', items: numberedItems(2) })),
    );
    onTestFinished(() => site.close());
    const env = { HOME: temporaryDirectory(), FEEDCTL_ALLOW_PRIVATE_NETWORKS: '1' };
    const path = file();
    await writeFile(path, `url,title,interval,bundles\n${site.origin}/a.xml,Mine,15m,News; Tech\n`);
    const made = await run(['feeds', 'create', '--from-file', path, '--json'], { env });
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(made.stdout)).toMatchObject([{ created: true, feed: { title: 'Mine' } }]);
    const plan = await run(['plan', path, '--detailed-exitcode'], { env });
    expect(plan).toMatchObject({ code: 0 });

    await writeFile(path, `url,title\n${site.origin}/a.xml,Other\n`);
    const again = await run(['feeds', 'create', '--from-file', path], { env });
    expect(again.stderr).toBe(
      `1 existing feed was not changed. To change them as the file says: feedctl import ${path}\n`,
    );
  });

  it('makes a search that lasts only at our own service', async () => {
    const { hosted } = await foreignAccount();
    const env = { HOME: temporaryDirectory(), ...hosted.variables };
    const { code, stderr } = await run(['feeds', 'create', '--search', 'sails'], { env });
    expect({ code, bundles: hosted.state().bundles }).toEqual({ code: 2, bundles: [] });
    expect(stderr).toContain('--all-feeds requires a feedctl service');
  });

  it('sends titles to other services, and refuses settings before it sends anything', async () => {
    const { hosted, create, posts } = await foreignAccount();
    const path = file();
    await writeFile(path, `url,title\n${SITE},Mine\n`);
    expect((await create('--from-file', path)).code).toBe(0);
    expect(hosted.state().feeds.map(({ title }) => title)).toEqual(['Mine']);

    await writeFile(path, 'url,interval\nhttps://b.example/,15m\n');
    const refused = await create('--from-file', path);
    expect({ code: refused.code, posts: posts().length }).toEqual({ code: 2, posts: 1 });
    expect(refused.stderr).toContain('--every requires a feedctl service');
  });
});
