import { describe, expect, it } from 'vitest';
import {
  BUNDLE_ROWS,
  bundleValues,
  canonicalFilters,
  decodedValue,
  feedValues,
  isNone,
  metadataOf,
  settingsOf,
  valueText,
} from '../../../src/cli/sources/values.js';
import { FEED_FIELDS } from '../../../src/resources/feed.js';

describe('a value in a cell', () => {
  it.each([
    ['title', 'true', 'true'],
    ['title', '{"a":1}', '{"a":1}'],
    ['full_text', 'TRUE', true],
    ['full_text', ' False ', false],
    ['full_text', 'perhaps', 'perhaps'],
    ['filters', '{"include":["a"]}', { include: ['a'] }],
    ['selectors', '{"items":"li"}', { items: 'li' }],
    ['steps', '["scroll"]', ['scroll']],
    ['steps', '[', '['],
    ['unknown', '1', '1'],
  ])('%s: %s', (name, text, value) => {
    expect(decodedValue(name, text)).toEqual(value);
  });
});

describe('the values of a feed', () => {
  it('are those of its rows, in one form', () => {
    const raw = {
      ...{ title: 'News', interval: '60m', max_age: '48h', unknown: 1, access: {} },
      quiet_hours: '9:00-17:00 UTC',
      filters: { include: ['title:  a', 'title: a'] },
    };
    expect(feedValues(raw)).toEqual({
      ...{ title: 'News', interval: '1h', max_age: '2d' },
      quiet_hours: '09:00-17:00 UTC',
      filters: { include: ['title:a'], exclude: [] },
    });
  });

  it('go to the request that takes them', () => {
    const values = {
      title: 'News',
      interval: '1h',
      from: 'html',
      icon: undefined,
    } as const;
    expect(metadataOf(values)).toEqual({ title: 'News' });
    expect(settingsOf(values)).toEqual({ interval: '1h' });
  });
});

it('the values of a bundle do not have its name, which is its key', () => {
  expect(BUNDLE_ROWS.map(([name]) => name)).not.toContain('name');
  expect(bundleValues({ name: 'Mornings', description: 'Tea' })).toEqual({ description: 'Tea' });
});

it.each([
  [undefined, null],
  [null, null],
  ['', ''],
  ['text', 'text'],
  [true, 'true'],
  [0, '0'],
  [['scroll'], '["scroll"]'],
  [{ include: [], exclude: [] }, null],
  [{ include: [], exclude: ['a'] }, '{"include":[],"exclude":["a"]}'],
  [{ include: ['a'], exclude: [] }, '{"include":["a"],"exclude":[]}'],
  [{ include: [] }, '{"include":[]}'],
])('the text of %j is %j', (value, text) => {
  expect(valueText(value)).toBe(text);
});

it('nothing is chosen by the value that stands for it', () => {
  const { filters, full_text: fullText } = FEED_FIELDS;
  expect(isNone({ include: [], exclude: [] }, filters)).toBe(true);
  expect(isNone({ include: ['a'], exclude: [] }, filters)).toBe(false);
  expect(isNone(fullText.none, fullText)).toBe(true);
  expect(isNone(true, fullText)).toBe(false);
});

it.each([
  [{}, { include: [], exclude: [] }],
  [
    { include: ['a  b', 'a b'], exclude: ['title: x'] },
    { include: ['a b'], exclude: ['title:x'] },
  ],
  // What is no rule is left as it is, for the service to refuse.
  [{ include: ['nothing:x'] }, { include: ['nothing:x'], exclude: [] }],
])('the filters %j in one form', (filters, canonical) => {
  expect(canonicalFilters(filters)).toEqual(canonical);
});
