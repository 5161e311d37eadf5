import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashesOf, startSite } from '../../../support/build-setup.js';
import { type Run, Sandbox } from '../../../support/sandbox.js';
import { type SourceServer, startSourceServer } from '../../../support/source-server.js';

const SITE_URL = ['--site-url', 'https://example.org/feeds'];

let web: SourceServer;
/** A finished site, which each test copies: building it anew would take half of the time. */
let finished: { work: string; run: Run } | undefined;

beforeAll(async () => {
  web = await startSourceServer();
});

afterAll(async () => {
  await web.close();
  if (finished !== undefined) rmSync(finished.work, { recursive: true });
});

/** Two feeds, one with a slug, and a bundle of both. */
async function builtSite() {
  const site = await startSite(new Sandbox(), web);
  const work = dirname(site.out);
  const a = site.publish('/a.xml', 3);
  const b = site.publish('/b.xml', 2);
  const manifest = {
    feeds: [{ url: a, slug: 'alpha' }, { url: b }],
    bundles: [{ name: 'Morning mix', feeds: [a, b] }],
  };
  if (finished === undefined) {
    site.wants(manifest);
    const run = await site.build(SITE_URL);
    finished = { work: mkdtempSync(join(tmpdir(), 'feedctl-test-')), run };
    cpSync(work, finished.work, { recursive: true, preserveTimestamps: true });
  } else cpSync(finished.work, work, { recursive: true, preserveTimestamps: true });
  site.wants(manifest);
  return { ...site, a, b, manifest, first: finished.run };
}

describe('feedctl build', () => {
  it('writes each feed and bundle in three formats and as a page, and the pages of the site', async () => {
    const { first, out, text } = await builtSite();
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toContain('2 of 2 sources fetched, 5 new items, 17 files written');
    expect(Object.keys(hashesOf(out))).toEqual([
      '.feedctl-site.json',
      ...['alpha.atom', 'alpha.html', 'alpha.json', 'alpha.xml'],
      ...['feed-b-xml.atom', 'feed-b-xml.html', 'feed-b-xml.json', 'feed-b-xml.xml'],
      ...['feeds.html', 'feeds.opml', 'index.html'],
      ...['morning-mix.atom', 'morning-mix.html', 'morning-mix.json', 'morning-mix.xml'],
      ...['search.json', 'status.json'],
    ]);
    expect(text('alpha.xml')).toContain('https://example.org/feeds/alpha.xml');
    expect(text('feeds.opml')).toContain('xmlUrl="https://example.org/feeds/morning-mix.xml"');
    expect(JSON.parse(text('morning-mix.json')).items).toHaveLength(5);
    expect(JSON.parse(text('status.json')).feeds).toMatchObject([
      { slug: 'alpha', health: 'ok', error: null, items: 3 },
      { slug: 'feed-b-xml', health: 'ok', error: null, items: 2 },
    ]);
    expect(text('index.html')).not.toMatch(/<img|http-equiv="refresh"/);
    expect(text('index.html')).toContain('<title>example.org</title>');
    expect(text('index.html')).toContain('<a href="morning-mix.html"');
    expect(text('morning-mix.html')).toContain('href="morning-mix.xml"');
  });

  it('says of a bundle that its files hold the newest 500 items, and not more', async () => {
    const site = await startSite(new Sandbox(), web);
    const a = site.publish('/long-a.xml', 300);
    const b = site.publish('/long-b.xml', 250);
    site.wants({
      feeds: [{ url: a }, { url: b }],
      bundles: [
        { name: 'Both', all_feeds: true },
        { name: 'One', feeds: [a] },
      ],
    });
    const { stdout, stderr } = await site.build([...SITE_URL, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      feeds: [{ items: 300 }, { items: 250 }],
      bundles: [
        { slug: 'both', items: 500, complete: false },
        { slug: 'one', items: 300, complete: true },
      ],
    });
    expect(stderr).toContain('The files of the bundle "Both" hold its newest 500 items');
    expect(stderr).not.toContain('"One"');
  });

  it('touches nothing when nothing is new, not even the state', async () => {
    const { build, out, statePath } = await builtSite();
    const before = hashesOf(out);
    const state = readFileSync(statePath, 'utf8');
    const { mtimeMs } = statSync(join(out, 'alpha.xml'));
    const second = await build(SITE_URL);
    expect(second.stdout).toContain('0 new items');
    expect(second.stdout).toContain('is up to date');
    expect(hashesOf(out)).toEqual(before);
    expect(readFileSync(statePath, 'utf8')).toBe(state);
    expect(statSync(join(out, 'alpha.xml')).mtimeMs).toBe(mtimeMs);
  });

  it('keeps the guids of items when others are new, also in another directory and process', async () => {
    const { build, publish, guids, text } = await builtSite();
    const before = guids('alpha');
    publish('/a.xml', 5);
    const { stdout } = await build(SITE_URL);
    expect(stdout).toContain('2 new items');
    expect(guids('alpha')).toMatchObject(before);
    expect(Object.keys(guids('alpha'))).toHaveLength(5);
    expect(JSON.parse(text('morning-mix.json')).items).toHaveLength(7);
    expect(text('alpha.json')).toContain('About /a.xml 0');
    // The texts of its old items come from the published file.
    expect(text('feed-b-xml.json')).toContain('About /b.xml 1');
    expect(text('morning-mix.atom')).toContain('About /b.xml 1');
  });

  it('re-creates a lost state from the published files, without a change in them', async () => {
    const { build, out, statePath, publish, guids } = await builtSite();
    const before = hashesOf(out);
    const known = guids('alpha');
    rmSync(statePath);
    expect(await build(SITE_URL)).toMatchObject({ code: 0 });
    const { '.feedctl-site.json': _, ...after } = hashesOf(out);
    expect(before).toMatchObject(after);
    rmSync(statePath);
    publish('/a.xml', 4);
    await build(SITE_URL);
    expect(guids('alpha')).toMatchObject(known);
  });

  it('brings back guids from the state when the published files are lost', async () => {
    const { build, out, guids } = await builtSite();
    const known = guids('alpha');
    rmSync(out, { recursive: true });
    expect(await build(SITE_URL)).toMatchObject({ code: 0 });
    expect(guids('alpha')).toEqual(known);
  });

  it('shows stored items again when a filter is removed, though the source is unchanged', async () => {
    const { wants, build, manifest, guids, a, text } = await builtSite();
    const all = guids('alpha');
    const filtered = { url: a, slug: 'alpha', filters: { exclude: ['number 1'] } };
    wants({ ...manifest, feeds: [filtered, ...manifest.feeds.slice(1)] });
    await build(SITE_URL);
    expect(Object.keys(guids('alpha'))).toEqual(['/a.xml number 2', '/a.xml number 0']);
    wants(manifest);
    await build(SITE_URL);
    expect(guids('alpha')).toEqual(all);
    expect(text('alpha.json')).toContain('About /a.xml 1');
  });
});

