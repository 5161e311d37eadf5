import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DecodeError, decodeAnswer, decodeList } from '../../src/client/decode.js';
import type { BundleSummary, Feed, FeedSummary } from '../../src/client/index.js';
import {
  bundleSchema,
  bundleSummarySchema,
  feedSchema,
  feedSettingsSchema,
  feedSummarySchema,
} from '../../src/contract/index.js';

const decodeFeedSummary = (body: unknown) => decodeAnswer('FeedSummary', body) as FeedSummary;
const decodeFeed = (body: unknown) => decodeAnswer('Feed', body) as Feed;
const decodeBundleSummary = (body: unknown) => decodeAnswer('BundleSummary', body) as BundleSummary;

const complete = {
  id: 'abc',
  title: 'T',
  description: 'D',
  icon: 'https://example.com/i.png',
  source_url: 'https://example.com/',
  rss_feed_url: 'https://example.com/feeds/abc.xml',
  is_active: false,
};

const item = {
  url: 'https://example.com/1',
  title: 'One',
  description_text: 'text',
  description_html: '<p>text</p>',
  thumbnail: null,
  date_published: '2026-01-01T00:00:00.000Z',
  authors: [{ name: 'A' }],
};

describe('decoding a feed', () => {
  it('leaves the shape of docs/api.md as it is', () => {
    expect(decodeFeedSummary(complete)).toEqual(complete);
    expect(decodeFeed({ ...complete, items: [item] })).toEqual({ ...complete, items: [item] });
  });

  it('takes an icon as text, as an object, or missing', () => {
    const icon = (value: unknown) => decodeFeedSummary({ id: 'a', icon: value }).icon;
    expect(icon('https://x/i.png')).toBe('https://x/i.png');
    expect(icon({ url: 'https://x/i.png', mimeType: 'image/png' })).toBe('https://x/i.png');
    expect(icon({ mimeType: 'image/png' })).toBe('');
    expect(icon(null)).toBe('');
    expect(icon(undefined)).toBe('');
  });

  it('fills in what is missing', () => {
    expect(decodeFeed({ id: 'a' })).toEqual({
      id: 'a',
      title: '',
      description: '',
      icon: '',
      source_url: '',
      rss_feed_url: '',
      is_active: true,
      items: [],
    });
  });

  it('keeps fields it does not know, in feeds and in items', () => {
    const feed = decodeFeed({ ...complete, quota: 3, items: [{ ...item, rank: 1 }] });
    expect(feed).toMatchObject({ quota: 3, items: [{ rank: 1 }] });
  });

  it('takes authors in every form seen', () => {
    const authors = (value: unknown) =>
      decodeFeed({ id: 'a', items: [{ authors: value }] }).items[0]?.authors;
    expect(authors([{ name: 'A', url: 'u' }])).toEqual([{ name: 'A', url: 'u' }]);
    expect(authors(['A', '', 3])).toEqual([{ name: 'A' }]);
    expect(authors('A')).toEqual([{ name: 'A' }]);
    expect(authors(null)).toEqual([]);
  });

  it('leaves out extensions that are something else', () => {
    const other = {
      document: 'x',
      filters: [],
      settings: 3,
      items: [{ ...item, tags: 'a', feed: 1 }],
    };
    expect(decodeFeed({ ...complete, ...other })).toEqual({ ...complete, items: [item] });
    const extensions = {
      document: { kind: 'feed', url: 'https://example.com/feed' },
      filters: { include: ['a'], exclude: [] },
      settings: { customAuthor: null, interval: '1h' },
      items: [{ ...item, tags: ['a'], feed: { id: 'f1', title: '' }, language: 'en' }],
    };
    expect(decodeFeed({ ...complete, ...extensions })).toEqual({ ...complete, ...extensions });
  });

  it('reads absent settings as no author', () => {
    expect(decodeAnswer('FeedSettings', {})).toEqual({ customAuthor: null });
    expect(decodeAnswer('FeedSettings', { customAuthor: 'A' })).toEqual({ customAuthor: 'A' });
  });

  it.each([null, [], 'x', 3, {}, { id: '' }, { id: null }])('refuses %j', (body) => {
    expect(() => decodeFeedSummary(body)).toThrow(DecodeError);
  });
});

describe('decoding a bundle', () => {
  it('takes members as ids, as objects, and mixed', () => {
    const feeds = (value: unknown) => decodeBundleSummary({ id: '_b', feeds: value }).feeds;
    expect(feeds(['a', 'b'])).toEqual(['a', 'b']);
    expect(feeds([{ ...complete }, 'b', { title: 'no id' }, null])).toEqual(['abc', 'b']);
    expect(feeds(undefined)).toEqual([]);
  });
});

describe('decoding a list', () => {
  const row = (value: unknown) => value;

  it('reads a bare array and the envelope', () => {
    expect(decodeList([1, 2], row)).toEqual({ data: [1, 2], total: undefined, limit: undefined });
    expect(decodeList({ total: 7, offset: 0, limit: 2, data: [1, 2] }, row)).toEqual({
      data: [1, 2],
      total: 7,
      limit: 2,
    });
  });

  it('believes no total that is not a whole number', () => {
    for (const total of [-1, 1.5, '7', null, Number.MAX_VALUE]) {
      expect(decodeList({ data: [], total }, row).total).toBeUndefined();
    }
  });

  it.each([null, {}, { data: {} }, 'x', 3])('refuses %j', (body) => {
    expect(() => decodeList(body, row)).toThrow(DecodeError);
  });
});

describe('any JSON at all', () => {
  const nearly = (names: string[]) =>
    fc
      .tuple(
        fc.dictionary(fc.constantFrom(...names), fc.jsonValue()),
        fc.dictionary(fc.string(), fc.jsonValue()),
      )
      .map(([known, unknown]) => ({ ...unknown, ...known }));
  const feedish = nearly([...Object.keys(complete), 'items', 'customAuthor', 'feeds', 'name']);
  const itemish = nearly(Object.keys(item));
  const withItems = fc
    .tuple(feedish, fc.array(fc.oneof(itemish, fc.jsonValue())))
    .map(([feed, items]) => ({ ...feed, items }));
  const body = fc.oneof(fc.jsonValue(), feedish, withItems);

  it.each([
    ['FeedSummary', feedSummarySchema],
    ['Feed', feedSchema],
    ['FeedSettings', feedSettingsSchema],
    ['BundleSummary', bundleSummarySchema],
    ['Bundle', bundleSchema],
  ] as const)('becomes a valid %s or a DecodeError', (type, schema) => {
    const decode = (value: unknown) => decodeAnswer(type, value);
    fc.assert(
      fc.property(body, (value) => {
        let decoded: object;
        try {
          decoded = decode(value);
        } catch (error) {
          expect(error).toBeInstanceOf(DecodeError);
          return;
        }
        expect(schema.safeParse(decoded).success).toBe(true);
        expect(Object.keys(decoded)).toEqual(expect.arrayContaining(Object.keys(Object(value))));
        // Decoding what was decoded changes nothing.
        expect(decode(decoded)).toEqual(decoded);
      }),
    );
  });
});
