import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutTracking } from '../../../src/service/items/tracking-parameters.js';
import { webAddress } from '../../support/web-address.js';

describe('withoutTracking', () => {
  const cases: [string, string][] = [
    ['https://a.example/x?utm_source=rss&id=3', 'https://a.example/x?id=3'],
    ['https://a.example/x?id=3&UTM_Medium=feed', 'https://a.example/x?id=3'],
    ['https://a.example/x?at_medium=RSS&at_campaign=KARANGA', 'https://a.example/x'],
    ['https://a.example/x?gclid=1&fbclid=2#top', 'https://a.example/x#top'],
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