describe('sources that fail', () => {
  it('keep their last items; exit code 8, 9 with --strict-health, and a report', async () => {
    const { build, user, text, out } = await builtSite();
    const items = text('alpha.json');
    web.on('/a.xml', (_, response) => response.writeHead(500).end());
    const report = join(user.home, 'report.md');
    const failed = await build([...SITE_URL, '--report', report, '--json']);
    expect(failed.code).toBe(8);
    expect(JSON.parse(failed.stderr)).toMatchObject({ error: { code: 'SOME_FAILED' } });
    expect(JSON.parse(failed.stdout).feeds[0]).toMatchObject({
      slug: 'alpha',
      outcome: 'failed',
      health: 'failing',
      items: 3,
    });
    expect(text('alpha.json')).toBe(items);
    expect(JSON.parse(text('status.json')).feeds[0]).toMatchObject({ health: 'failing', items: 3 });
    expect(readFileSync(report, 'utf8')).toContain('## 1 of 2 feeds need attention');
    const before = hashesOf(out);
    expect(await build([...SITE_URL, '--strict-health'])).toMatchObject({ code: 9 });
    expect(hashesOf(out)).toEqual(before);
  });

  it('are named on stderr, twenty at most', async () => {
    const { build, wants } = await startSite(new Sandbox(), web);
    wants({
      feeds: Array.from({ length: 23 }, (_, index) => ({ url: `${web.origin}/no${index}` })),
    });
    const { code, stdout, stderr } = await build(SITE_URL);
    expect(stdout).toContain('0 of 23 sources fetched, 0 new items, 23 failed');
    expect(stderr).toContain('None of 23 feeds could be fetched.');
    expect(stderr).toContain('Is this machine online?');
    expect([code, stderr.match(/^\s*http.*: /gm)?.length]).toEqual([8, 20]);
    expect(stderr).toContain('… and 3 more; --report FILE has all.');
  });

  it('are listed without files when they were never read', async () => {
    const { build, wants, out, text } = await startSite(new Sandbox(), web);
    wants({ feeds: [{ url: `${web.origin}/gone`, slug: 'gone' }] });
    expect(await build()).toMatchObject({ code: 8 });
    expect(Object.keys(hashesOf(out))).not.toContain('gone.xml');
    expect(text('index.html')).toContain('<title>Feeds</title>');
    expect(JSON.parse(text('status.json')).feeds).toMatchObject([
      { slug: 'gone', health: 'failing', items: 0 },
    ]);
  });
});

