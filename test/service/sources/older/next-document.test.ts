import { describe, expect, it } from 'vitest';
import { Body } from '../../../../src/service/fetch/index.js';
import { nextDocument } from '../../../../src/service/sources/older/next-document.js';
import { openBody } from '../../../../src/service/sources/open-body.js';

const URL = 'https://a.test/feed?x=1';

async function nextOf(text: string, { url = URL, link }: { url?: string; link?: string } = {}) {
  const answer = {
    ...{ requestedUrl: url, url, permanentUrl: null, status: 200, notModified: false },
    headers: link === undefined ? {} : { link },
    body: new Body([Buffer.from(text)]),
  };
  return nextDocument(answer, await openBody(answer));
}

const rss = (head: string, rest = '<item><title>x</title></item>') =>
  `<rss version="2.0"><channel><title>x</title>${head}${rest}</channel></rss>`;
const atom = (rel: string, href = '/2') => `<atom:link rel="${rel}" href="${href}"/>`;
const html = (tags: string) => `<html><body>${tags}</body></html>`;
const json = (next: unknown) =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'x',
    items: [],
    next_url: next,
  });
const wordpress = '<generator>https://wordpress.org/?v=6.8</generator>';

describe('the document with older items', () => {
  it.each<[string, string, string | null]>([
    ['a page of a feed', rss(atom('next')), 'https://a.test/2'],
    [
      'its archive before any page',
      rss(atom('next') + atom('prev-archive', '/old')),
      'https://a.test/old',
    ],
    ['the first of two', rss(atom('next') + atom('next', '/3')), 'https://a.test/2'],
    ['one of several relations', rss(atom('self Next')), 'https://a.test/2'],
    ['a relation without an address', rss('<atom:link rel="next"/>'), null],
    ['another relation', rss(atom('previous')), null],
    ['a link of an item', rss('', `<item>${atom('next')}</item>`), null],
    ['another element', rss('<atom:page rel="next" href="/2"/>'), null],
    [
      'an Atom feed',
      '<feed xmlns="http://www.w3.org/2005/Atom"><link rel="next" href="/2"/></feed>',
      'https://a.test/2',
    ],
    [
      'a link of an entry',
      '<feed xmlns="http://www.w3.org/2005/Atom"><entry><link rel="next" href="/2"/></entry></feed>',
      null,
    ],
    ['a JSON Feed', json('/2'), 'https://a.test/2'],
    ['a JSON Feed that says a number', json(2), null],
    ['a page', html('<a rel="next" href="?page=2">More</a>'), 'https://a.test/feed?page=2'],
    ['a page with a link in its head', html('<link rel="NEXT" href="/2">'), 'https://a.test/2'],
    [
      'a page with no such link',
      html('<a href="/2">More</a><abbr rel="next" href="/3"></abbr>'),
      null,
    ],
    ['a page of WordPress', html(`${wordpress}<p>x`), null],
    ['an address that is none', rss(atom('next', 'http://')), null],
  ])('of %s', async (_, text, expected) => {
    expect(await nextOf(text)).toBe(expected);
  });

  it.each<[string, string, string | null]>([
    ['', URL, `${URL}&paged=2`],
    ['', 'https://a.test/feed?paged=7', 'https://a.test/feed?paged=8'],
    ['', 'https://a.test/feed?paged=1', 'https://a.test/feed?paged=2'],
    ['', 'https://a.test/feed?paged=0', null],
    ['', 'https://a.test/feed?paged=1.5', null],
    ['', 'https://a.test/feed?paged=x', null],
    [atom('next'), URL, 'https://a.test/2'],
  ])('of a feed of WordPress with %j at %s', async (head, url, expected) => {
    expect(await nextOf(rss(wordpress + head), { url })).toBe(expected);
    expect(await nextOf(rss(head, `<item>${wordpress}</item>`), { url })).toBe(
      head === '' ? null : expected,
    );
  });

  it('is that of the Link header, unless the document says another', async () => {
    const link = '</3>; rel="next", </old>; rel="prev-archive"';
    expect(await nextOf(rss(''), { link })).toBe('https://a.test/old');
    expect(await nextOf(html(''), { link: '</3>; rel="next"' })).toBe('https://a.test/3');
    expect(await nextOf(rss(atom('next')), { link })).toBe('https://a.test/2');
  });

  it('is not looked for in JSON of more than 5 MB', async () => {
    const padded = (length: number) => json('/2').padEnd(length);
    expect(await nextOf(padded(5_000_000))).toBe('https://a.test/2');
    expect(await nextOf(padded(5_000_001))).toBeNull();
  });
});
