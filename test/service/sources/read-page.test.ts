import type { RequestListener } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  createSourceReader,
  type SourceReaderOptions,
} from '../../../src/service/sources/create-source-reader.js';
import { resolveSource } from '../../../src/service/sources/resolve-source.js';
import type { ReadingState, SourceReader } from '../../../src/service/sources/source-reader.js';
import { chromiumPath, noSandbox } from '../../support/chromium.js';
import { startServer } from '../../support/loopback-server.js';

const open: Array<{ close(): Promise<void> }> = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((thing) => thing.close()));
});

function readerOf(options: SourceReaderOptions = {}): SourceReader {
  const reader = createSourceReader({ allowPrivateNetworks: true, ...options });
  open.push(reader);
  return reader;
}

async function site(handler: RequestListener) {
  const server = await startServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    handler(request, response);
  });
  open.push(server);
  return server;
}

async function documentOf(reader: SourceReader, url: string, state?: ReadingState, body = {}) {
  const reading = await reader.read(resolveSource({ url, ...body }, 'http://x/{query}'), state);
  if (reading.kind !== 'document') throw new Error(`The reading is ${reading.kind}.`);
  return reading;
}

const failure = (code: string, message: RegExp) =>
  expect.objectContaining({ code, message: expect.stringMatching(message) });

const list = (titles: readonly string[]) =>
  `<main><ul>${titles
    .map(
      (title, n) =>
        `<li><h2><a href="/news/2026/story-${n}">${title}</a></h2><p>About it.</p></li>`,
    )
    .join('')}</ul></main>`;
const TITLES = ['Rain over the harbour', 'New bridge opened', 'Library stays open', 'Fair returns'];

describe('a page that robots are asked not to read', () => {
  const guarded =
    (body: string): RequestListener =>
    (request, response) => {
      if (request.url === '/robots.txt') response.end('User-agent: *\nDisallow: /news\n');
      else if (request.url === '/news') response.end(body);
      else response.writeHead(404).end();
    };

  it('is not made a feed of', async () => {
    const { origin } = await site(guarded(list(TITLES)));
    await expect(documentOf(readerOf(), `${origin}/news`)).rejects.toEqual(
      failure('ROBOTS_DISALLOWED', /asks robots not to read/),
    );
  });

  it('is when the operator says so', async () => {
    const { origin } = await site(guarded(list(TITLES)));
    const { document } = await documentOf(readerOf({ ignoreRobots: true }), `${origin}/news`);
    expect(document.entries.map(({ title }) => title)).toEqual(TITLES);
  });

  it('is not asked for again when the site has changed its mind', async () => {
    let robots = '';
    const { origin, requests } = await site((request, response) => {
      response.end(request.url === '/robots.txt' ? robots : list(TITLES));
    });
    const { state } = await documentOf(readerOf(), `${origin}/news`);
    robots = 'User-agent: feedctl\nDisallow: /\n';
    requests.length = 0;
    await expect(documentOf(readerOf(), `${origin}/news`, state)).rejects.toEqual(
      failure('ROBOTS_DISALLOWED', /./),
    );
    expect(requests).toEqual(['/robots.txt']);
  });

  it('may be a feed itself, which is there for robots', async () => {
    const feed = '<rss version="2.0"><channel><title>T</title></channel></rss>';
    const { origin, requests } = await site(guarded(feed));
    expect((await documentOf(readerOf(), `${origin}/news`)).document.title).toBe('T');
    expect(requests).toEqual(['/news']);
  });
});

describe('further requests for a page', () => {
  it('bring its icon, and are not made where robots are not welcome', async () => {
    const requests: string[] = [];
    const handler =
      (robots: string): RequestListener =>
      (request, response) => {
        requests.push(request.url ?? '');
        if (request.url === '/robots.txt') response.end(robots);
        else if (request.url === '/') response.end(list(TITLES));
        else if (request.url === '/favicon.ico') {
          response.setHeader('content-type', 'image/x-icon').end('\0\0\x01\0icon');
        } else response.writeHead(404).end();
      };
    const welcome = await site(handler(''));
    const first = await documentOf(readerOf(), welcome.origin);
    expect(first.document.icon).toBe(`${welcome.origin}/favicon.ico`);
    // Remembered with the rule: the next reading does not ask again.
    requests.length = 0;
    const state = { ...first.state, bodyHash: null };
    expect((await documentOf(readerOf(), welcome.origin, state)).document.icon).toBe(
      `${welcome.origin}/favicon.ico`,
    );
    expect(requests).not.toContain('/favicon.ico');

    const unwelcome = await site(handler('User-agent: *\nDisallow: /favicon.ico'));
    expect((await documentOf(readerOf(), unwelcome.origin)).document.icon).toBe('');
    expect(requests).not.toContain('/favicon.ico');
  });
});

