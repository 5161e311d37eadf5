import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  createBundleBodySchema,
  createFeedBodySchema,
  itemsQuerySchema,
  LENGTHS,
  MAX_FEEDS_PER_REQUEST,
  pageQuerySchema,
  updateBundleBodySchema,
  updateFeedBodySchema,
  updateFeedSettingsBodySchema,
} from '../../src/contract/index.js';
import { requirementOf } from '../../src/contract/requirement.js';
import { describeSchema } from '../support/describe-schema.js';

const long = (length: number) => 'x'.repeat(length);

describeSchema(
  'the body of POST /v1/feeds',
  createFeedBodySchema,
  [
    ['an address', { url: 'https://example.com/feed' }],
    ['an address with selectors', { url: 'https://example.com', selectors: { items: 'li' } }],
    ['a keyword', { keyword: 'climate' }],
    ['a keyword with a region', { keyword: 'climate', region: 'BR:pt-419' }],
    ['a headline', { keyword: 'climate', region: 'US:en', mode: 'headline' }],
  ],
  [
    ['nothing', {}],
    ['both ways at once', { url: 'https://example.com', keyword: 'climate' }],
    ['an address with a region', { url: 'https://example.com', region: 'US:en' }],
    ['an empty address', { url: '' }],
    ['an address that is too long', { url: long(LENGTHS.url + 1) }],
    ['an address that is a number', { url: 1 }],
    ['an empty keyword', { keyword: '' }],
    ['a keyword of spaces', { keyword: '   ' }],
    ['a keyword that is too long', { keyword: long(LENGTHS.keyword + 1) }],
    ['an unknown region', { keyword: 'climate', region: 'XX:en' }],
    ['an unknown mode', { keyword: 'climate', mode: 'topic' }],
    ['an unknown field', { keyword: 'climate', limit: 3 }],
    ['unknown selectors', { url: 'https://example.com', selectors: { items: 'li', body: 'p' } }],
    ['selectors without items', { url: 'https://example.com', selectors: { title: 'h2' } }],
    ['a list', [{ url: 'https://example.com' }]],
    ['null', null],
  ],
);

describeSchema(
  'the body of PATCH /v1/feeds/:id',
  updateFeedBodySchema,
  [
    ['nothing', {}],
    ['all fields', { title: 'T', description: 'D', icon: 'https://example.com/i.png' }],
    ['an icon that is taken away', { icon: '' }],
    ['an empty description', { description: '' }],
  ],
  [
    ['an unknown field', { name: 'T' }],
    ['a source, which cannot be changed', { source_url: 'https://example.com' }],
    ['a title that is null', { title: null }],
    ['an empty title', { title: '' }],
    ['a title of spaces', { title: '   ' }],
    ['a title that is too long', { title: long(LENGTHS.title + 1) }],
    ['an icon that is no address', { icon: 'i.png' }],
    ['an icon of another scheme', { icon: 'javascript:alert(1)' }],
    ['an icon of data', { icon: 'data:image/png;base64,AAAA' }],
    ['an icon with white space in it', { icon: 'https://example.com/\n.png' }],
    ['an icon with white space before it', { icon: ' https://example.com/i.png' }],
  ],
);

describeSchema(
  'the body of PATCH /v1/feeds/:id/settings',
  updateFeedSettingsBodySchema,
  [
    ['an author', { customAuthor: 'Ada' }],
    ['null, which brings the authors back', { customAuthor: null }],
    ['nothing', {}],
  ],
  [
    ['an empty author', { customAuthor: '' }],
    ['a number', { customAuthor: 1 }],
    ['an unknown field', { author: 'Ada' }],
  ],
);

describeSchema(
  'the body of POST /v1/bundles',
  createBundleBodySchema,
  [
    ['a name', { name: 'News' }],
    ['a name and feeds', { name: 'News', feeds: ['a', 'b'] }],
    ['all fields', { name: 'News', feeds: [], description: 'D', icon: '' }],
  ],
  [
    ['no name', { feeds: [] }],
    ['a name of spaces', { name: '  ' }],
    ['feeds that are no list', { name: 'News', feeds: 'a' }],
    ['feeds that are no ids', { name: 'News', feeds: [{ id: 'a' }] }],
    ['too many feeds', { name: 'News', feeds: Array(MAX_FEEDS_PER_REQUEST + 1).fill('a') }],
    ['an unknown field', { name: 'News', items: [] }],
  ],
);

describeSchema(
  'the body of PATCH /v1/bundles/:id',
  updateBundleBodySchema,
  [
    ['nothing', {}],
    ['a name', { name: 'News' }],
  ],
  [
    ['an empty name', { name: '' }],
    ['feeds, which have requests of their own', { feeds: [] }],
  ],
);

describeSchema(
  'the query of a sorted resource',
  itemsQuerySchema,
  [
    ['nothing', {}],
    ['last_added', { sort: 'last_added' }],
    ['date', { sort: 'date' }],
  ],
  [
    ['another order', { sort: 'title' }],
    ['an empty one', { sort: '' }],
  ],
);

describe('the query of a list', () => {
  const accepted: [string, unknown, unknown][] = [
    ['nothing', {}, {}],
    ['the least', { limit: '1', offset: '0' }, { limit: 1, offset: 0 }],
    ['the most', { limit: '100', offset: '999999999' }, { limit: 100, offset: 999_999_999 }],
  ];
  it.each(accepted)('takes %s', (_, query, expected) => {
    expect(pageQuerySchema.parse(query)).toEqual(expected);
  });

  const values = ['', ' ', '-1', '1.5', '1e2', ' 5', '5 ', '0x10', '+5', 'ten', '１'];
  it.each(values)('refuses «%s» for either', (value) => {
    expect(pageQuerySchema.safeParse({ limit: value }).success).toBe(false);
    expect(pageQuerySchema.safeParse({ offset: value }).success).toBe(false);
  });

  it('refuses a limit of ten digits', () => {
    expect(pageQuerySchema.safeParse({ limit: '9999999999' }).success).toBe(false);
  });

  it('keeps limit from 1 to 100', () => {
    fc.assert(
      fc.property(fc.nat(1000), (limit) => {
        const { success } = pageQuerySchema.safeParse({ limit: String(limit) });
        expect(success).toBe(limit >= 1 && limit <= 100);
      }),
    );
  });
});
describe('what a value must be', () => {
  it.each<[z.ZodType, unknown, string]>([
    [z.string().max(3), 'four', 'must be at most 3 characters long'],
    [z.string().min(1), '', 'must not be empty'],
    [z.string().min(2), 'x', 'must be at least 2 characters long'],
    [z.array(z.string()).max(1), ['a', 'b'], 'must be at most 1 entry long'],
    [z.array(z.string()).min(1), [], 'must not be empty'],
    [z.int().min(1), 0, 'must be at least 1'],
    [z.int().max(9), 10, 'must be at most 9'],
    [z.enum(['a', 'b']), 'c', 'must be "a" or "b"'],
    [z.enum(['a'], { error: 'must be the first letter' }), 'c', 'must be the first letter'],
    [z.string(), 5, 'must be of type string'],
  ])('%#: %s', (schema, value, expected) => {
    const [issue] = schema.safeParse(value).error?.issues ?? [];
    const typeMismatch = ({ expected }: { expected: string }) => `must be of type ${expected}`;
    expect(issue && requirementOf(issue, typeMismatch)).toBe(expected);
  });
});
