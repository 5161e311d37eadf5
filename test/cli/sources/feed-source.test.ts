import { expect, it } from 'vitest';
import {
  chosenBundleValues,
  chosenFeedValues,
  feedSource,
} from '../../../src/cli/sources/feed-source.js';
import type { FeedSummary } from '../../../src/client/index.js';

const url = 'https://a.example/';
const news = (query: string) => `https://news.example/?${query}`;

it.each<[boolean, object, object]>([
  [true, {}, { url }],
  [true, { mode: 'changes' }, { url, mode: 'changes' }],
  [
    true,
    { mode: 'keyword', keyword: 'sails', region: 'US:en' },
    { mode: 'keyword', text: 'sails', region: 'US:en' },
  ],
  [true, { mode: 'keyword' }, { url }],
  [true, { keyword: 'sails' }, { url }],
  [false, { mode: 'changes' }, { url }],
  [
    false,
    { source_url: news('keyword=sails&region=US:en&lang=en') },
    { mode: 'keyword', text: 'sails', region: 'US:en' },
  ],
  ...[
    'keyword=+&region=US:en&lang=en',
    'keyword=a&region=US:en',
    'keyword=a&lang=en',
    'keyword=a&region=US:en&lang=de',
    'keyword=a&region=us:en&lang=en',
  ].map((query): [boolean, object, object] => [
    false,
    { source_url: news(query) },
    { url: news(query) },
  ]),
  [false, { source_url: 'no address' }, { url: 'no address' }],
])('of a service of feedctl (%s), a feed with %j is of %j', (isOurs, facts, source) => {
  expect(feedSource({ source_url: url, ...facts } as FeedSummary, { isOurs })).toEqual(source);
});

const VALUES = {
  ...{ title: ' ', description: '', customAuthor: 'Ana', interval: '15m', max_age: 'none' },
  ...{ full_text: false, steps: [], render: 'auto', quiet_hours: 'never heard of', access: {} },
};

it('a file holds the values that are chosen, and those of other services that they have', () => {
  expect(chosenFeedValues(VALUES, { isOurs: true })).toEqual({
    customAuthor: 'Ana',
    interval: '15m',
  });
  expect(chosenFeedValues(VALUES, { isOurs: false })).toEqual({ customAuthor: 'Ana' });
  const filters = { include: ['a'], exclude: [] };
  expect(chosenBundleValues({ description: 'D', filters }, { isOurs: true })).toEqual({
    description: 'D',
    filters,
  });
  expect(chosenBundleValues({ description: 'D', filters }, { isOurs: false })).toEqual({
    description: 'D',
  });
});