describe('a page that builds its list in the browser', { tags: 'slow' }, () => {
  let browser: string;
  let inBrowser: SourceReader;
  beforeAll(async () => {
    browser = await chromiumPath();
    inBrowser = createSourceReader({
      allowPrivateNetworks: true,
      browser,
      browserNoSandbox: noSandbox,
    });
  });
  afterAll(() => inBrowser.close());

  /** Whatever `titles` is when the page asks for it. */
  const shell =
    (titles: () => readonly string[]): RequestListener =>
    (request, response) => {
      if (request.url === '/api') response.end(list(titles()));
      else if (request.url !== '/') response.writeHead(404).end();
      else {
        response.end(`<!doctype html><title>The Harbour News</title><div id="root"></div><script>
          fetch('/api').then((r) => r.text()).then((html) => {
            document.getElementById('root').innerHTML = html;
          });</script>`);
      }
    };

  it('is rendered when the page as answered shows nothing', async () => {
    const { origin } = await site(shell(() => TITLES));
    const { document, state, explanation } = await documentOf(inBrowser, origin);
    expect(document.title).toBe('The Harbour News');
    expect(document.entries.map(({ title, url }) => ({ title, url }))).toEqual(
      TITLES.map((title, n) => ({ title, url: `${origin}/news/2026/story-${n}` })),
    );
    expect(state).toMatchObject({
      pollUrl: `${origin}/`,
      origin: 'page',
      rule: { rendered: true },
    });
    expect(explanation?.strategy).toBe('records');
  });

  it('is rendered at once the next time, and compared as rendered', async () => {
    let titles = TITLES;
    const server = await site(shell(() => titles));
    const { state } = await documentOf(inBrowser, server.origin);
    const source = resolveSource({ url: server.origin }, 'http://x/{query}');
    const stored = JSON.parse(JSON.stringify(state)) as ReadingState;

    server.requests.length = 0;
    expect(await inBrowser.read(source, stored)).toEqual({
      kind: 'unchanged',
      state: stored,
      freshForMs: null,
    });
    expect(server.requests).toEqual(['/', '/api']);

    titles = ['Ferry resumes', ...TITLES];
    const later = await documentOf(inBrowser, server.origin, stored);
    expect(later.document.entries.map(({ title }) => title)).toEqual(titles);
    expect(later.explanation?.replayed).toBe(true);
  });

  it('is rendered for selectors too', async () => {
    const { origin } = await site(shell(() => TITLES));
    const selectors = { items: 'li', title: 'p' };
    const { document } = await documentOf(inBrowser, origin, undefined, { selectors });
    expect(document.entries.map(({ title }) => title)).toEqual(TITLES.map(() => 'About it.'));
  });

  it('says how when there is no browser', async () => {
    const { origin } = await site(shell(() => TITLES));
    await expect(documentOf(readerOf(), origin)).rejects.toEqual(
      failure('NEEDS_JAVASCRIPT', /Set FEEDCTL_BROWSER to the path of a Chromium/),
    );
    const { state } = await documentOf(inBrowser, origin);
    await expect(documentOf(readerOf(), origin, state)).rejects.toEqual(
      failure('NEEDS_JAVASCRIPT', /FEEDCTL_BROWSER is not set any more/),
    );
  });

  it('says so when the browser does not start, and keeps to the page when that was the reason', async () => {
    const broken = readerOf({ browser: '/nowhere/chromium', browserNoSandbox: true });
    const { origin } = await site(shell(() => TITLES));
    await expect(documentOf(broken, origin)).rejects.toEqual(
      failure('NEEDS_JAVASCRIPT', /there is no file \/nowhere\/chromium/),
    );
    const prose = await site((_request, response) => response.end(`<p>${'Words. '.repeat(300)}`));
    await expect(documentOf(broken, prose.origin)).rejects.toEqual(failure('NO_ITEMS_FOUND', /./));
  });

  it('that shows nothing there either is no feed', async () => {
    const { origin } = await site(shell(() => []));
    await expect(documentOf(inBrowser, origin)).rejects.toEqual(failure('NO_ITEMS_FOUND', /./));
  });
});
