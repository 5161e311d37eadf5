import { describe, expect, it } from 'vitest';
import { outgoingUrl } from '../../../src/service/fetch/outgoing-url.js';

describe('outgoingUrl', () => {
  it.each([
    ['http://2130706433/', '127.0.0.1'],
    ['http://0x7f000001/', '127.0.0.1'],
    ['http://0177.0.0.1/', '127.0.0.1'],
    ['http://127.1/', '127.0.0.1'],
    ['http://0x7f.1/', '127.0.0.1'],
    ['http://①②⑦.0.0.1/', '127.0.0.1'],
    ['http://0/', '0.0.0.0'],
    ['http://[::ffff:127.0.0.1]/', '[::ffff:7f00:1]'],
  ])('%s names the host %s', (address, hostname) => {
    expect(outgoingUrl(address).hostname).toBe(hostname);
  });

  it.each([
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com/',
    'javascript:alert(1)',
    'http://user:secret@example.com/',
    'http://user@example.com/',
    'http://example.com\\@evil.example/',
    'http:\\\\example.com/',
    'http://example.com:25/',
    'https://example.com:6667/feed',
    'http://example.com:0/',
  ])('refuses %s', (address) => {
    expect(() => outgoingUrl(address)).toThrow(
      expect.objectContaining({ code: 'SOURCE_FORBIDDEN' }),
    );
  });

  it.each(['http://example.com:80/', 'https://example.com:8443/', 'http://example.com:7410/'])(
    'takes %s',
    (address) => {
      expect(outgoingUrl(address).hostname).toBe('example.com');
    },
  );

  it('says which port it refuses', () => {
    expect(() => outgoingUrl('http://example.com:25/')).toThrow(
      'The address example.com:25 uses port 25, which belongs to another protocol.',
    );
  });

  it('does not repeat a password in its message', () => {
    expect(() => outgoingUrl('http://user:hunter2@example.com/')).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
    );
  });

  it('reads a relative target against the address that named it, without the fragment', () => {
    expect(outgoingUrl('../b?x#y', new URL('http://h/a/c')).href).toBe('http://h/b?x');
  });

  it('shortens a long address in its message', () => {
    const ofLength = (length: number) => `no address ${'x'.repeat(length - 11)}`;
    expect(() => outgoingUrl(ofLength(200))).not.toThrow('…');
    expect(() => outgoingUrl(ofLength(201))).toThrow(`${ofLength(200)}…`);
  });

  it('names what is no address', () => {
    expect(() => outgoingUrl('http://exa mple/')).toThrow(/is not an address/);
  });
});
