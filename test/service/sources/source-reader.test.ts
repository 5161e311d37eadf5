import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { CreateFeedBody } from '../../../src/contract/index.js';
import { createFetcher } from '../../../src/service/fetch/index.js';
import {
  createSourceReader,
  type SourceReaderOptions,
} from '../../../src/service/sources/create-source-reader.js';
import { resolveSource } from '../../../src/service/sources/resolve-source.js';
import type {
  ReadingState,
  SourceReader,
  SourceReading,
} from '../../../src/service/sources/source-reader.js';
import { serveDocuments, startServer } from '../../support/loopback-server.js';

const open: Array<{ close(): Promise<void> }> = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((thing) => thing.close()));
});

async function opened<T extends { close(): Promise<void> }>(thing: Promise<T>): Promise<T> {
  const resource = await thing;
  open.push(resource);
  return resource;
}

function reader(options: SourceReaderOptions = {}): SourceReader {
  const created = createSourceReader({ allowPrivateNetworks: true, ...options });
  open.push(created);
  return created;
}

function read(url: string, state?: ReadingState, body: object = {}): Promise<SourceReading> {
  return reader().read(resolveSource({ url, ...body }, 'http://x/{query}'), state);
}

/** The reading, which must be a document. */
async function documentAt(url: string, state?: ReadingState) {
  const reading = await read(url, state);
  if (reading.kind !== 'document') throw new Error(`reading is ${reading.kind}`);
  return reading;
}

const failure = (code: string, message: RegExp, more: object = {}) =>
  expect.objectContaining({ code, message: expect.stringMatching(message), ...more });

const rss = (title: string, ...items: string[]) =>
  `<rss version="2.0"><channel><title>${title}</title>${items
    .map((item) => `<item><title>${item}</title><link>/${item}</link></item>`)
    .join('')}</channel></rss>`;

const page = (head: string, body = '<p>Some words of a page.</p>') =>
  `<!doctype html><html><head><title>Page</title>${head}</head><body>${body}</body></html>`;

const alternate = (href: string) =>
  `<link rel="alternate" type="application/rss+xml" href="${href}">`;

