import { describe, expect, it } from 'vitest';
import { Cookies } from '../../../src/service/fetch/cookies.js';

const NOW = Date.parse('2026-05-01');

/** The Cookie header for `to` after a response of `from`. */
function sent(from: string, setCookie: string | string[], to: string, own?: string) {
  const cookies = new Cookies();
  cookies.take(new URL(from), setCookie, NOW);
  return cookies.header(new URL(to), own);
}

describe('Cookies', () => {
  it.each([
    ['https://a.example/x/y', 'k=v', 'https://a.example/x/z', 'k=v'],
    ['https://a.example/x/y', 'k=v', 'https://a.example/z', undefined],
    ['https://a.example/x/y', 'k=v; path=/', 'https://a.example/z', 'k=v'],
    ['https://a.example/', 'k=v; path=/ab', 'https://a.example/abc', undefined],
    ['https://a.example/', 'k=v; path=/ab', 'https://a.example/ab/c', 'k=v'],
    ['https://a.example/', 'k=v', 'https://www.a.example/', undefined],
    ['https://www.site.org/', 'k=v; Domain=.site.org', 'https://login.site.org/', 'k=v'],
    ['https://site.org/', 'k=v; Domain=site.org', 'https://login.site.org/', 'k=v'],
    ['https://www.site.org/', 'k=v; Domain=other.org', 'https://other.org/', undefined],
    ['https://www.site.co.uk/', 'k=v; Domain=co.uk', 'https://other.co.uk/', undefined],
    ['http://10.0.0.1/', 'k=v; Domain=0.0.1', 'http://1.0.0.1/', undefined],
    ['http://10.0.0.1/', 'k=v; Domain=10.0.0.1', 'http://10.0.0.1:81/', 'k=v'],
    ['https://a.example/', 'k=v; Secure', 'http://a.example/', undefined],
    ['https://a.example/', 'k=v; secure', 'https://a.example/', 'k=v'],
    ['https://a.example/', ['k=v', 'k=w; Max-Age=60'], 'https://a.example/', 'k=w'],
    ['https://a.example/', ['k=v', 'k=; Max-Age=0'], 'https://a.example/', undefined],
    [
      'https://a.example/',
      'k=v; expires=Fri, 24 Apr 2026 00:00:00 GMT',
      'https://a.example/',
      undefined,
    ],
    ['https://a.example/', ['k=a=b', 'l', '=m', 'n='], 'https://a.example/', 'k=a=b; n='],
  ])('of %s, %j, for %s: %s', (from, setCookie, to, header) => {
    expect(sent(from, setCookie, to)).toBe(header);
  });

  it('stand behind those that a source has of its own', () => {
    expect(sent('https://a.example/', ['k=v', 'l=w'], 'https://a.example/', 'k=own')).toBe(
      'k=own; l=w',
    );
    expect(sent('https://a.example/', [], 'https://a.example/', 'k=own')).toBe('k=own');
  });

  it('says whether a response changed anything', () => {
    const cookies = new Cookies();
    const url = new URL('https://a.example/');
    expect(cookies.take(url, 'k=v', NOW)).toBe(true);
    expect(cookies.take(url, 'k=v', NOW)).toBe(false);
    expect(cookies.take(url, undefined, NOW)).toBe(false);
    expect(cookies.take(url, 'k=w', NOW)).toBe(true);
  });

  it('are few and short', () => {
    const many = Array.from({ length: 90 }, (_, n) => `k${n}=v`);
    expect(sent('https://a.example/', many, 'https://a.example/')?.split('; ')).toHaveLength(50);
    expect(
      sent('https://a.example/', `k=${'v'.repeat(5000)}`, 'https://a.example/'),
    ).toBeUndefined();
  });
});
