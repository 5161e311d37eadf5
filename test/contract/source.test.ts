import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalisedSource, sourceKey } from '../../src/contract/index.js';
import { webAddress, webPath } from '../support/web-address.js';

describe('sourceKey', () => {
  const cases: [string, string | null][] = [
    ['https://example.com', 'https://example.com/'],
    ['HTTPS://Example.COM/Feed', 'https://example.com/Feed'],
    ['https://example.com:443/feed', 'https://example.com/feed'],
    ['http://example.com:443/feed', 'http://example.com:443/feed'],
    ['https://example.com/feed#top', 'https://example.com/feed'],
    ['https://example.com/feed#', 'https://example.com/feed'],
    ['https://example.com/a/../feed', 'https://example.com/feed'],
    ['https://example.com/feed?b=2&a=1', 'https://example.com/feed?b=2&a=1'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['https://www.example.com/feed/', 'https://www.example.com/feed/'],
    ['ftp://example.com/feed', null],
    ['javascript:alert(1)', null],
    ['file:///etc/passwd', null],
    ['example.com/feed', null],
    ['', null],
  ];
  it.each(cases)('of %s is %s', (address, key) => {
    expect(sourceKey(address)).toBe(key);
  });

  it('is its own key', () => {
    fc.assert(
      fc.property(webAddress({ query: true, fragment: true }), (url) => {
        const key = sourceKey(url);
        expect(key).not.toBeNull();
        expect(sourceKey(key ?? '')).toBe(key);
        expect(key).not.toContain('#');
      }),
    );
  });
});

describe('normalisedSource', () => {
  const cases: [string, string][] = [
    ['https://www.example.com/feed/', 'example.com/feed'],
    ['http://example.com/feed', 'example.com/feed'],
    ['https://EXAMPLE.com', 'example.com'],
    ['https://example.com//', 'example.com'],
    ['https://example.com:8443/', 'example.com:8443'],
    ['https://example.com/Feed?page=2#top', 'example.com/Feed?page=2'],
    ['https://www2.example.com/', 'www2.example.com'],
    [' https://example.com/feed ', 'example.com/feed'],
    ['  not an address ', 'not an address'],
  ];
  it.each(cases)('of %s is %s', (address, key) => {
    expect(normalisedSource(address)).toBe(key);
  });

  it('does not see scheme, www, trailing slashes and fragment', () => {
    fc.assert(
      fc.property(fc.domain(), webPath, (domain, path) => {
        fc.pre(!domain.startsWith('www.'));
        const plain = normalisedSource(`https://${domain}${path}`);
        expect(normalisedSource(`http://www.${domain}${path}/#x`)).toBe(plain);
      }),
    );
  });

  it('keeps apart what differs in more than that', () => {
    const keys = ['/a', '/b', '/A', '/a?x', '/a?y', ':8080/a'].map((rest) =>
      normalisedSource(`https://example.com${rest}`),
    );
    expect(new Set(keys).size).toBe(keys.length);
  });
});