describe('a first look', () => {
  it('reads a feed at the address itself, whatever its content type', async () => {
    const server = await opened(
      serveDocuments({
        '/feed': {
          headers: { 'content-type': 'text/html', 'cache-control': 'max-age=300', etag: '"1"' },
          body: rss('T', 'a', 'b'),
        },
      }),
    );
    const reading = await documentAt(`${server.origin}/feed`);
    expect(reading.document.entries.map(({ url }) => url)).toEqual([
      `${server.origin}/a`,
      `${server.origin}/b`,
    ]);
    expect(reading.freshForMs).toBe(300_000);
    expect(reading.state).toEqual({
      pollUrl: `${server.origin}/feed`,
      etag: '"1"',
      lastModified: null,
      bodyHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      origin: 'feed',
      rule: null,
    });
  });

  it('follows a page to the feed it links to, and takes its icon', async () => {
    const server = await opened(
      serveDocuments({
        '/blog/post': page(
          `${alternate('/feed')}${alternate('/blog/feed')}<link rel="icon" href="/i.png">`,
        ),
        '/feed': rss('Root', 'a'),
        '/blog/feed': rss('Blog', 'a'),
      }),
    );
    const reading = await documentAt(`${server.origin}/blog/post`);
    expect(reading.document.title).toBe('Blog');
    expect(reading.document.icon).toBe(`${server.origin}/i.png`);
    expect(reading.state.pollUrl).toBe(`${server.origin}/blog/feed`);
  });

  it('passes over links that are dead, empty or no feeds', async () => {
    const server = await opened(
      serveDocuments({
        '/': page(['/dead', '/page', '/empty', '/feed'].map(alternate).join('')),
        '/page': page(''),
        '/empty': rss('Empty'),
        '/feed': rss('Full', 'a'),
      }),
    );
    expect((await documentAt(server.origin)).document.title).toBe('Full');
  });

  it('takes a feed without entries when there is no other', async () => {
    const server = await opened(
      serveDocuments({ '/': page(alternate('/empty')), '/empty': rss('Empty') }),
    );
    const { document } = await documentAt(server.origin);
    expect(document).toMatchObject({ title: 'Empty', entries: [] });
  });

  it('tries the profile feed of a Mastodon page', async () => {
    const server = await opened(
      serveDocuments({ '/@ann': page(''), '/@ann.rss': rss('Ann', 'toot') }),
    );
    expect((await documentAt(`${server.origin}/@ann`)).document.title).toBe('Ann');
  });

  it("reads a platform's feed when its page turns readers away", async () => {
    const server = await opened(
      serveDocuments({ '/@ann': { status: 403, body: 'no' }, '/@ann.rss': rss('Ann', 'toot') }),
    );
    expect((await documentAt(`${server.origin}/@ann`)).document.title).toBe('Ann');
  });

  it('tries well-known paths last, near the page first', async () => {
    const server = await opened(
      serveDocuments({
        '/news/': page(''),
        '/news/rss.xml': rss('Near', 'a'),
        '/feed': rss('Root', 'a'),
      }),
    );
    expect((await documentAt(`${server.origin}/news/`)).document.title).toBe('Near');
  });

  it('guesses four addresses at once, whatever the interval of the host', async () => {
    const waiting: Array<() => void> = [];
    const asked: string[] = [];
    const server = await opened(
      startServer(({ url = '' }, response) => {
        if (url === '/news') return response.end(page(''));
        if (/robots|sitemap/.test(url)) return response.writeHead(404).end();
        asked.push(url);
        waiting.push(() => response.writeHead(404).end());
        // Requests that waited for each other would never be answered.
        if (waiting.length === 4) for (const answer of waiting) answer();
        return response;
      }),
    );
    const patient = reader({ hostIntervalMs: 3_600_000, hostConcurrency: 1 });
    const source = resolveSource({ url: `${server.origin}/news` }, 'http://x/{query}');
    await expect(patient.read(source)).rejects.toEqual(failure('NO_ITEMS_FOUND', /./));
    expect(asked.sort()).toEqual(['/feed', '/news/feed', '/news/rss.xml', '/rss.xml']);
  });

  it('follows a page that is nothing but a meta refresh', async () => {
    const server = await opened(
      serveDocuments({
        '/': '<meta http-equiv="refresh" content="0;url=/home">',
        '/home': page(alternate('/feed.rss')),
        '/feed.rss': rss('T', 'a'),
      }),
    );
    expect((await documentAt(server.origin)).document.title).toBe('T');
  });

  it('polls where permanent redirects lead, and not where temporary ones do', async () => {
    const server = await opened(
      serveDocuments({
        '/old': { status: 301, headers: { location: '/new' } },
        '/new': rss('T', 'a'),
        '/alias': { status: 302, headers: { location: '/new' } },
      }),
    );
    const [moved, elsewhere] = await Promise.all(
      ['/old', '/alias'].map((path) => documentAt(server.origin + path)),
    );
    expect(moved?.state.pollUrl).toBe(`${server.origin}/new`);
    expect(elsewhere?.state.pollUrl).toBe(`${server.origin}/alias`);
  });

  it('goes where a podcast says that it moved, if that has the same items', async () => {
    const moving = (to: string, ...items: string[]) =>
      rss('Old', ...items).replace(
        '<item>',
        `<itunes:new-feed-url xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">${to}</itunes:new-feed-url><item>`,
      );
    const server = await opened(
      serveDocuments({
        '/old': moving('/new', 'a', 'b', 'c'),
        '/new': rss('New', 'a', 'b', 'c', 'd'),
        '/parked': moving('/other', 'a', 'b', 'c'),
        '/other': rss('Other', 'x', 'y', 'z'),
        '/dead': moving('/gone', 'a'),
        '/ping': moving('/pong', 'a'),
        '/pong': moving('/ping', 'a'),
      }),
    );
    const polled = async (path: string, state?: ReadingState) => {
      const { document, state: after } = await documentAt(server.origin + path, state);
      return [document.title, after.pollUrl.replace(server.origin, '')];
    };
    expect(await polled('/old')).toEqual(['New', '/new']);
    expect(await polled('/parked')).toEqual(['Old', '/parked']);
    expect(await polled('/dead')).toEqual(['Old', '/dead']);
    expect(await polled('/ping')).toEqual(['Old', '/ping']);
    const before = { ...(await documentAt(`${server.origin}/dead`)).state, bodyHash: 'other' };
    expect(await polled('/old', { ...before, pollUrl: `${server.origin}/old` })).toEqual([
      'New',
      '/new',
    ]);
  });

  it('does not look for feeds when selectors ask for the page itself', async () => {
    const server = await opened(
      serveDocuments({ '/': page(alternate('/feed')), '/feed': rss('T', 'a') }),
    );
    await expect(read(server.origin, undefined, { selectors: { items: '.none' } })).rejects.toEqual(
      failure('NO_ITEMS_FOUND', /./),
    );
    expect(server.requests).toEqual(['/', '/robots.txt']);
  });

  it('reads Latin-1 and gzip', async () => {
    const body = Buffer.from(
      '<?xml version="1.0" encoding="iso-8859-1"?><rss version="2.0"><channel><title>Größe</title></channel></rss>',
      'latin1',
    );
    const server = await opened(
      serveDocuments({ '/': { headers: { 'content-encoding': 'gzip' }, body: gzipSync(body) } }),
    );
    expect((await documentAt(server.origin)).document.title).toBe('Größe');
  });
});

