import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressMark, parsedAddress, withoutTracking } from '../../../src/base/same/address.js';
import { webAddress } from '../../support/web-address.js';

describe('withoutTracking', () => {
  const cases: [string, string][] = [
    ['https://a.example/x?utm_source=rss&id=3', 'https://a.example/x?id=3'],
    ['https://a.example/x?id=3&UTM_Medium=feed', 'https://a.example/x?id=3'],
    ['https://a.example/x?at_medium=RSS&at_campaign=KARANGA', 'https://a.example/x'],
    ['https://a.example/x?gclid=1&fbclid=2#top', 'https://a.example/x#top'],
    ['https://a.example/x?PHPSESSID=4f&id=3', 'https://a.example/x?id=3'],
    // Nothing to take away: not even the way it is written changes.
    ['https://A.example/x?b=%7e&a', 'https://A.example/x?b=%7e&a'],
    ['https://a.example/x?ref=utm_source', 'https://a.example/x?ref=utm_source'],
    ['https://a.example/utm_source', 'https://a.example/utm_source'],
    ['no address?utm_source=x', 'no address?utm_source=x'],
    ['', ''],
  ];
  it.each(cases)('%s becomes %s', (address, expected) => {
    expect(withoutTracking(address)).toBe(expected);
  });

  it('leaves nothing to take away', () => {
    fc.assert(
      fc.property(webAddress({ query: true }), (url) => {
        expect(withoutTracking(withoutTracking(url))).toBe(withoutTracking(url));
      }),
    );
  });
});

describe('addressMark', () => {
  it.each([
    'https://a.example/news/1',
    'http://www.a.example/news/1/',
    'https://A.example:443/news/1',
    'https://a.example/news/1/index.html',
    'https://a.example/news/1?utm_source=rss&sessionid=4',
    'https://a.example/news/1;jsessionid=0A1B.node2',
    'https://a.example/news/1;jsessionid=0A1B?PHPSESSID=9',
    'https://a.example/(S(xk2y5aer))/news/1',
    'https://a.example/news/1#xtor=RSS-3208',
    'https://a.example/news/1#:~:text=one',
    ' https://a.example/news/1 ',
  ])('%s is one item', (address) => {
    expect(addressMark(address)).toBe('a.example/news/1');
  });

  it.each([
    ['https://a.example/n?id=1', 'https://a.example/n?id=2'],
    ['https://a.example/n#1', 'https://a.example/n#2'],
    ['https://a.example/n', 'https://a.example/N'],
    ['https://a.example/n', 'https://b.example/n'],
    ['https://a.example/', 'https://a.example/?p=1'],
    ['https://a.example/(Season 1)/n', 'https://a.example/(Season 2)/n'],
    // A story of a news system, not a session.
    ['https://a.example/article.php?sid=1', 'https://a.example/article.php?sid=2'],
    ['mailto:a@a.example', 'mailto:b@a.example'],
    ['', 'https://a.example/'],
  ])('%s and %s are two', (one, other) => {
    expect(addressMark(one)).not.toBe(addressMark(other));
  });

  // Each pair, whether it is one item, and whether it is where fragments do not count.
  it.each([
    ['http://a.example/n', 'https://a.example/n', true, true],
    ['https://www.a.example/n', 'https://a.example/n', true, true],
    ['https://a.example/n/', 'https://a.example/n', true, true],
    ['https://a.example/n/index.php', 'https://a.example/n', true, true],
    ['https://a.example/n/default.aspx?id=1', 'https://a.example/n?id=1', true, true],
    ['https://a.example/n?b=2&a=1', 'https://a.example/n?a=1&b=2', true, true],
    ['https://a.example/n?utm_source=x#top', 'https://a.example/n#top', true, true],
    ['https://a.example/n?ASPSESSIONIDX=1', 'https://a.example/n', true, true],
    ['https://a.example/(S(abc))/n', 'https://a.example/n', true, true],
    ['https://a.example/n;jsessionid=1', 'https://a.example/n', true, true],
    ['https://a.example/n#ref=feed', 'https://a.example/n', true, true],
    ['https://a.example/n#one', 'https://a.example/n#two', false, true],
    ['https://a.example/n#one', 'https://a.example/n', false, true],
    ['https://a.example/', 'https://a.example', true, true],
    ['https://a.example/n?id=1', 'https://a.example/n?id=2', false, false],
    ['https://a.example/n?id=1#x', 'https://a.example/n?id=2#x', false, false],
    ['https://a.example/index/n', 'https://a.example/n', false, false],
    ['https://a.example/indexes.html', 'https://a.example/', false, false],
    ['https://m.a.example/n', 'https://a.example/n', false, false],
    ['https://a.example:8080/n', 'https://a.example/n', false, false],
    ['https://a.example/Ä', 'https://a.example/%C3%84', true, true],
    ['urn:x:1', 'urn:x:2', false, false],
  ])('%s and %s', (one, other, isOne, isOneElsewhere) => {
    expect(addressMark(one) === addressMark(other)).toBe(isOne);
    const without = { fragment: false };
    expect(addressMark(one, without) === addressMark(other, without)).toBe(isOneElsewhere);
    expect(parsedAddress(one).mark).toBe(addressMark(one));
  });

  it('has the form that is stored: another one would make known items new', () => {
    expect(addressMark('http://www.A.example:80/n/index.html?b=%7e&a&utm_source=x#Part')).toBe(
      'a.example/n?a=&b=%7E#Part',
    );
  });

  it('ignores the order of parameters', () => {
    const [one, other] = ['https://a.example/n?a=1&b=2', 'https://a.example/n?b=2&a=1'];
    expect(addressMark(one)).toBe(addressMark(other));
  });

  it('is the same for each way to write an address', () => {
    fc.assert(
      fc.property(webAddress({ query: true }), (url) => {
        const other = url.startsWith('https:') ? `http${url.slice(5)}` : `https${url.slice(4)}`;
        expect(addressMark(other.replace('://', '://www.'))).toBe(addressMark(url));
      }),
    );
  });
});
