import { afterEach, describe, expect, it } from 'vitest';
import type { DocumentChoice } from '../../../../src/contract/index.js';
import { createSourceReader } from '../../../../src/service/sources/create-source-reader.js';
import {
  type ComparedItem,
  chooseFeed,
  type FoundFeed,
} from '../../../../src/service/sources/discover/which-feed.js';
import { resolveSource } from '../../../../src/service/sources/resolve-source.js';
import { serveDocuments } from '../../../support/loopback-server.js';

const open: Array<{ close(): Promise<void> }> = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((thing) => thing.close()));
});

type Documents = Parameters<typeof serveDocuments>[0];

/** The title of what is read for an address, and its kind. */
async function readAt(documents: Documents, path: string, from: DocumentChoice = 'auto') {
  const server = await serveDocuments(documents);
  const reader = createSourceReader({ allowPrivateNetworks: true });
  open.push(server, reader);
  const source = resolveSource({ url: `${server.origin}${path}`, from }, 'http://x/{query}');
  const reading = await reader.read(source);
  if (reading.kind !== 'document') throw new Error(`The reading is ${reading.kind}.`);
  const { document, state } = reading;
  return {
    kind: state.origin,
    path: state.pollUrl.slice(server.origin.length),
    titles: document.entries.map(({ title }) => title),
    note: reading.note,
    reread: () => reader.read(source, { ...state, bodyHash: null, etag: null }),
  };
}

const rss = (title: string, ...links: string[]) =>
  `<rss version="2.0"><channel><title>${title}</title>${links
    .map((link) => `<item><title>Post ${link}</title><link>${link}</link></item>`)
    .join('')}</channel></rss>`;

const alternate = (href: string, title = '') =>
  `<link rel="alternate" type="application/rss+xml" title="${title}" href="${href}">`;

const JOBS = Array.from({ length: 8 }, (_, n) => `Engineer number ${n + 1} in Hamburg`);
const list = (titles: readonly string[], base: string) =>
  `<main><ul>${titles
    .map((title, n) => `<li><h2><a href="${base}/${n + 1}">${title}</a></h2><p>About it.</p></li>`)
    .join('')}</ul></main>`;
const page = (head: string, body: string) =>
  `<!doctype html><html lang="en"><head><title>Page</title>${head}</head><body>${body}</body></html>`;

const BLOG = rss('The blog', '/blog/a', '/blog/b', '/blog/c', '/blog/d');
const careers = (head = '', more = '') => page(head, list(JOBS, '/jobs') + more);