describe('a later look', () => {
  it('sends both validators back byte for byte and takes 304 for unchanged', async () => {
    const seen: unknown[] = [];
    const etag = 'W/"odd;\xe9--gzip"';
    const lastModified = 'tue, 6 jan 2026 10:00:00 +0000';
    const server = await opened(
      startServer((request, response) => {
        const { 'if-none-match': match, 'if-modified-since': since } = request.headers;
        seen.push(match === undefined ? null : [match, since]);
        if (match === etag && since === lastModified) response.writeHead(304).end();
        else response.writeHead(200, { etag, 'last-modified': lastModified }).end(rss('T', 'a'));
      }),
    );
    const first = await documentAt(server.origin);
    const second = await read(server.origin, first.state);
    expect(seen).toEqual([null, [etag, lastModified]]);
    expect(second).toEqual({ kind: 'unchanged', state: first.state, freshForMs: null });
  });

  it.each([
    ['a newer ETag', { etag: '"2"' }, { etag: '"2"', lastModified: 'monday' }],
    [
      'a newer Last-Modified',
      { 'last-modified': 'friday' },
      { etag: '"1"', lastModified: 'friday' },
    ],
    ['none', {}, { etag: '"1"', lastModified: 'monday' }],
  ])('takes over the validators of a 304 that has %s', async (_, headers, validators) => {
    let count = 0;
    const server = await opened(
      startServer((_request, response) => {
        count += 1;
        if (count > 1) response.writeHead(304, headers).end();
        else response.writeHead(200, { etag: '"1"', 'last-modified': 'monday' }).end(rss('T', 'a'));
      }),
    );
    const first = await documentAt(server.origin);
    const second = await read(server.origin, first.state);
    expect(second).toMatchObject({ kind: 'unchanged', state: { ...first.state, ...validators } });
  });

  it('takes the same body for unchanged, and remembers its new validators', async () => {
    let count = 0;
    const server = await opened(
      startServer((_, response) => {
        count += 1;
        response.writeHead(200, { etag: `"${count}"` }).end(rss('T', 'a'));
      }),
    );
    const first = await documentAt(server.origin);
    const second = await read(server.origin, first.state);
    expect(second).toMatchObject({ kind: 'unchanged', state: { etag: '"2"' } });
  });

  it('reads a body that changed', async () => {
    const bodies = [rss('T', 'a'), rss('T', 'b', 'a')];
    const server = await opened(startServer((_, response) => response.end(bodies.shift())));
    const first = await documentAt(server.origin);
    const second = await documentAt(server.origin, first.state);
    expect(second.document.entries.map(({ title }) => title)).toEqual(['b', 'a']);
    expect(second.state.bodyHash).not.toBe(first.state.bodyHash);
  });

  it.each([
    ['is gone', { status: 410, body: '' }],
    ['answers a page', { body: page('') }],
  ])('finds a feed that moved when its old address %s', async (_, old) => {
    const documents: Record<string, string | { status?: number; body: string }> = {
      '/': page(alternate('/feed-one')),
      '/feed-one': rss('One', 'a'),
    };
    const server = await opened(serveDocuments(documents));
    const first = await documentAt(server.origin);
    documents['/'] = page(alternate('/feed-two'));
    documents['/feed-one'] = old;
    documents['/feed-two'] = rss('Two', 'b');
    const second = await documentAt(server.origin, first.state);
    expect(second.document.title).toBe('Two');
    expect(second.state.pollUrl).toBe(`${server.origin}/feed-two`);
  });

  it.each<[string, string, Record<string, string>]>([
    [
      'an XML redirect',
      '<?xml version="1.0"?><redirect><newLocation>/new.xml</newLocation></redirect>',
      {},
    ],
    ['a meta refresh', page('<meta http-equiv="refresh" content="0;/new.xml">', ''), {}],
    [
      'a meta refresh to a page of the feed',
      page('<meta http-equiv=refresh content="0; url=/page">', ''),
      {},
    ],
    ['a Refresh header', page('', ''), { refresh: '0; url=/new.xml' }],
  ])('follows a feed whose address answers %s', async (_, body, headers) => {
    let moved = false;
    const server = await opened(
      startServer(({ url }, response) => {
        if (url === '/page') return response.end(page(alternate('/new.xml')));
        if (url === '/new.xml') return response.end(rss('Two', 'b'));
        return moved ? response.writeHead(200, headers).end(body) : response.end(rss('One', 'a'));
      }),
    );
    const first = await documentAt(`${server.origin}/old.xml`);
    moved = true;
    const second = await documentAt(`${server.origin}/old.xml`, first.state);
    expect(second.document.title).toBe('Two');
    expect(second.state.pollUrl).toBe(`${server.origin}/new.xml`);
  });

  it('finds the feed of a page that leads to nothing', async () => {
    const documents: Record<string, string> = { '/feed.xml': rss('One', 'a') };
    const server = await opened(serveDocuments(documents));
    const first = await documentAt(`${server.origin}/feed.xml`);
    const lost = '<meta http-equiv="refresh" content="0;url=/gone">';
    documents['/feed.xml'] = page(lost + alternate('/two.xml'), '');
    documents['/two.xml'] = rss('Two', 'b');
    expect((await documentAt(`${server.origin}/feed.xml`, first.state)).document.title).toBe('Two');
  });

  it('never makes a feed out of a page that a feed turned into', async () => {
    const documents: Record<string, string> = { '/feed.xml': rss('One', 'a') };
    const server = await opened(serveDocuments(documents));
    const first = await documentAt(`${server.origin}/feed.xml`);
    documents['/feed.xml'] = page('', '<p>domain for sale</p>'.repeat(50));
    await expect(read(`${server.origin}/feed.xml`, first.state)).rejects.toEqual(
      failure('SOURCE_INVALID', /now answers a web page/),
    );
  });

  it('says with what status an address is gone', async () => {
    const documents: Record<string, string | { status: number }> = { '/feed.xml': rss('One', 'a') };
    const server = await opened(serveDocuments(documents));
    const first = await documentAt(`${server.origin}/feed.xml`);
    documents['/feed.xml'] = { status: 410 };
    await expect(read(`${server.origin}/feed.xml`, first.state)).rejects.toEqual(
      failure('SOURCE_UNREACHABLE', /HTTP 410/, { httpStatus: 410 }),
    );
  });
});

