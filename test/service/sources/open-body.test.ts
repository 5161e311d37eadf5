import { describe, expect, it } from 'vitest';
import { Body, type FetchedDocument } from '../../../src/service/fetch/index.js';
import { isText, openBody, openFollowed } from '../../../src/service/sources/open-body.js';

const answer = (
  body: string | Buffer,
  type?: string,
  url = 'https://a.test/x',
): FetchedDocument => ({
  ...{ requestedUrl: url, url, permanentUrl: null, status: 200, notModified: false },
  headers: type === undefined ? {} : { 'content-type': type },
  body: new Body([Buffer.from(body)]),
});
const RSS = '<rss version="2.0"><channel><title>x</title></channel></rss>';
const HTML = '<html><body>x</body></html>';

it.each([
  [RSS, 'rss'],
  [HTML, 'html'],
])('%s is of the kind %s', async (body, kind) => {
  expect((await openBody(answer(body))).kind).toBe(kind);
});

it.each([
  ['', 'an empty document, not'],
  ['{"a":1}', 'JSON, but no JSON Feed, not'],
  ['<a/>', 'XML, but no feed, not'],
  [
    '<?xml version="1.0"?><opml version="2.0"><body/></opml>',
    'no feed (a list of feeds: take one address of it)',
  ],
  ['<?xml version="1.0"?><urlset><url/></urlset>', 'no feed (a sitemap)'],
  ['<sitemapindex><sitemap/></sitemapindex>', 'no feed (a sitemap)'],
  ['Some words of a text', 'plain text, not'],
])('%j is refused as %s', async (body, says) => {
  await expect(openBody(answer(body))).rejects.toMatchObject({
    code: 'SOURCE_INVALID',
    message: expect.stringContaining(says),
  });
});

it('says of texts alone that their changes can be followed', async () => {
  const nextOf = (body: string) =>
    openBody(answer(body)).then(
      () => 'none',
      ({ next }: { next?: unknown }) => next,
    );
  expect(await nextOf('Some words of a text')).toBeDefined();
  expect(await nextOf('{"a":1}')).toBeDefined();
  expect(await nextOf('<a/>')).toBeDefined();
  expect(await nextOf('')).toBeUndefined();
});

it.each([
  [4_000_000, undefined],
  [4_000_001, 'SOURCE_TOO_LARGE'],
])('a page of %i bytes: %s', async (length, code) => {
  const page = HTML + ' '.repeat(length - HTML.length);
  const opened = await openBody(answer(page)).catch((error: { code: string }) => error);
  expect(opened).toMatchObject(code === undefined ? { kind: 'html' } : { code });
});

describe('a text that is followed', () => {
  it.each([
    ['Some words', undefined, undefined, 'text'],
    ['a,b', 'text/csv; charset=utf-8', undefined, 'csv'],
    ['a\tb', 'text/tab-separated-values', undefined, 'csv'],
    ['a,b', undefined, 'https://a.test/x.csv?y', 'csv'],
    ['{"a":1}', 'text/csv', undefined, 'json'],
    ['<?xml version="1.0"?><rates><rate>1</rate></rates>', undefined, undefined, 'xml'],
    [HTML, 'text/csv', undefined, 'html'],
    [RSS, undefined, undefined, 'rss'],
  ])('%j of the type %s at %s is %s', async (body, type, url, kind) => {
    const opened = await openFollowed(answer(body, type, url));
    expect(opened.kind).toBe(kind);
    expect(isText(opened)).toBe(kind !== 'rss');
  });
});