describe('a page that is not what the feed of the site is about', () => {
  it.each([
    ['/feed answers at the root', careers(), { '/feed': BLOG }],
    ['every page links the blog', careers(alternate('/feed')), { '/feed': BLOG }],
    ['every page links /blog/feed', careers(alternate('/blog/feed')), { '/blog/feed': BLOG }],
    [
      'the footer shows one post of it',
      careers(alternate('/feed'), '<footer><a href="/blog/a">Post</a></footer>'),
      { '/feed': BLOG },
    ],
    [
      'its own feed is the one of its comments',
      careers(alternate('/careers/feed', 'Acme » Careers Comments Feed')),
      { '/careers/feed': rss('Comments on: Careers', '/careers#comment-1') },
    ],
    [
      'WordPress answers a feed of comments below it',
      careers(),
      { '/careers/feed': rss('Comments on: Careers', '/careers#comment-1') },
    ],
    ['an empty feed answers below it', careers(), { '/careers/feed': rss('Careers') }],
    ['a language section links the blog', careers(alternate('/en/feed')), { '/en/feed': BLOG }],
  ])('is read itself: %s', async (_, html, feeds) => {
    for (const path of ['/careers', '/en/careers']) {
      const { kind, titles } = await readAt({ [path]: html, ...feeds }, path);
      expect([kind, titles]).toEqual(['page', JOBS]);
    }
  });

  it.each([
    ['one word of the path is equal', '/careers/engineering', '/engineering/feed.xml', BLOG],
    ['the feed is empty', '/careers', '/careers/feed.xml', rss('Careers')],
    ['it is a search that finds some posts', '/search?q=x', '/feed', BLOG],
  ])('is read itself: %s', async (_, path, feed, document) => {
    const { kind, note } = await readAt(
      { [path]: careers(alternate(feed)), [feed]: document },
      path,
    );
    expect(kind).toBe('page');
    expect(note ?? '').toMatch(document === BLOG ? /which is not of this page: http\S+feed/ : /^$/);
  });

  it('is read itself when an address that it does not have leads to the feed of the site', async () => {
    const moved = { status: 301, headers: { location: '/feed' } };
    const { kind } = await readAt(
      { '/careers': careers(), '/careers/feed': moved, '/feed': BLOG },
      '/careers',
    );
    expect(kind).toBe('page');
  });

  it('has the feed of its site where it has no list, with a note', async () => {
    const html = page(alternate('/feed'), '<h1>About us</h1><p>We make things.</p>');
    const { path, note } = await readAt({ '/about': html, '/feed': BLOG }, '/about');
    expect(path).toBe('/feed');
    expect(note).toMatch(/^No list was found at http:\S+\/about, so the feed .* http:\S+\/feed\.$/);
  });

  it('is refused without a list where a feed is only guessed, with its address', async () => {
    const html = page('', '<h1>About us</h1><p>We make things.</p>');
    await expect(readAt({ '/about': html, '/feed': BLOG }, '/about')).rejects.toMatchObject({
      code: 'NO_ITEMS_FOUND',
      message: expect.stringMatching(/The site has a feed at http:\S+\/feed, which is not of this/),
    });
  });

  it('is read as the feed of the site when that is asked for', async () => {
    const documents = { '/careers': careers(alternate('/feed')), '/feed': BLOG };
    expect(await readAt(documents, '/careers', 'feed')).toMatchObject({
      kind: 'feed',
      path: '/feed',
    });
  });
});

describe('a page whose feed it is', () => {
  const posts = (...links: string[]) =>
    `<main>${links.map((link) => `<h2><a href="${link}">A post of the blog</a></h2>`).join('')}</main>`;

  it.each([
    ['a front page', '/', page(alternate('/feed'), ''), '/feed'],
    ['a front page that guesses', '/', page('', ''), '/feed'],
    ['a front page of a language', '/en/', page(alternate('/feed'), ''), '/feed'],
    ['an index document', '/index.html', page(alternate('/feed'), ''), '/feed'],
    [
      'a category of WordPress',
      '/category/x/',
      careers(alternate('/category/x/feed/')),
      '/category/x/feed/',
    ],
    [
      'a category that links the whole site first',
      '/category/x/',
      careers(alternate('/feed') + alternate('/category/x/feed/')),
      '/category/x/feed/',
    ],
    ['a section of a newspaper', '/sport', careers(alternate('/rss/sport.xml')), '/rss/sport.xml'],
    [
      'a section below a language',
      '/uk/technology',
      careers(alternate('/uk/technology/rss')),
      '/uk/technology/rss',
    ],
    ['a section that guesses', '/blog', careers(), '/blog/feed'],
    [
      'a plain permalink',
      '/?cat=3',
      careers(alternate('/?feed=rss2&amp;cat=3')),
      '/?feed=rss2&cat=3',
    ],
    [
      'a page that lists the items',
      '/archive',
      page(alternate('/feed'), posts('/blog/a', '/blog/c')),
      '/feed',
    ],
    [
      'a page that lists guessed items',
      '/archive',
      page('', posts('/blog/a?utm_source=x', '/blog/c')),
      '/feed',
    ],
    [
      'a part of a section that lists an item',
      '/blog/tag/y',
      page(alternate('/blog/feed'), posts('/blog/d')),
      '/blog/feed',
    ],
    [
      'an article of a section',
      '/blog/a',
      page(alternate('/blog/feed'), '<h1>A</h1><p>Text.</p>'),
      '/blog/feed',
    ],
  ])('is read by its feed: %s', async (_, path, html, feed) => {
    const documents = { [path]: html, [feed]: BLOG };
    if (feed !== '/feed' && path !== '/') documents['/feed'] = rss('All', '/1', '/2');
    expect(await readAt(documents, path)).toMatchObject({ kind: 'feed', path: feed });
  });

  it('is read itself when that is asked for, and again', async () => {
    const documents = { '/': careers(alternate('/feed')), '/feed': BLOG };
    const { kind, titles, reread } = await readAt(documents, '/', 'html');
    expect([kind, titles]).toEqual(['page', JOBS]);
    const again = await reread();
    expect(again).toMatchObject({ kind: 'document', state: { origin: 'page' } });
  });

  it('refuses a feed where the page is asked for, and a page where a feed is', async () => {
    await expect(readAt({ '/feed': BLOG }, '/feed', 'html')).rejects.toMatchObject({
      code: 'SOURCE_INVALID',
      message: expect.stringContaining('is a feed itself, not a page'),
    });
    await expect(readAt({ '/x': careers() }, '/x', 'feed')).rejects.toMatchObject({
      code: 'SOURCE_INVALID',
      message: expect.stringContaining('leads to no feed'),
    });
  });
});