it.each([
  ...['ftp://example.org/', 'example', 'https://example.org/?page=1', 'https://example.org/#top'],
  ...['https://user@example.org/', 'https://:password@example.org/'],
])('--site-url %s is wrong usage', async (typed) => {
  const build = ['build', 'feeds.yaml', '--out', 'public', '--site-url', typed];
  const { code, stderr } = await new Sandbox().run(build);
  expect([code, stderr]).toEqual([2, expect.stringContaining(`, not "${typed}".`)]);
});

describe('what is fetched', () => {
  it('--max-age skips what was fetched recently; 0 fetches all', async () => {
    const { build } = await builtSite();
    const before = web.hits('/a.xml');
    const fresh = await build([...SITE_URL, '--max-age', '1h']);
    expect(fresh.stdout).toContain('0 of 2 sources fetched');
    await build([...SITE_URL, '--max-age', '0']);
    expect(web.hits('/a.xml')).toBe(before + 1);
  });

  it('an interval of the file counts, and a paused feed is published without being fetched', async () => {
    const { wants, build, a, b, text } = await builtSite();
    const before = [web.hits('/a.xml'), web.hits('/b.xml')];
    wants({
      feeds: [
        { url: a, slug: 'alpha', interval: '6h', full_text: true },
        { url: b, interval: 'paused' },
      ],
    });
    const { code, stderr } = await build(SITE_URL);
    expect(code).toBe(0);
    expect(stderr).toContain(
      'full_text does not apply to builds: 1 feed keeps the text of the source.',
    );
    expect([web.hits('/a.xml'), web.hits('/b.xml')]).toEqual(before);
    expect(JSON.parse(text('alpha.json')).items).toHaveLength(3);
    expect(JSON.parse(text('status.json')).feeds[1]).toMatchObject({ health: 'paused', items: 2 });
  });

  it('secrets of the file are sent, and are nowhere in the site or the state', async () => {
    const { wants, build, user, out, statePath } = await startSite(new Sandbox(), web);
    const sent: unknown[] = [];
    const url = web.on('/private.xml', (request, response) => {
      sent.push(request.headers['x-token']);
      response.end('<rss version="2.0"><channel><title>Private</title></channel></rss>');
    });
    wants({ feeds: [{ url, access: { headers: { 'X-Token': 'env:FEEDCTL_SECRET_T' } } }] });
    const flags = ['--allow-secrets'];
    const missing = await build(flags);
    expect(missing).toMatchObject({ code: 2, stdout: '' });
    expect(missing.stderr).toContain('FEEDCTL_SECRET_T');
    const env = { FEEDCTL_SECRET_T: 'tomato-secret' };
    expect(await build([], { env })).toMatchObject({ code: 2, stdout: '' });
    expect(await build(flags, { env })).toMatchObject({ code: 0 });
    expect(sent).toEqual(['tomato-secret']);
    const files = Object.keys(hashesOf(out)).map((name) => readFileSync(join(out, name), 'utf8'));
    expect([...files, readFileSync(statePath, 'utf8')].join()).not.toContain('tomato-secret');
    expect(user.hasDatabase()).toBe(false);
  });
});

