import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreateFromUrl } from '../../../src/contract/index.js';
import { createSourceReader } from '../../../src/service/sources/create-source-reader.js';
import { resolveSource } from '../../../src/service/sources/resolve-source.js';
import type { ReadingState, SourceReader } from '../../../src/service/sources/source-reader.js';
import { chromiumPath, noSandbox } from '../../support/chromium.js';
import { startServer } from '../../support/loopback-server.js';

const items = (...titles: string[]) =>
  titles
    .map(
      (title, n) => `<li><a href="/news/2026/${title.replaceAll(' ', '-')}-${n}">${title}</a></li>`,
    )
    .join('');
const OLD = ['Rain over the harbour', 'New bridge opened', 'Library stays open', 'Fair returns'];
const NEW = ['Tram line extended', 'Bakery of the year', 'Night of museums', 'River walk closed'];

/** Has items without a browser, others with one, and still others after a click and a scroll. */
const PAGE = `<main><h1>News</h1><ul>${items(...OLD)}</ul>
  <button onclick="setTimeout(() => add('${NEW[1]}', 'clicked'), 400)">More</button>
  <script>
    const add = (title, id) => document.querySelector('ul').insertAdjacentHTML('beforeend',
      '<li id="' + id + '"><a href="/news/2026/' + id + '-9">' + title + '</a></li>');
    add('${NEW[0]}', 'scripted');
    addEventListener('wheel', () => document.querySelector('#scrolled') ?? add('${NEW[2]}', 'scrolled'));
  </script></main>`;

let reader: SourceReader;
const servers: { close(): Promise<void> }[] = [];
beforeAll(async () => {
  const browser = await chromiumPath();
  reader = createSourceReader({ allowPrivateNetworks: true, browser, browserNoSandbox: noSandbox });
});
afterAll(async () => {
  await reader.close();
  await Promise.all(servers.map((server) => server.close()));
});

async function site(handler: RequestListener = (_, response) => response.end(PAGE)) {
  const server = await startServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (request.url === '/robots.txt') response.writeHead(404).end();
    else handler(request, response);
  });
  servers.push(server);
  return `${server.origin}/news`;
}

async function read(url: string, body: Omit<CreateFromUrl, 'url'>, state?: ReadingState) {
  const reading = await reader.read(resolveSource({ url, ...body }, 'http://x/{query}'), state);
  if (reading.kind !== 'document') throw new Error(`The reading is ${reading.kind}.`);
  const titles = reading.document.entries.map(({ title }) => title);
  return { titles, state: reading.state };
}

// Together: each page takes seconds of waiting.
describe.concurrent('how a page is opened', { tags: 'slow' }, () => {
  it('auto: without a browser when the page has items; always and never say otherwise', async () => {
    const url = await site();
    expect((await read(url, {})).titles).toEqual(OLD);
    const always = await read(url, { render: 'always' });
    expect(always.titles).toEqual([...OLD, NEW[0]]);
    // Later readings follow the choice of that time.
    expect((await read(url, { render: 'never' }, always.state)).titles).toEqual(OLD);
    const plain = await read(url, { from: 'html' });
    const later = { ...plain.state, bodyHash: null };
    expect((await read(url, { render: 'always' }, later)).titles).toContain(NEW[0]);
  });

  it('never: an empty page is not opened in the browser', async () => {
    const url = await site((_, response) =>
      response.end(
        `<div id="app"></div><script>document.body.innerHTML = '<ul>${items(...OLD)}</ul>'</script>`,
      ),
    );
    await expect(read(url, { render: 'never' })).rejects.toMatchObject({
      code: 'NEEDS_JAVASCRIPT',
    });
  });

  it('steps: clicks, waits and scrolls before the page is read', async () => {
    const url = await site();
    const steps = ['click=button', 'wait=#clicked', 'scroll', 'wait=#scrolled'];
    const { titles } = await read(url, { steps });
    expect(titles).toEqual([...OLD, NEW[0], NEW[1], NEW[2]]);
  });

  it('steps: the one that is not possible is named', async () => {
    const url = await site();
    const impossible = (step: string, message: string) =>
      expect(read(url, { steps: [step] })).rejects.toMatchObject({
        code: 'SOURCE_INVALID',
        message: expect.stringContaining(message),
      });
    await Promise.all([
      impossible('wait=#never', 'The step wait=#never was not possible within 4 s'),
      impossible('click=##', 'click=## is not a valid CSS selector'),
    ]);
  });

  it('sends the cookies and headers of the source with the page', async () => {
    const seen: unknown[] = [];
    const url = await site((request, response) => {
      if (request.url === '/news') seen.push([request.headers.cookie, request.headers['x-key']]);
      response.end(PAGE);
    });
    await read(url, { render: 'always', access: { cookie: 'a=1', headers: { 'X-Key': 'k' } } });
    expect(seen).toEqual([['a=1', 'k']]);
  });
});

describe('a choice that contradicts itself', () => {
  const refused =
    (body: object, options = {}) =>
    () =>
      resolveSource({ url: 'https://example.com', ...body }, 'http://x/{query}', options);

  it('is refused before anything is fetched', () => {
    expect(refused({ render: 'never', steps: ['scroll'] })).toThrow('"render" is "never"');
    expect(refused({ render: 'always', from: 'feed' })).toThrow('must not be "feed"');
    expect(refused({ render: 'always' }, { hasBrowser: false })).toThrow('Set FEEDCTL_BROWSER');
    expect(refused({ steps: ['scroll'] }, { hasBrowser: false })).toThrow('Set FEEDCTL_BROWSER');
    expect(refused({ render: 'never' }, { hasBrowser: false })).not.toThrow();
  });
});