describe('a page that several feeds share items with', () => {
  const items = (from: number, to: number) =>
    JOBS.slice(from, to).map((title, n) => [`/jobs/${from + n + 1}`, title] as const);
  const jobs = (name: string, ...range: [number, number]) =>
    `<rss version="2.0"><channel><title>${name}</title>${items(...range)
      .map(([link, title]) => `<item><title>${title}</title><link>${link}</link></item>`)
      .join('')}</channel></rss>`;

  it('has the one that shares most, and a note names the others', async () => {
    const { path, note } = await readAt(
      {
        '/careers': careers(alternate('/a.xml') + alternate('/b.xml') + alternate('/c.xml')),
        '/a.xml': jobs('A', 0, 3),
        '/b.xml': jobs('B', 1, 8),
        '/c.xml': BLOG,
      },
      '/careers',
    );
    expect(path).toBe('/b.xml');
    expect(note).toMatch(
      /shares most .*\/b\.xml\. Other feeds of the site: \S+\/a\.xml, \S+\/c\.xml\.$/,
    );
  });

  it('has no note on another format of the same feed', async () => {
    const { path, note } = await readAt(
      {
        '/careers': careers(alternate('/a.xml') + alternate('/b.xml')),
        '/a.xml': jobs('A', 0, 8),
        '/b.xml': jobs('A', 0, 8),
      },
      '/careers',
    );
    expect([path, note]).toEqual(['/a.xml', null]);
  });
});

describe('a page that declares no feed', () => {
  const front = (href: string) =>
    page('', `${list(JOBS, '/jobs')}<footer><a href="${href}">RSS</a></footer>`);

  it('has the one that it links for its readers', async () => {
    const { kind, path } = await readAt(
      { '/': front('/feeds/all.rss'), '/feeds/all.rss': BLOG },
      '/',
    );
    expect([kind, path]).toEqual(['feed', '/feeds/all.rss']);
  });

  it.each([
    ['answers a page', front('/rss'), { '/rss': page('', '<h1>Our feeds</h1>') }],
    ['is empty', front('/rss'), { '/rss': rss('Empty') }],
  ])('is read itself when what it links %s', async (_, html, documents) => {
    const { kind, titles } = await readAt({ '/': html, ...documents }, '/');
    expect([kind, titles]).toEqual(['page', JOBS]);
  });
});