describe('bad input', () => {
  const at = async (
    document:
      | string
      | { status?: number; headers?: Record<string, string>; body?: string | Buffer },
    path = '/',
  ) => {
    const server = await opened(serveDocuments({ [path]: document }));
    return read(server.origin + path);
  };

  it.each([404, 403, 500])('a source that answers %i', async (status) => {
    const code = status === 403 ? 'SOURCE_BLOCKED' : 'SOURCE_UNREACHABLE';
    await expect(at({ status, body: 'x' })).rejects.toEqual(
      failure(code, new RegExp(`HTTP ${status}`)),
    );
  });

  it('HTML without a feed', async () => {
    await expect(at(page(''))).rejects.toEqual(failure('NO_ITEMS_FOUND', /./));
  });

  it.each([
    ['an empty body', '', /an empty document/],
    ['white space', ' \n\n ', /an empty document/],
    ['a PDF', '%PDF-1.7 …', /a PDF document/],
    ['a picture', Buffer.from('89504e470d0a1a0a0000', 'hex'), /a PNG image/],
    ['zeros', Buffer.alloc(1000), /a binary file/],
    ['JSON', '{"error":"no"}', /JSON, but no JSON Feed/],
    ['plain text', 'hello', /plain text/],
    ['OPML', '<?xml version="1.0"?><opml><body/></opml>', /a list of feeds/],
    ['a sitemap', '<?xml version="1.0"?><urlset></urlset>', /a sitemap/],
    ['truncated XML', '<rss version="2.0"><channel><title>T</ti', /breaks off in the middle/],
  ])('%s', async (_, body, message) => {
    await expect(at({ body })).rejects.toEqual(failure('SOURCE_INVALID', message));
  });

  it('a bot wall with status 200', async () => {
    await expect(at('<html><title>Just a moment...</title></html>')).rejects.toEqual(
      failure('SOURCE_BLOCKED', /Cloudflare/),
    );
  });

  it('a page that is empty without JavaScript', async () => {
    await expect(
      at(page('', '<div id="root"></div><script src="/app.js"></script>')),
    ).rejects.toEqual(failure('NEEDS_JAVASCRIPT', /empty without JavaScript/));
  });

  it('a page of more than 4 MB', async () => {
    await expect(at(page('', '<p>x</p>'.repeat(600_000)))).rejects.toEqual(
      failure('SOURCE_TOO_LARGE', /larger than 4 MB/),
    );
  });

  it('100,000 nested tags', async () => {
    await expect(at(`<rss version="2.0">${'<a>'.repeat(100_000)}`)).rejects.toEqual(
      failure('SOURCE_INVALID', /deep/),
    );
  });

  it('a private address', async () => {
    const closed = reader({ allowPrivateNetworks: false });
    const server = await opened(serveDocuments({ '/': rss('T') }));
    await expect(
      closed.read(resolveSource({ url: server.origin }, 'http://x/{query}')),
    ).rejects.toEqual(failure('SOURCE_FORBIDDEN', /FEEDCTL_ALLOW_PRIVATE_NETWORKS/));
    expect(server.requests).toEqual([]);
  });

  it('a page that links to a private feed', async () => {
    const inner = await opened(
      startServer((_, response) => response.end(rss('Secret', 'x')), '127.0.0.2'),
    );
    const outer = await opened(serveDocuments({ '/': page(alternate(inner.origin)) }));
    const guarded = reader({ policy: (ip) => (ip === '127.0.0.1' ? null : 'a loopback address') });
    await expect(
      guarded.read(resolveSource({ url: outer.origin }, 'http://x/{query}')),
    ).rejects.toEqual(failure('NO_ITEMS_FOUND', /./));
    expect(inner.requests).toEqual([]);
  });
});

