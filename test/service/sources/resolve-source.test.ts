import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CreateFeedBody, CreateFromUrl } from '../../../src/contract/index.js';
import { GOOGLE_NEWS_URL } from '../../../src/service/sources/news/news-url.js';
import { resolveSource } from '../../../src/service/sources/resolve-source.js';
import { webAddress } from '../../support/web-address.js';

const resolve = (body: CreateFeedBody) => resolveSource(body, GOOGLE_NEWS_URL);
const invalid = (field: string) =>
  expect.objectContaining({
    code: 'INVALID_FIELD',
    message: expect.stringMatching(new RegExp(`^${field}: `)),
  });

describe('resolveSource with an address', () => {
  it.each([
    ['https://example.com', 'https://example.com/'],
    ['example.com', 'https://example.com/'],
    ['  Example.COM/Feed ', 'https://example.com/Feed'],
    ['example.com:8080/x', 'https://example.com:8080/x'],
    ['localhost:4000/feed.xml', 'https://localhost:4000/feed.xml'],
    ['localhost', 'https://localhost/'],
    ['nas:80', 'https://nas:80/'],
    ['[::1]/rss', 'https://[::1]/rss'],
    ['http://example.com/x', 'http://example.com/x'],
    ['192.168.1.5/rss', 'https://192.168.1.5/rss'],
    ['//example.com/a', 'https://example.com/a'],
    ['feed:https://example.com/rss', 'https://example.com/rss'],
    ['feed://example.com/rss', 'https://example.com/rss'],
    ['http://example.com:80/a#part', 'http://example.com/a'],
    ['https://bücher.example/ä?q=ü', 'https://xn--bcher-kva.example/%C3%A4?q=%C3%BC'],
  ])('%s is %s', (url, sourceUrl) => {
    expect(resolve({ url })).toEqual({
      mode: 'url',
      sourceUrl,
      sourceKey: sourceUrl,
      selectors: null,
      from: 'auto',
    });
  });

  it.each([
    'not a url',
    'foo',
    'http://',
    'https://exa mple.com',
    'ftp://example.com/feed',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'mailto:a@example.com',
    'data:text/html,x',
    'http://user:secret@example.com/',
    'http://user@example.com/',
    'http://:secret@example.com/',
    '.example',
    'user@example.com',
    'http://example.com\\@evil.example',
    'example.com\\x',
    'http://300.300.300.300/',
    '[nonsense]',
  ])('refuses %s', (url) => {
    expect(() => resolve({ url })).toThrow(invalid('url'));
  });

  it('does not repeat a password in the message', () => {
    expect(() => resolve({ url: 'http://user:hunter2@example.com/' })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
    );
  });

  it('keeps selectors', () => {
    expect(resolve({ url: 'example.com', selectors: { items: '.post' } })).toMatchObject({
      selectors: { items: '.post' },
    });
  });

  it.each<[Omit<CreateFromUrl, 'url'>, object]>([
    [{ access: { cookie: 'a=1' } }, { access: { cookie: 'a=1' } }],
    [{ render: 'never' }, { render: 'never' }],
    [{ render: 'auto', steps: [] }, {}],
    [{ steps: ['scroll'] }, { steps: ['scroll'] }],
    [{ from: 'feed' }, { from: 'feed' }],
    [{ mode: 'changes' }, { mode: 'changes', from: 'html' }],
    [
      { mode: 'changes', selectors: { text: 'main' } },
      { mode: 'changes', from: 'html', selectors: { text: 'main' } },
    ],
  ])('keeps of %j what is chosen', (body, chosen) => {
    expect(resolve({ url: 'https://example.com/', ...body })).toEqual({
      ...{ mode: 'url', sourceUrl: 'https://example.com/', sourceKey: 'https://example.com/' },
      ...{ selectors: null, from: 'auto' },
      ...chosen,
    });
  });

  it.each<[Omit<CreateFromUrl, 'url'>, string]>([
    [{ mode: 'changes', from: 'feed' }, 'from'],
    [{ mode: 'changes', selectors: { items: 'p' } }, 'selectors'],
    [{ selectors: { text: 'main' } }, 'selectors'],
    [{ mode: 'changes', full_text: true }, 'full_text'],
    [{ selectors: { items: 'p' }, from: 'feed' }, 'from'],
    [{ from: 'feed', render: 'always' }, 'from'],
    [{ from: 'feed', steps: ['scroll'] }, 'from'],
  ])('refuses %j for its field %s', (body, field) => {
    expect(() => resolve({ url: 'example.com', ...body })).toThrow(invalid(field));
  });

  it('shows of an address that is none the first 200 characters', () => {
    const text = 'x'.repeat(200);
    expect(() => resolve({ url: `${text}y` })).toThrow(
      expect.objectContaining({ message: expect.stringContaining(`"${text}" is not`) }),
    );
  });

  it('gives an http address without a fragment, or an error that names the field', () => {
    fc.assert(
      fc.property(fc.oneof(webAddress({ fragment: true }), fc.string()), (url) => {
        try {
          expect(resolve({ url }).sourceUrl).toMatch(/^https?:\/\/[^#]*$/);
        } catch (error) {
          expect(error).toEqual(invalid('url'));
        }
      }),
    );
  });
});

describe('resolveSource with a keyword', () => {
  it('searches the default edition when no region is given', () => {
    expect(resolve({ keyword: ' solar   power ' })).toEqual({
      mode: 'keyword',
      sourceUrl: 'https://news.google.com/rss/search?q=solar%20power&hl=en-US&gl=US&ceid=US:en',
      sourceKey: 'https://news.google.com/rss/search?q=solar%20power&hl=en-US&gl=US&ceid=US:en',
      keyword: 'solar power',
      region: { country: 'US', language: 'en' },
    });
  });

  it('tells a headline by its look, unless the body says which it is', () => {
    const headline = 'Central bank raises interest rates to fight inflation';
    expect(resolve({ keyword: headline }).mode).toBe('headline');
    expect(resolve({ keyword: headline, mode: 'keyword' }).mode).toBe('keyword');
    expect(resolve({ keyword: 'solar', mode: 'headline' }).mode).toBe('headline');
  });

  it('searches a headline by its distinctive words and a keyword as it is', () => {
    const headline = resolve({ keyword: 'The bank raises its rates to fight inflation' });
    expect(new URL(headline.sourceUrl).searchParams.get('q')).toBe(
      'bank raises rates fight inflation',
    );
    const keyword = resolve({ keyword: '"the bank" OR site:example.com -rates' });
    expect(new URL(keyword.sourceUrl).searchParams.get('q')).toBe(
      '"the bank" OR site:example.com -rates',
    );
  });

  it('keeps a headline of nothing but stop words', () => {
    const source = resolve({ keyword: 'to be or not to be', mode: 'headline' });
    expect(new URL(source.sourceUrl).searchParams.get('q')).toBe('to be or not');
  });

  it.each(['XX:en', 'US:xx-nonsense-q', 'nowhere', 'ZZ'])('refuses the region %s', (region) => {
    expect(() => resolve({ keyword: 'x', region })).toThrow(invalid('region'));
  });

  it('keeps two regions apart', () => {
    const keys = ['US:en', 'GB:en', 'DE:de'].map(
      (region) => resolve({ keyword: 'x', region }).sourceKey,
    );
    expect(new Set(keys).size).toBe(3);
  });
});
