import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseState, sameButTimes } from '../../../src/service/site/index.js';
import { MemorySite, siteBundle, siteFeed, type Wanted } from '../../support/memory-site.js';
import { numberedItems } from '../../support/rss.js';
import { type SourceServer, startSourceServer } from '../../support/source-server.js';

const HOUR = 3_600_000;

let web: SourceServer;
beforeAll(async () => {
  web = await startSourceServer();
});
afterAll(() => web.close());

/** A site of two feeds and a bundle of both, which each test copies. */
let whole: Promise<Awaited<ReturnType<typeof newSite>>> | undefined;

async function newSite() {
  const site = new MemorySite(web);
  const a = siteFeed(site.publish('/a', 3), { slug: 'alpha' });
  // Under another name, because requests to one host wait for each other.
  const b = siteFeed(site.publish('/b', 2).replace('127.0.0.1', 'localhost'));
  const wanted = { feeds: [a, b], bundles: [siteBundle('Both', [a, b])] };
  return { site, a, b, wanted, first: await site.build(wanted) };
}

/** An hour after its first build. */
async function builtSite() {
  whole ??= newSite();
  const { site: shared, ...rest } = await whole;
  const site = shared.copy();
  site.publish('/a', 3);
  site.publish('/b', 2);
  site.clock.advance(HOUR);
  return { ...rest, site };
}

const PAGES = ['feeds.html', 'feeds.opml', 'index.html', 'search.json', 'status.json'];
const filesOf = (...slugs: string[]) =>
  [
    ...slugs.flatMap((slug) => ['atom', 'html', 'json', 'xml'].map((end) => `${slug}.${end}`)),
    ...PAGES,
  ].sort();