describe('the choice of a feed', () => {
  const PAGE = 'https://a.test/news/';
  const items = (from: number, to: number, site = 'https://a.test') =>
    Array.from({ length: to - from }, (_, at) => ({ url: `${site}/${from + at}`, title: '' }));
  const found = (
    way: FoundFeed['way'],
    url: string,
    entries: readonly ComparedItem[],
    address = url,
  ): FoundFeed =>
    ({
      way,
      address,
      answer: { url, requestedUrl: url },
      document: { entries },
    }) as unknown as FoundFeed;
  const choose = (
    list: readonly ComparedItem[] | null,
    feeds: readonly FoundFeed[],
    page: { addresses?: string[]; links?: string[] } = {},
  ) => {
    const { feed, note } = chooseFeed({ addresses: [PAGE], links: [], ...page, list }, feeds);
    return { url: feed?.answer.url, note };
  };
  const SITE = 'https://a.test/feed';
  const OWN = 'https://a.test/news/feed';

  it.each<[string, FoundFeed[], string | undefined]>([
    ['of a platform', [found('platform', 'https://b.test/x', items(90, 91))], 'https://b.test/x'],
    ['at its own path', [found('declared', OWN, items(90, 91))], OWN],
    ['sent on from its own path', [found('declared', SITE, items(90, 91), OWN)], SITE],
    ['guessed at its own path', [found('guessed', OWN, items(90, 91))], OWN],
    ['guessed there and sent on', [found('guessed', SITE, items(90, 91), OWN)], undefined],
    ['that is empty', [found('platform', OWN, [])], undefined],
    ['with a third of its items', [found('declared', SITE, items(2, 12))], SITE],
    ['of which it has a third', [found('declared', SITE, items(1, 4))], SITE],
    ['with less than a third', [found('declared', SITE, items(3, 30))], undefined],
    [
      'with most of its items',
      [found('declared', SITE, items(2, 5)), found('declared', `${SITE}2`, items(1, 5))],
      `${SITE}2`,
    ],
    [
      'with the fewest others',
      [found('declared', SITE, items(0, 9)), found('declared', `${SITE}2`, items(0, 3))],
      `${SITE}2`,
    ],
  ])('for a page with a list is one %s', (_, feeds, url) => {
    expect(choose(items(0, 3), feeds).url).toBe(url);
  });

  it('for the page of a tag asks for two thirds of the feed', () => {
    const addresses = ['https://a.test/tag/ships'];
    const feed = (to: number) => [found('declared', SITE, items(0, to))];
    expect(choose(items(0, 2), feed(3), { addresses }).url).toBe(SITE);
    expect(choose(items(0, 2), feed(4), { addresses }).url).toBeUndefined();
  });

  it('knows an item by a title of twelve characters, and none by a shorter one', () => {
    const titled = (title: string, url: string) => [{ title, url }];
    const chosen = (title: string, other = title) =>
      choose(titled(title, 'https://a.test/1'), [
        found('declared', SITE, titled(other, 'https://b.test/2')),
      ]).url;
    expect([chosen('abcdef ghijkl'), chosen('abcdef ghij')]).toEqual([SITE, undefined]);
    expect(chosen('Ａbcdef—GHIJKL!', 'abcdef ghijkl')).toBe(SITE);
  });

  it('for a page without a list is by its links, else the first that it names', () => {
    const other = found('declared', SITE, items(50, 60));
    const linked = found('declared', `${SITE}2`, items(0, 3));
    const links = items(0, 3).map(({ url }) => url);
    expect(choose(null, [other, linked], { links }).url).toBe(`${SITE}2`);
    expect(choose(null, [found('guessed', `${SITE}3`, items(50, 60)), other]).url).toBe(SITE);
    expect(choose(null, [found('guessed', `${SITE}3`, items(50, 60))]).url).toBeUndefined();
    expect(choose(null, [found('declared', SITE, [])]).url).toBe(SITE);
    expect(choose([], [found('declared', SITE, [])]).url).toBeUndefined();
  });

  it('says why, and which other feeds there are', () => {
    const one = found('declared', SITE, items(0, 3));
    const others = [1, 2, 3, 4].map((n) =>
      found('declared', `${SITE}/${n}`, items(n * 100, n * 100 + 5)),
    );
    const copy = found('declared', 'https://a.test/atom', items(0, 2));
    expect(choose(items(0, 3), [one, copy]).note).toBeNull();
    expect(choose(items(0, 3), [one, ...others.slice(0, 3)]).note).toBe(
      `The feed that shares most with the page is read: ${SITE}. Other feeds of the site: ${SITE}/1, ${SITE}/2, ${SITE}/3.`,
    );
    expect(choose(items(0, 3), [one, ...others]).note).toContain(`${SITE}/3 and 1 more.`);
    expect(choose(items(0, 3), others.slice(0, 1)).note).toBe(
      `The site has another feed, which is not of this page: ${SITE}/1. To follow it, use its address.`,
    );
    expect(choose(items(0, 3), []).note).toBeNull();
    expect(choose(null, [one]).note).toBe(
      `No list was found at ${PAGE}, so the feed that it leads to is read: ${SITE}.`,
    );
    expect(choose(items(0, 3), [found('platform', OWN, items(0, 1)), ...others]).note).toBeNull();
  });
});
