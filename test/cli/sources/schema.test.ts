import { expect, it } from 'vitest';
import {
  bundleEntrySchema,
  feedEntrySchema,
  keysAt,
  manifestSchema,
} from '../../../src/cli/sources/schema.js';

const url = 'https://a.example/';

it.each([
  [{ url, customAuthor: null }, true],
  [{ url, customAuthor: 'Ana' }, true],
  [{ url, customAuthor: '' }, false],
  [{ url, title: null }, false],
  [{ url, title: '' }, true],
  [{ url, description: null }, false],
  [{ url, selectors: null }, false],
  [{ url, filters: null }, false],
])('a feed of %j is valid: %s', (feed, isValid) => {
  expect(feedEntrySchema.safeParse(feed).success).toBe(isValid);
});

it.each([
  ['customAuthor', '; null: the authors of the source'],
  ['interval', '; "auto": follow the rhythm of the source; only feedctl\'s own service'],
  ['steps', '; []: no steps; only'],
])('%s says how it is removed', (name, text) => {
  expect(Reflect.get(feedEntrySchema.shape, name).description).toContain(text);
});

it.each(['title', 'selectors', 'filters'])('%s is not removed by a value', (name) => {
  expect(Reflect.get(feedEntrySchema.shape, name).description).not.toMatch(/; (null|"|\[)/);
});

it.each([
  [[], ['$schema', 'feeds', 'bundles']],
  [['feeds'], []],
  [['nothing'], []],
])('the keys at %j', (path, keys) => {
  expect(keysAt(manifestSchema, path)).toEqual(keys);
});

it('the keys of what may be left out are known', () => {
  expect(keysAt(feedEntrySchema, ['selectors'])).toContain('items');
  expect(keysAt(bundleEntrySchema, ['filters'])).toEqual(['include', 'exclude']);
});