describe('a site', () => {
  it('has the files of its feeds and bundles, and reports of them', async () => {
    const { first, site } = await builtSite();
    expect(first.written).toEqual(filesOf('alpha', 'both', 'feed-b'));
    expect(first.feeds).toMatchObject([
      {
        slug: 'alpha',
        title: 'Feed /a',
        source: `${web.origin}/a`,
        health: 'ok',
        error: null,
        isDrifted: false,
        fetched: { outcome: 'updated', itemsNew: 3 },
      },
      { slug: 'feed-b', health: 'ok', fetched: { itemsNew: 2 }, failingSince: null },
    ]);
    expect(first.bundles).toMatchObject([
      {
        slug: 'both',
        title: 'Both',
        feeds: ['alpha', 'feed-b'],
        isCut: false,
        summary: { items: 5 },
      },
    ]);
    expect(site.json('both').items).toHaveLength(5);
    expect(site.files.get('index.html')).toContain('<title>Our feeds</title>');
    expect(site.files.get('alpha.xml')).toContain('href="https://example.org/alpha.xml"');
    expect(Object.keys(first.state.slugs)).toEqual(['alpha', 'both', 'feed-b']);
  });

  it('names no address of its own that is unknown', async () => {
    const { site, wanted } = await builtSite();
    await site.build({ ...wanted, bundles: [] }, { siteUrl: null });
    expect(site.files.get('alpha.xml')).not.toContain('example.org');
    expect(site.files.get('feeds.opml')).toContain('xmlUrl="alpha.xml"');
  });

  it('without news, nothing is written but the pages, and the state differs by times alone', async () => {
    const { site, wanted, first } = await builtSite();
    const files = new Map(site.files);
    const second = await site.build(wanted);
    expect(second.written).toEqual(PAGES);
    expect(site.files).toEqual(files);
    expect(second.feeds).toMatchObject([
      { fetched: { itemsNew: 0 } },
      { fetched: { itemsNew: 0 } },
    ]);
    expect(sameButTimes(first.state, second.state)).toBe(true);
    expect(second.marker).toEqual(first.marker);
    expect((await site.build(wanted)).state.feeds[0]?.items).toEqual(first.state.feeds[0]?.items);
  });

  it('begins with the newest items of all feeds, also of those that have not changed', async () => {
    const { site, wanted } = await builtSite();
    const titles = () =>
      [...(site.files.get('index.html') ?? '').matchAll(/<h3><a [^>]*>([^<]*)/g)].map(
        ([, title]) => title,
      );
    const first = titles();
    expect(first).toHaveLength(5);
    expect(new Set(first.map((title) => title?.slice(0, 1)))).toEqual(new Set(['a', 'b']));
    site.publish('/a', 4);
    await site.build(wanted);
    expect(titles()).toHaveLength(6);
    expect(titles()).toEqual(expect.arrayContaining(first));
    const { items } = JSON.parse(site.files.get('search.json') ?? '');
    expect(items).toHaveLength(6);
    // Another title is on every page: the way back.
    const { written } = await site.build(wanted, { title: 'Renamed' });
    expect(written).toEqual(filesOf('alpha', 'both', 'feed-b'));
    expect(site.files.get('alpha.html')).toContain('← Renamed</a>');
  });

  it('fetches pictures when it is told to, each once, and keeps those that its pages show', async () => {
    const site = new MemorySite(web);
    const pixel = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    for (const name of ['one', 'two']) {
      web.on(`/${name}.png`, (_, response) => void response.end(pixel));
    }
    const serve = (...names: string[]) =>
      web.on('/pictures', (_, response) => {
        const items = names.map(
          (name) => `<item><title>${name}</title><guid>${name}</guid>
            <media:thumbnail url="${web.origin}/${name}.png"/></item>`,
        );
        response.setHeader('Content-Type', 'application/rss+xml');
        response.end(`<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel>
          <title>Pictures</title><link>${web.origin}</link><description>d</description>
          ${items.join('')}</channel></rss>`);
      });
    const wanted = { feeds: [siteFeed(serve('one', 'missing'))], bundles: [] };
    await site.build(wanted);
    expect(web.hits('/one.png')).toBe(0);
    expect(site.files.get('pictures.html')).not.toContain('<img');

    const pictures = true;
    const built = await site.build(wanted, { pictures });
    const [name = ''] = site.pictures.keys();
    expect(name).toMatch(/^picture-[0-9a-f]{24}\.png$/);
    expect(Buffer.from(site.pictures.get(name) ?? [])).toEqual(pixel);
    expect(built.files.has(name)).toBe(true);
    for (const page of ['index.html', 'pictures.html']) {
      const html = site.files.get(page) ?? '';
      expect(html.match(/<img class="thumb" src="[^"]*"/g)).toEqual([
        `<img class="thumb" src="${name}"`,
      ]);
    }
    const again = await site.build(wanted, { pictures });
    expect(again.written).toEqual(PAGES);
    expect(again.marker).toEqual(built.marker);
    serve('one', 'two');
    const more = await site.build(wanted, { pictures });
    expect(web.hits('/one.png')).toBe(1);
    expect([...site.pictures.keys()].filter((one) => more.files.has(one))).toHaveLength(2);
    const without = await site.build(wanted);
    expect([...without.files].filter((one) => one.startsWith('picture-'))).toEqual([]);
  });

  it('writes a file again that was changed or lost', async () => {
    const { site, wanted } = await builtSite();
    const text = site.files.get('alpha.html');
    site.files.set('alpha.html', 'changed');
    site.files.delete('feed-b.atom');
    expect((await site.build(wanted)).written).toEqual(filesOf('alpha', 'feed-b'));
    expect(site.files.get('alpha.html')).toBe(text);
  });

  it('with news, known items keep their guids and texts', async () => {
    const { site, wanted, b } = await builtSite();
    const [guids, old] = [site.guids('alpha'), site.json('alpha').items[0]];
    site.publish('/a', 5);
    expect((await site.build(wanted)).written).toEqual(filesOf('alpha', 'both'));
    expect(site.guids('alpha')).toMatchObject(guids);
    expect(site.json('alpha').items).toHaveLength(5);
    expect(site.json('alpha').items).toContainEqual(old);
    expect(site.json('both').items.map(({ content_html: html }) => html)).toContain(
      '<p>About b 1</p>',
    );
    const third = await site.build({ feeds: [b], bundles: [] });
    expect(third.state.feeds.map(({ slug }) => slug)).toEqual(['feed-b']);
    // Its readers would get the items of another feed.
    expect(third.state.slugs).toHaveProperty('alpha');
  });

  it('items that the source changed are changed', async () => {
    const { site, wanted } = await builtSite();
    const guids = site.guids('alpha');
    web.publish('/a', {
      title: 'Feed /a',
      items: [{ guid: 'a-0', title: 'Corrected', link: 'https://example.com/a/0' }],
    });
    const { feeds } = await site.build(wanted);
    expect(feeds[0]).toMatchObject({
      fetched: { itemsNew: 0, itemsChanged: 1 },
      summary: { items: 3 },
    });
    expect(site.guids('alpha')).toMatchObject({
      Corrected: guids['a number 0'],
      'a number 2': guids['a number 2'],
    });
  });
});

