import { expect, it } from 'vitest';
import { readArticle } from '../../../../src/service/sources/article/read-article.js';

const ADDRESS = 'https://a.test/story';
const PROSE = `<p>${'A sentence of an article, with commas, that goes on. '.repeat(20)}</p>`;
const ARTICLE = `<html><body><article><h1>A story</h1>${PROSE}</article></body></html>`;

/** Reads the article of a page that answers so. */
async function read(
  body: string | Readonly<Record<string, string>>,
  { url = ADDRESS, signal = new AbortController().signal } = {},
) {
  const asked: string[] = [];
  const requests: unknown[] = [];
  const article = readArticle(
    {
      robots: { check: async (address: string) => void asked.push(address) } as never,
      fetcher: {
        async fetch(address, request) {
          requests.push({ address, ...request });
          const isOne = typeof body === 'string';
          const bytes = Buffer.from(isOne ? body : (body[address] ?? ''));
          const headers = { 'content-type': 'text/html' };
          return {
            url: isOne ? url : address,
            status: 200,
            headers,
            body: { bytes, length: bytes.length },
          } as never;
        },
      },
    },
    ADDRESS,
    { signal, timeoutMs: 7 },
  );
  const found = await article.catch((error: Error) => error);
  return { found, asked, requests };
}

it('reads an article within the limits of a page', async () => {
  const { found, asked, requests } = await read(ARTICLE);
  expect(found).toMatchObject({ descriptionText: expect.stringContaining('A sentence of') });
  expect(asked).toEqual([ADDRESS]);
  expect(requests).toMatchObject([{ address: ADDRESS, decodedBytes: 4_000_000, timeoutMs: 7 }]);
});

it('asks robots.txt again where it was redirected', async () => {
  const url = 'https://b.test/story';
  expect((await read(ARTICLE, { url })).asked).toEqual([ADDRESS, url]);
});

it('follows the refresh of a page that says nothing itself, once', async () => {
  const url = 'https://b.test/story';
  const to = (next: string) =>
    `<html><head><meta http-equiv="refresh" content="0;URL='${next}'"></head><body></body></html>`;
  const { found, asked } = await read({ [ADDRESS]: to(url), [url]: ARTICLE });
  expect(found).toMatchObject({ descriptionText: expect.stringContaining('A sentence of') });
  expect(asked).toEqual([ADDRESS, url]);
  const endless = await read({ [ADDRESS]: to(url), [url]: to(ADDRESS) });
  expect(endless.requests).toHaveLength(2);
  expect(endless.found).toMatchObject({ code: 'SOURCE_INVALID' });
});

it.each([
  ['<rss version="2.0"><channel><title>x</title></channel></rss>', 'is a feed, not a page'],
  ['<html><body></body></html>', 'No article text was found'],
])('%s is no article', async (body, says) => {
  const { found } = await read(body);
  expect(found).toMatchObject({ code: 'SOURCE_INVALID', message: expect.stringContaining(says) });
});

it('asks the site for nothing when it is aborted', async () => {
  const reason = new Error('stopped');
  expect(await read(ARTICLE, { signal: AbortSignal.abort(reason) })).toMatchObject({
    found: reason,
    requests: [],
  });
});