describe('slugs', () => {
  it.each([
    ['news.v1', 'write news-v1'],
    ['../news', 'write news'],
    ['', '1 to 80 letters'],
    ['status', 'is a file of the site itself'],
  ])('%j is rejected with its line and a slug that works', async (slug, fix) => {
    const { wants, build, a, out } = await builtSite();
    const before = hashesOf(out);
    const file = wants({ feeds: [{ url: a, slug }] });
    const { code, stderr } = await build();
    expect(code).toBe(2);
    expect(stderr).toMatch(new RegExp(`${file}:\\d+:\\d+: "slug" `));
    expect(stderr).toContain(fix);
    expect(hashesOf(out)).toEqual(before);
  });

  it('equal slugs are rejected, whatever their case', async () => {
    const { wants, build, a, b } = await builtSite();
    wants({
      feeds: [
        { url: a, slug: 'news' },
        { url: b, slug: 'News' },
      ],
    });
    const { code, stderr } = await build();
    expect(code).toBe(2);
    expect(stderr).toContain('the slug "News" is already in line');
  });

  it('are kept under another title, and never go to another feed', async () => {
    const { wants, build, publish, a, out, guids } = await builtSite();
    web.publish('/b.xml', { title: 'Another name', items: [] });
    const c = publish('/c.xml', 1);
    await build(SITE_URL);
    expect(Object.keys(hashesOf(out))).toContain('feed-b-xml.xml');
    wants({ feeds: [{ url: c, title: 'Feed b xml' }] });
    await build(SITE_URL);
    expect(Object.keys(hashesOf(out))).toEqual([
      '.feedctl-site.json',
      ...['feed-b-xml-2.atom', 'feed-b-xml-2.html', 'feed-b-xml-2.json', 'feed-b-xml-2.xml'],
      ...['feeds.html', 'feeds.opml', 'index.html', 'search.json', 'status.json'],
    ]);
    wants({ feeds: [{ url: c, slug: 'alpha' }] });
    const refused = await build(SITE_URL);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('the slug "alpha" belonged to another feed or bundle');
    expect(refused.stderr).toContain('--moved alpha');
    wants({ feeds: [{ url: a, slug: 'alpha' }] });
    await build(SITE_URL);
    expect(Object.keys(guids('alpha'))).toHaveLength(3);
  });

  it('--moved: a feed at a new address keeps its items and guids', async () => {
    const { wants, build, publish, guids } = await builtSite();
    const known = guids('alpha');
    const items = [0, 1, 2].map((number) => ({
      guid: `/a.xml-${number}`,
      title: `/a.xml number ${number}`,
      link: `https://example.com//a.xml/${number}`,
    }));
    const url = web.publish('/moved.xml', { title: 'Moved', items });
    publish('/a.xml', 0);
    wants({ feeds: [{ url, slug: 'alpha' }] });
    expect(await build([...SITE_URL, '--moved', 'alpha'])).toMatchObject({ code: 0 });
    expect(guids('alpha')).toEqual(known);
    expect(await build(SITE_URL)).toMatchObject({ code: 0 });
  });
});

describe('directories that are not usable', () => {
  it('one with other files, and a file, are refused', async () => {
    const { wants, build, out } = await startSite(new Sandbox(), web);
    wants({ feeds: [{ url: `${web.origin}/a` }] });
    mkdirSync(out);
    writeFileSync(join(out, 'holiday.jpg'), 'mine');
    const foreign = await build();
    expect(foreign.code).toBe(2);
    expect(foreign.stderr).toContain('is not empty, and was not written by feedctl build');
    expect(Object.keys(hashesOf(out))).toEqual(['holiday.jpg']);
    rmSync(out, { recursive: true });
    writeFileSync(out, 'a file');
    expect(await build()).toMatchObject({ code: 2 });
    expect(readFileSync(out, 'utf8')).toBe('a file');
  });

  it('a symbolic link in it is refused, and so is a file that a feed would replace', async () => {
    const { build, out, wants, a, manifest } = await builtSite();
    symlinkSync('/etc/hostname', join(out, 'link.xml'));
    const linked = await build(SITE_URL);
    expect(linked).toMatchObject({ code: 2 });
    expect(linked.stderr).toContain('link.xml is a symbolic link');
    rmSync(join(out, 'link.xml'));
    writeFileSync(join(out, 'CNAME'), 'example.org');
    writeFileSync(join(out, 'mine.xml'), 'mine');
    expect(await build(SITE_URL)).toMatchObject({ code: 0 });
    wants({ ...manifest, feeds: [{ url: a, slug: 'mine' }, ...manifest.feeds.slice(1)] });
    const conflict = await build(SITE_URL);
    expect(conflict).toMatchObject({ code: 2 });
    expect(conflict.stderr).toContain('contains a file mine.xml that no build wrote');
    expect(readFileSync(join(out, 'mine.xml'), 'utf8')).toBe('mine');
    expect(readFileSync(join(out, 'CNAME'), 'utf8')).toBe('example.org');
  });

  it('a place that cannot be written, a damaged marker and a damaged state are errors', async () => {
    const { user, wants, a, build, out, statePath, text } = await builtSite();
    const file = wants({ feeds: [{ url: a }] });
    for (const place of [join(file, 'public'), '/proc/feedctl-test/public']) {
      const unwritable = await user.run(['build', file, '--out', place]);
      expect(unwritable.code).toBe(1);
      expect(unwritable.stderr).toContain(`${dirname(place)} cannot be created`);
    }
    const marker = text('.feedctl-site.json');
    writeFileSync(join(out, '.feedctl-site.json'), '{}');
    expect(await build()).toMatchObject({ code: 2 });
    writeFileSync(join(out, '.feedctl-site.json'), marker);
    writeFileSync(statePath, '{"feeds":');
    const damaged = await build();
    expect(damaged.code).toBe(2);
    expect(damaged.stderr).toContain('Not a state file of feedctl build');
    expect(readFileSync(statePath, 'utf8')).toBe('{"feeds":');
  });
});