describe('what was lost', () => {
  it('of the state, the published files replace: nothing changes in them', async () => {
    const { site, wanted, first } = await builtSite();
    const [files, guids] = [new Map(site.files), site.guids('alpha')];
    site.state = null;
    const second = await site.build(wanted);
    expect(site.files).toEqual(files);
    expect(second.marker.documents.alpha).toEqual(first.marker.documents.alpha);
    expect(second.marker.documents.both?.id).toBe(first.marker.documents.both?.id);
    site.state = null;
    site.publish('/a', 4);
    await site.build(wanted);
    expect(site.guids('alpha')).toMatchObject(guids);
    expect(site.json('alpha').items).toHaveLength(4);
  });

  it('of the files, the source brings back: guids are those of the state', async () => {
    const { site, wanted } = await builtSite();
    const guids = site.guids('alpha');
    site.files.clear();
    // Of an item that the source no longer lists, no text is left.
    const [, last] = numberedItems(2, 'b');
    web.publish('/b', { title: 'Feed /b', items: last === undefined ? [] : [last] });
    await site.build(wanted);
    expect(site.guids('alpha')).toEqual(guids);
    expect(site.json('alpha').items[0]?.content_html).toBe('<p>About a 2</p>');
    expect(Object.keys(site.guids('feed-b'))).toEqual(['b number 1']);
  });

  it('of the state and a published file, the source brings back', async () => {
    const { site, wanted } = await builtSite();
    site.files.set('alpha.json', '{"items":');
    site.state = null;
    expect((await site.build(wanted)).feeds[0]).toMatchObject({
      slug: 'alpha',
      summary: { items: 3 },
    });
  });
});

/** Builds from what is known: no source is due. */
const UNFETCHED = { maxAgeMs: 10 * HOUR };
const PAUSED = { interval: 'paused' } as const;
const WITHOUT_1 = { exclude: ['number 1'] };

describe('what its owner changes', () => {
  it.each([
    ['a title', { title: 'Ours' }],
    ['a description', { description: 'What it is' }],
    ['an icon', { icon: 'https://example.com/icon.png' }],
    ['an author', { settings: { customAuthor: 'Somebody' } }],
    ['filters', { filters: WITHOUT_1 }],
  ])('%s is a change of the feed at the time of the build, once', async (_, change) => {
    const { site, first } = await builtSite();
    const feeds = [siteFeed(`${web.origin}/a`, { slug: 'alpha', ...change })];
    const revision = Number(first.state.feeds[0]?.row.revision);
    const changed = { revision: revision + 1, updated_at: site.clock.now() };
    const second = await site.build({ feeds, bundles: [] }, UNFETCHED);
    expect(second.state.feeds).toMatchObject([{ row: changed }]);
    expect(second.feeds).toMatchObject([{ fetched: null }]);
    site.clock.advance(HOUR);
    const third = await site.build({ feeds, bundles: [] }, UNFETCHED);
    expect(third.state.feeds).toMatchObject([{ row: changed }]);
    expect(third.written).toEqual(PAGES);
  });

  it('items behind a filter come back without it, though the source is unchanged', async () => {
    const { site, wanted } = await builtSite();
    const guids = site.guids('alpha');
    const feeds = [siteFeed(`${web.origin}/a`, { slug: 'alpha', filters: WITHOUT_1 })];
    await site.build({ feeds, bundles: [] }, UNFETCHED);
    expect(Object.keys(site.guids('alpha'))).toEqual(['a number 2', 'a number 0']);
    await site.build(wanted, UNFETCHED);
    expect(site.guids('alpha')).toEqual(guids);
    expect(site.json('alpha').items[1]?.content_html).toBe('<p>About a 1</p>');
  });

  it.each<[string, (members: readonly string[]) => Partial<Wanted['bundles'][number]>]>([
    ['its name', () => ({ name: 'Mix' })],
    ['its description', () => ({ description: 'All of it' })],
    ['its filters', () => ({ filters: WITHOUT_1 })],
    ['its members', (members) => ({ members: members.slice(1) })],
    ['the order of its members', (members) => ({ members: members.toReversed() })],
  ])('of a bundle, %s: a change at the time of the build, once', async (_, change) => {
    const { site, wanted, first } = await builtSite();
    expect((await site.build(wanted, UNFETCHED)).state.bundles).toEqual(first.state.bundles);
    const bundles = wanted.bundles.map((bundle) => ({ ...bundle, ...change(bundle.members) }));
    const updated = { revision: 2, updated_at: site.clock.now() };
    const second = await site.build({ ...wanted, bundles }, UNFETCHED);
    expect(second.state.bundles).toMatchObject([{ slug: 'both', row: updated }]);
    site.clock.advance(HOUR);
    const third = await site.build({ ...wanted, bundles }, UNFETCHED);
    expect(third.state.bundles).toEqual(second.state.bundles);
  });

  it('another address under the slug that moved: the feed keeps its id and items', async () => {
    const { site, first } = await builtSite();
    const guids = site.guids('alpha');
    const items = numberedItems(3, 'a').toReversed();
    const moved = siteFeed(web.publish('/moved', { title: 'Moved', items }), { slug: 'ALPHA' });
    const second = await site.build({ feeds: [moved], bundles: [] }, { moved: ['Alpha'] });
    expect(site.guids('ALPHA')).toEqual(guids);
    expect(second.state.feeds[0]?.row.id).toBe(first.state.feeds[0]?.row.id);
    const other = siteFeed(site.publish('/other', 1), { slug: 'feed-b' });
    const third = await site.build({ feeds: [other], bundles: [] }, { moved: ['alpha'] });
    expect(third.feeds[0]).toMatchObject({ summary: { items: 1 } });
  });
});

