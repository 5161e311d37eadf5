import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseBaseUrl, pathSegment, resolvePath } from '../../src/client/base-url.js';
import { ConfigurationError } from '../../src/client/errors.js';
import { runs } from '../support/property-runs.js';

describe('the base address', () => {
  it.each([
    ['https://api.example.com', 'https://api.example.com/'],
    ['https://api.example.com/', 'https://api.example.com/'],
    ['https://api.example.com/v1', 'https://api.example.com/'],
    ['https://api.example.com/v1/', 'https://api.example.com/'],
    ['https://example.com/feeds-api//', 'https://example.com/feeds-api'],
    ['https://example.com/feeds-api/v1', 'https://example.com/feeds-api'],
    ['http://127.0.0.1:7410', 'http://127.0.0.1:7410/'],
    ['http://127.9.8.7', 'http://127.9.8.7/'],
    ['http://2130706433', 'http://127.0.0.1/'],
    ['http://[::1]:80', 'http://[::1]/'],
    ['http://[::ffff:127.0.0.1]', 'http://[::ffff:7f00:1]/'],
    ['http://LOCALHOST', 'http://localhost/'],
  ])('takes %s as %s', (given, kept) => {
    expect(parseBaseUrl(given).href).toBe(kept);
  });

  it.each([
    ['', /not an address/],
    ['api.example.com', /not an address/],
    ['localhost:7410', /not an https/],
    ['ftp://example.com', /not an https/],
    ['http://example.com', /unencrypted/],
    ['http://127.0.0.1.example.com', /unencrypted/],
    ['http://localhost.example.com', /unencrypted/],
    ['http://128.0.0.1', /unencrypted/],
    ['http://0.0.0.0', /unencrypted/],
    ['http://api.localhost', /unencrypted/],
    ['http://10.0.0.1', /unencrypted/],
    ['https://example.com?a=1', /query/],
    ['https://example.com#a', /fragment/],
  ])('refuses %s', (given, message) => {
    expect(() => parseBaseUrl(given)).toThrow(message);
  });

  it('does not repeat a password', () => {
    expect(() => parseBaseUrl('http://u:hunter2@example.com')).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
    );
  });
});

describe('a path', () => {
  const base = parseBaseUrl('https://api.example.com');
  const below = parseBaseUrl('https://example.com/rss');

  it.each([
    [base, '/v1/feeds', 'https://api.example.com/v1/feeds'],
    [base, 'v1/feeds', 'https://api.example.com/v1/feeds'],
    [base, '/v1/feeds?limit=1', 'https://api.example.com/v1/feeds?limit=1&sort=date&q=a&q=b'],
    [base, '/v1/../v1/feeds', 'https://api.example.com/v1/feeds'],
    [base, 'https://api.example.com/v1/feeds#x', 'https://api.example.com/v1/feeds'],
    [below, '/v1/feeds', 'https://example.com/rss/v1/feeds'],
    [below, 'https://example.com/rss/v1', 'https://example.com/rss/v1'],
  ])('below %s: %s', (origin, path, resolved) => {
    const query = resolved.includes('?') ? { sort: 'date', q: ['a', 'b'], none: undefined } : {};
    expect(resolvePath(origin, path, query).href).toBe(resolved);
  });

  it.each([
    [base, 'https://evil.example/v1/feeds', /leads away/],
    [base, '//evil.example/v1/feeds', /leads away/],
    [base, '\\\\evil.example/v1/feeds', /leads away/],
    [base, '/\\evil.example/v1', /leads away/],
    [base, '\t//evil.example/v1', /leads away|not below/],
    [base, 'http://api.example.com/v1/feeds', /leads away/],
    [base, 'https://u:p@api.example.com/v1/feeds', /leads away/],
    [base, 'javascript:alert(1)', /leads away/],
    [base, '/v2/feeds', /not below/],
    [base, '/v1x', /not below/],
    [base, '/', /not below/],
    [base, '/v1/../admin', /not below/],
    [base, '/v1/%2e%2e/admin', /not below/],
    [base, '/v1/feeds/../../admin', /not below/],
    [below, '/../v1/feeds', /not below/],
  ])('below %s, %s is refused', (origin, path, message) => {
    expect(() => resolvePath(origin, path)).toThrow(message);
  });

  it('never leaves the origin and its /v1, whatever is given', () => {
    const piece = fc.oneof(
      fc.constantFrom('/', '\\', '..', '.', '%2e', ':', '@', 'v1', 'https:', '//', '\t', '\n', '#'),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(piece), fc.constantFrom(base, below), (pieces, origin) => {
        let url: URL;
        try {
          url = resolvePath(origin, pieces.join(''));
        } catch (error) {
          expect(error).toBeInstanceOf(ConfigurationError);
          return;
        }
        expect(url.origin).toBe(origin.origin);
        expect(`${url.pathname}/`.startsWith(`${origin.pathname.replace(/\/$/, '')}/v1/`)).toBe(
          true,
        );
      }),
      { numRuns: runs(500) },
    );
  });

  it('holds any id as one segment', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (id) => {
        fc.pre(id !== '.' && id !== '..');
        const { pathname } = resolvePath(base, `/v1/feeds/${pathSegment('id', id)}`);
        expect(decodeURIComponent(pathname.slice('/v1/feeds/'.length))).toBe(id);
        expect(pathname.split('/')).toHaveLength(4);
      }),
    );
    for (const id of ['', '.', '..']) expect(() => pathSegment('id', id)).toThrow(/not an id/);
  });
});
