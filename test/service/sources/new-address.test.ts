import { expect, it } from 'vitest';
import { Body, SourceError } from '../../../src/service/fetch/index.js';
import { feedAtNewAddress } from '../../../src/service/sources/new-address.js';
import { openBody } from '../../../src/service/sources/open-body.js';
import { readFeed } from '../../../src/service/sources/parse/parse-feed.js';

const OLD = 'https://a.test/feed';
const NEW = 'https://b.test/feed';
const answer = (url: string, body: string) => ({
  ...{ requestedUrl: url, url, permanentUrl: null, status: 200, notModified: false },
  ...{ headers: {}, body: new Body([Buffer.from(body)]) },
});
/** A feed of these items that says where it moved to. */
const feed = (names: string, newAddress = '') =>
  `<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>x</title>${newAddress === '' ? '' : `<itunes:new-feed-url>${newAddress}</itunes:new-feed-url>`}${[...names].map((name) => `<item><title>${name}</title><guid>${name}</guid></item>`).join('')}</channel></rss>`;

/** Where a feed with the items "abcd" is then read from. */
async function movedTo(next: string | Error, newAddress = NEW, own = 'abcd') {
  const old = answer(OLD, feed(own, newAddress));
  const body = await openBody(old);
  if (body.kind === 'html') throw new Error('no feed');
  const document = await readFeed({ ...body, url: OLD, now: 0 });
  const fetch = async (url: string) => {
    if (next instanceof Error) throw next;
    return answer(url, next);
  };
  const search = { fetcher: { fetch }, clock: { now: () => 0 } };
  const moved = await feedAtNewAddress(
    search as never,
    { answer: old, document },
    async () => document,
  );
  return moved?.answer.url ?? null;
}

it.each<[string, string | Error, string | undefined, string | null]>([
  ['has all of its items', feed('abcd'), undefined, NEW],
  ['has half of its items', feed('abxy'), undefined, NEW],
  ['has less than half', feed('axyz'), undefined, null],
  ['has some of more', feed('abcdefghij'), undefined, NEW],
  ['has fewer of its items', feed('ab'), undefined, NEW],
  ['has other ones', feed('wxyz'), undefined, null],
  ['has none', feed(''), undefined, null],
  ['leads back', feed('abcd', OLD), undefined, null],
  ['leads on', feed('abcd', 'https://c.test/'), undefined, NEW],
  ['is a page', '<html><body>x</body></html>', undefined, null],
  ['is gone', new SourceError('SOURCE_UNREACHABLE', 'gone'), undefined, null],
  ['is its own', feed('abcd'), OLD, null],
])('a feed is followed to a new address if that %s', async (_, next, newAddress, expected) => {
  expect(await movedTo(next, newAddress)).toBe(expected);
});

it('other failures are not hidden', async () => {
  await expect(movedTo(new TypeError('x'))).rejects.toThrow(TypeError);
});