describe('sources', () => {
  it('that fail keep their items, their error and since when', async () => {
    const { site, wanted } = await builtSite();
    web.on('/a', (_, response) => response.writeHead(500).end());
    const failedAt = site.clock.now();
    const failed = await site.build(wanted);
    const error = {
      code: expect.stringMatching(/^SOURCE_/),
      message: expect.stringContaining('500'),
    };
    expect(failed.feeds).toMatchObject([
      { health: 'failing', error, failingSince: failedAt, summary: { items: 3 } },
      { health: 'ok', error: null },
    ]);
    expect(failed.written).toEqual(PAGES);
    site.clock.advance(60_000);
    const later = await site.build(wanted, { maxAgeMs: HOUR });
    expect(later.feeds[0]).toMatchObject({ fetched: null, error, failingSince: failedAt });
    site.publish('/a', 3);
    site.clock.advance(2 * HOUR);
    expect((await site.build(wanted)).feeds[0]).toMatchObject({ health: 'ok', error: null });
  });

  it('that were never read have no files; those that are not allowed are reported', async () => {
    const site = new MemorySite(web);
    const gone = siteFeed(`${web.origin}/gone?key=secret`, { slug: 'gone' });
    const failed = await site.build({ feeds: [gone], bundles: [siteBundle('All', [gone])] });
    expect(failed.feeds).toMatchObject([
      { slug: 'gone', title: `${web.origin}/gone`, health: 'failing', summary: null },
    ]);
    expect(failed.bundles).toMatchObject([{ slug: 'all', summary: { items: 0 } }]);
    expect(failed.written).toEqual(filesOf('all'));
    const refused = await site.build({ feeds: [gone], bundles: [] }, { isOpen: false });
    expect(refused.feeds).toMatchObject([
      { slug: 'gone', health: 'failing', error: { code: 'SOURCE_FORBIDDEN' } },
    ]);
    await expect(
      site.build({ feeds: [siteFeed('not an address')], bundles: [] }),
    ).rejects.toMatchObject({ code: 'INVALID_FIELD' });
  });

  it('that are not due are published without a fetch', async () => {
    const { site, a, b } = await builtSite();
    const starts: number[] = [];
    const fetched: string[] = [];
    const before = web.hits('/a');
    const built = await site.build(
      { feeds: [{ ...a, settings: PAUSED }, b], bundles: [] },
      { onStart: (count) => starts.push(count), onFetched: ({ feedId }) => fetched.push(feedId) },
    );
    expect(built.feeds).toMatchObject([
      { health: 'paused', fetched: null, summary: { items: 3 } },
      { health: 'ok', fetched: { itemsNew: 0 } },
    ]);
    expect([starts, fetched, web.hits('/a')]).toEqual([
      [1],
      [built.state.feeds[1]?.row.id],
      before,
    ]);
    const unread = siteFeed(`${web.origin}/b?unread`, { settings: PAUSED });
    const { feeds } = await site.build({ feeds: [unread], bundles: [] });
    expect(feeds).toMatchObject([{ slug: null, health: 'paused', summary: null }]);
  });

  it('of a domain that asked to wait are left alone by later builds until then', async () => {
    const { site, wanted } = await builtSite();
    const until = site.clock.now() + 2 * HOUR;
    const state = parseState(site.state ?? '');
    if (state === null) throw new Error('The state cannot be read.');
    const blocks: [string, number][] = [
      ['example.com', until],
      ['example.org', site.clock.now() - 1],
    ];
    const second = await site.build(wanted, { state: { ...state, blocks } });
    expect(second.state.blocks).toEqual([['example.com', until]]);
  });

  it('are not waited for after an interruption', async () => {
    const { site, wanted } = await builtSite();
    web.on('/a', () => {});
    const abort = new AbortController();
    const reason = new Error('interrupted');
    const build = site.build(wanted, {
      signal: abort.signal,
      onStart: () => setImmediate(() => abort.abort(reason)),
    });
    await expect(build).rejects.toBe(reason);
    const early = AbortSignal.abort(reason);
    await expect(site.build(wanted, { signal: early })).rejects.toBe(reason);
  });
});
