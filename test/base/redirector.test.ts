import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unwrapRedirect } from '../../src/base/redirector.js';

const base64 = (text: string) => Buffer.from(text, 'latin1').toString('base64url');
const TARGET = 'https://www.b.test/a/bridge?id=5';
const NEWS = base64(`\x08\x13\x22${String.fromCharCode(TARGET.length)}${TARGET}\xd2\x01\x00`);

describe('an address of a redirector', () => {
  it.each([
    `https://a.test/out?url=${encodeURIComponent(TARGET)}`,
    `https://a.test/go/?to=${encodeURIComponent(TARGET)}&z=1`,
    `https://www.google.com/url?rct=j&sa=t&url=${encodeURIComponent(TARGET)}&ct=ga`,
    `http://www.bing.com/news/apiclick.aspx?ref=FexRss&url=${encodeURIComponent(TARGET)}&c=1`,
    `https://l.facebook.com/l.php?u=${encodeURIComponent(TARGET)}&h=AT0`,
    `https://eur01.safelinks.protection.outlook.com/?url=${encodeURIComponent(TARGET)}&data=05`,
    `https://x.r.eu-west-1.awstrack.me/L0/${encodeURIComponent(TARGET)}/1/0102/abc=12`,
    `https://click.news.test/c/${base64(TARGET)}/u/7`,
    `https://news.google.com/rss/articles/${NEWS}?oc=5`,
    `https://www.google.com/url?url=${encodeURIComponent(`https://a.test/out?url=${encodeURIComponent(TARGET)}`)}`,
  ])('is the one that it carries: %s', (address) => {
    expect(unwrapRedirect(address)).toBe(TARGET);
  });

  it.each([
    'https://a.test/article?ref=https://b.test/',
    'https://a.test/out?url=javascript:alert(1)//http',
    'https://web.archive.org/web/2026/https://b.test/x',
    'https://news.google.com/rss/articles/CBMiAU_yqLPabcdefghijklmnop?oc=5',
    'https://a.test/http-status-codes',
    'https://a.test/url?q=words',
    'not an address http://x',
    '',
  ])('without one stays: %j', (address) => {
    expect(unwrapRedirect(address)).toBe(address);
  });

  it('never fails, and gives an http address for one', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true }), fc.string(), (url, text) => {
        const inside = `${url}${url.includes('?') ? '&' : '?'}url=${encodeURIComponent(text)}`;
        for (const address of [inside, `${url}/${base64(text)}`, text]) {
          const to = unwrapRedirect(address);
          expect(to === address || /^https?:\/\//.test(to)).toBe(true);
        }
      }),
    );
  });
});
