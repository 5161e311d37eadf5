import { describe, expect, it } from 'vitest';
import { identityOf, isSamePage, resolveAddress } from '../../../src/generator/page/address.js';

describe('addresses', () => {
  it.each([
    ['../b?x=1#y', 'https://a.test/b?x=1#y'],
    ['//cdn.test/i.png', 'https://cdn.test/i.png'],
    ['  /a b ', 'https://a.test/a%20b'],
  ])('resolves %s', (href, expected) => {
    expect(resolveAddress(href, 'https://a.test/c/d')).toBe(expected);
  });

  it.each([
    'javascript:void(0)',
    ' JavaScript:x',
    'mailto:a@b.c',
    'data:text/html,x',
    'https://u:p@a.test/',
    'http://',
    '',
    'ftp://a.test/',
  ])('does not follow %j', (href) => {
    expect(resolveAddress(href, 'https://a.test/')).toBeNull();
  });

  it('calls two spellings of one item the same', () => {
    const identity = identityOf('https://a.test/x/1');
    for (const other of [
      'http://www.a.test/x/1/',
      'https://a.test/x/1?utm_source=home&utm_medium=x',
      'https://a.test/x/1#comments',
      'https://a.test/x/1;jsessionid=AB12?fbclid=z',
    ]) {
      expect(identityOf(other)).toBe(identity);
    }
    expect(identityOf('https://a.test/x?id=1')).not.toBe(identityOf('https://a.test/x?id=2'));
  });

  it('knows the page itself by its fragment', () => {
    expect(isSamePage('https://a.test/x#y', 'https://a.test/x')).toBe(true);
    expect(isSamePage('https://a.test/x?p=2', 'https://a.test/x')).toBe(false);
  });
});