describe('a news source', () => {
  const search = async (body: CreateFeedBody, answer: string, state?: ReadingState) => {
    const server = await opened(startServer((_, response) => response.end(answer)));
    const source = resolveSource(body, `${server.origin}/rss?q={query}&c={country}`);
    return { reading: await reader().read(source, state), requests: server.requests };
  };

  const item = (title: string) =>
    `<item><title>${title}</title><guid isPermaLink="false">${title.length}</guid><source url="https://p.example">The Paper</source></item>`;
  const news = (...titles: string[]) =>
    `<rss version="2.0"><channel><title>News</title>${titles.map(item).join('')}</channel></rss>`;

  it('asks the upstream for a keyword and keeps what it answers', async () => {
    const { reading, requests } = await search(
      { keyword: 'solar power', region: 'GB:en' },
      news('Anything at all', 'Solar'),
    );
    expect(requests).toEqual(['/rss?q=solar%20power&c=GB']);
    expect(reading).toMatchObject({
      kind: 'document',
      document: {
        entries: [{ guid: '15', authors: [{ name: 'The Paper' }] }, { title: 'Solar' }],
      },
    });
  });

  it('keeps of a headline search what is about the headline', async () => {
    const { reading } = await search(
      { keyword: 'Central bank raises interest rates to fight inflation' },
      news(
        'Central bank raises rates again to fight inflation - The Paper',
        'City win the cup - The Paper',
      ),
    );
    expect(reading).toMatchObject({ document: { entries: [{ title: /Central bank/ }] } });
    expect(reading.kind === 'document' && reading.document.entries).toHaveLength(1);
  });

  it('does not look for feeds on a page the upstream answers', async () => {
    await expect(search({ keyword: 'x' }, page(alternate('/feed')))).rejects.toEqual(
      failure('SOURCE_INVALID', /FEEDCTL_NEWS_URL/),
    );
  });
});

describe('the fetcher of a reader', () => {
  it('is shared when it is given, and outlives the reader', async () => {
    const server = await opened(serveDocuments({ '/': rss('T', 'a') }));
    const fetcher = createFetcher({ allowPrivateNetworks: true });
    open.push(fetcher);
    await createSourceReader({ fetcher }).close();
    expect((await fetcher.fetch(server.origin)).status).toBe(200);
  });
});
