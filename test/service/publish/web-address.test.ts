import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linkedAddress, withoutQuery } from '../../../src/service/publish/text.js';
import { anyAddress } from '../../support/channels.js';

/** The characters of RFC 3986, and brackets only around an IPv6 host. */
const RFC_3986 =
  /^https?:\/\/(?:[\w.-]+|\[[0-9a-f:.]+\])(?::\d+)?(?:[/?#](?:[\w;/?:@&=+$.\-!~*'(),]|%)*)(?:#(?:[\w;/?:@&=+$.\-!~*'(),]|%)*)?$/;

describe('webAddress', () => {
  it.each([
    ['https://a.example/x?a=1&b=2#c', 'https://a.example/x?a=1&b=2#c'],
    ['HTTP://A.example', 'http://a.example/'],
    ['https://ana:secret@a.example/', 'https://a.example/'],
    ['https://bücher.example/ü', 'https://xn--bcher-kva.example/%C3%BC'],
    [
      'https://a.example/[x]|{y}?q=[1]|^`#a#b',
      'https://a.example/%5Bx%5D%7C%7By%7D?q=%5B1%5D%7C%5E%60#a%23b',
    ],
    ['https://[2001:db8::1]:8443/', 'https://[2001:db8::1]:8443/'],
    ['https://a.example/x/%2e%2E/./y', 'https://a.example/y'],
    ['https://a.example:443/x?#', 'https://a.example/x'],
    ["https://a.example/it's?q='x'", "https://a.example/it's?q=%27x%27"],
    ['http://0x7f.1/', 'http://127.0.0.1/'],
  ])('writes %s as %s', (address, expected) => {
    expect(linkedAddress(address)).toBe(expected);
  });

  it.each([
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'data:text/html,x',
    'ftp://a.example/',
    'mailto:a@a.example',
    'https://a"b.example/',
    'https://xn--.example/',
    '/relative',
    '',
  ])('drops %s', (address) => {
    expect(linkedAddress(address)).toBeNull();
  });

  it('writes nothing but valid web addresses', () => {
    fc.assert(
      fc.property(anyAddress, (address) => {
        const written = linkedAddress(address);
        if (written !== null) {
          expect(written).toMatch(RFC_3986);
          expect(linkedAddress(written)).toBe(written);
        }
      }),
    );
  });
});

it('withoutQuery drops the query string and the fragment', () => {
  expect(withoutQuery('https://a.example/feed?key=secret#x')).toBe('https://a.example/feed');
  expect(withoutQuery('https://a.example/#?x')).toBe('https://a.example/');
});
