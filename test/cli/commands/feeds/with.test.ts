import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { create } from '../../../../src/cli/commands/feeds/create.js';
import { run } from '../../../support/cli-host.js';
import { startServer } from '../../../support/loopback-server.js';
import { numberedItems, rss } from '../../../support/rss.js';
import { temporaryDirectory } from '../../../support/temporary-directory.js';

/** A home with the embedded service, and a feed on loopback. */
async function account() {
  const site = await startServer((_, response) =>
    response.end(rss({ title: 'Source', items: numberedItems(2) })),
  );
  onTestFinished(() => site.close());
  const home = temporaryDirectory();
  const env = { HOME: home, FEEDCTL_ALLOW_PRIVATE_NETWORKS: '1', FEEDCTL_HOST_INTERVAL: '0s' };
  const feedctl = (argv: string[], stdin?: string) =>
    run(argv, { env, ...(stdin !== undefined && { stdin }) });
  const written = async (text: string) => {
    const file = join(home, 'settings.yaml');
    await writeFile(file, text);
    return file;
  };
  return { url: `${site.origin}/feed.xml`, feedctl, written };
}

it('feeds create has at most 21 flags of its own', () => {
  expect(Object.keys(create.options).length).toBeLessThanOrEqual(21);
});

describe('feeds create --with', () => {
  it('sets what a file says; a flag has precedence', async () => {
    const { url, feedctl, written } = await account();
    const file = await written(
      'title: From the file\ncustomAuthor: Ana\nmax_age: 30d\nquiet_hours: 22:00-06:00 Europe/Berlin\n',
    );
    const made = await feedctl(['feeds', 'create', url, '--with', file, '--title', 'Typed']);
    expect(made).toMatchObject({ code: 0 });
    const { stdout } = await feedctl(['export', '--format', 'json']);
    expect(JSON.parse(stdout).feeds).toEqual([
      expect.objectContaining({
        title: 'Typed',
        customAuthor: 'Ana',
        max_age: '30d',
        quiet_hours: '22:00-06:00 Europe/Berlin',
      }),
    ]);
  });

  it('reads JSON from standard input', async () => {
    const { url, feedctl } = await account();
    const made = await feedctl(
      ['feeds', 'create', url, '--with', '-', '--json'],
      '{ "description": "Mine" }',
    );
    expect(JSON.parse(made.stdout)).toMatchObject({ description: 'Mine' });
  });

  it.each([
    ['colour: red', /settings\.yaml:1:1: .*colour/],
    ['every: 5m', /"every" is not a known key: did you mean "interval"/],
    ['title: A\ninterval: soon', /settings\.yaml:2:1: "interval"/],
    ['url: https://a.example', /:1:1: "url" belongs to the source, which is given on the command/],
    ['- a\n- b', /must be the settings of one feed/],
    [
      'feeds:\n  - url: https://a.example',
      /file of feeds and bundles.*\n.*feedctl apply .*settings/s,
    ],
    ['access: { cookie: hunter2 }', /must say where the secret is/],
    [
      'access: { cookie: env:FEEDCTL_SECRET_A }',
      /FEEDCTL_SECRET_A is not set, but the cookie is read from it/,
    ],
    ['selectors: { items: li }\nfrom: feed', /has selectors, which select items of a page/],
  ])('refuses %j, and stores nothing', async (text, message) => {
    const { url, feedctl, written } = await account();
    const made = await feedctl(['feeds', 'create', url, '--with', await written(text)]);
    expect(made.code).toBe(2);
    expect(made.stderr).toMatch(message);
    expect(made.stderr).not.toContain('hunter2');
    expect(JSON.parse((await feedctl(['feeds', 'list', '--json'])).stdout)).toEqual([]);
  });

  it('is for one feed, and refuses what only pages have for a search', async () => {
    const { url, feedctl, written } = await account();
    const file = await written('render: always');
    const several = await feedctl(['feeds', 'create', url, `${url}?2`, '--with', file]);
    expect(several).toMatchObject({ code: 2 });
    expect(several.stderr).toContain('--with works for a single feed');
    const listed = await feedctl(['feeds', 'create', '--from-file', file, '--with', file]);
    expect(listed.stderr).toContain('--with and --from-file cannot be combined');
    const search = await feedctl(['feeds', 'create', '--keyword', 'sails', '--with', file]);
    expect(search).toMatchObject({ code: 2 });
    expect(search.stderr).toContain('has render, which requires url');
  });
});

describe('a flag that feeds create does not have', () => {
  it.each([
    ['--icon', '"icon: https://example.com/icon.png"', 'feedctl feeds update FEED --icon URL'],
    ['--author', '"customAuthor: The Example Team"', 'feedctl feeds update FEED --author NAME'],
    ['--max-age', '"max_age: 30d"', 'feedctl feeds update FEED --max-age TIME'],
    ['--time-zone', '"quiet_hours: ', 'feedctl feeds update FEED --time-zone ZONE'],
    ['--render', '"render: always"', 'feedctl feeds update FEED --render WHEN'],
    ['--step', '"steps: ["click=button.more"]"', 'feedctl feeds update FEED --step STEP'],
    ['--cookie', '"access: { cookie: env:NAME }"', 'feedctl feeds update FEED --cookie FROM'],
    [
      '--header',
      'headers: { X-Token: env:NAME }',
      "feedctl feeds update FEED --header 'NAME: FROM'",
    ],
    ['--source-proxy', 'proxy: env:NAME', 'feedctl feeds update FEED --source-proxy FROM'],
    ['--backfill', 'once the feed exists', 'feedctl feeds update FEED --backfill N'],
    ['--backfill-since', 'once the feed exists', 'feedctl feeds update FEED --backfill-since DATE'],
    ['--backfill-text', 'once the feed exists', 'feedctl refresh FEED --texts --limit N'],
    ['--strict', 'import', 'feedctl import FILE --strict'],
    ['--format', 'first line', 'CSV columns'],
  ])('%s is refused with what to type instead', async (flag, ...said) => {
    const { url, feedctl } = await account();
    const { code, stderr } = await feedctl(['feeds', 'create', url, flag, 'x']);
    expect(code).toBe(2);
    expect(stderr).toContain(`Unknown option '${flag}'.`);
    for (const text of said) expect(stderr).toContain(text);
  });
});
