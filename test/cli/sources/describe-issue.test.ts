import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { describeIssue, isSimilar } from '../../../src/cli/sources/describe-issue.js';
import { keysAt } from '../../../src/cli/sources/schema.js';

const SCHEMA = z.strictObject({
  url: z.string(),
  feeds: z.array(z.string()).optional(),
  filters: z
    .strictObject({ include: z.string(), exclude: z.string() })
    .partial()
    .nullable()
    .optional(),
  count: z.number().optional(),
});

/** The problems of a value, in order. */
function problems(value: unknown) {
  const issues = SCHEMA.safeParse(value, { reportInput: true }).error?.issues ?? [];
  return issues.flatMap((issue) =>
    describeIssue(issue, 'the feed', (path) => keysAt(SCHEMA, path)),
  );
}

describe('a problem is told', () => {
  it.each([
    ['of a missing key', {}, ['url'], '"url" is missing'],
    ['of an empty key', { url: null }, ['url'], '"url" has no value: set one or remove the key'],
    ['of a number', { url: 7 }, ['url'], '"url" must be text: put this number in quotes'],
    ['of a switch', { url: true }, ['url'], '"url" must be text: put this boolean in quotes'],
    ['of a list', { url: ['a'] }, ['url'], '"url" must be text: put a list in quotes'],
    ['of no list', { url: '', feeds: 'a' }, ['feeds'], '"feeds" must be a list, not text'],
    [
      'of an entry',
      { url: '', feeds: [1] },
      ['feeds', 0],
      '"feeds" must be text: put this number in quotes',
    ],
    ['of no map', 'a', [], 'the feed must be a map of keys and values, not text'],
    ['of another type', { url: '', count: 'a' }, ['count'], '"count" must be number'],
    [
      'of a key with an error in it',
      { url: '', filters: { inclde: 'a' } },
      ['filters', 'inclde'],
      '"inclde" is not a known key: did you mean "include"',
    ],
    [
      'of a key that nobody knows',
      { url: '', filters: { colour: 'a' } },
      ['filters', 'colour'],
      '"colour" is not a known key: use one of include, exclude',
    ],
  ])('%s', (_, value, path, message) => {
    expect(problems(value)).toEqual([{ path, message }]);
  });

  it('without the names when there are many', () => {
    const wide = z.strictObject(
      Object.fromEntries([...'abcdefg'].map((letter) => [letter.repeat(4), z.string().optional()])),
    );
    const [issue] = wide.safeParse({ colour: 1 }).error?.issues ?? [];
    expect(issue && describeIssue(issue, 'the feed', (path) => keysAt(wide, path))).toEqual([
      { path: ['colour'], message: '"colour" is not a known key; all keys: feedctl help import' },
    ]);
  });

  it('of each key that is not known', () => {
    expect(problems({ url: '', URL2: 1, feds: 2 }).map(({ path }) => path)).toEqual([
      ['URL2'],
      ['feds'],
    ]);
  });
});

it.each([
  [[], ['url', 'feeds', 'filters', 'count']],
  [['filters'], ['include', 'exclude']],
  [['url'], []],
  [['nothing', 'there'], []],
])('the keys at %j', (path, keys) => {
  expect(keysAt(SCHEMA, path)).toEqual(keys);
});

it.each([
  ['Mornings', 'mornigs', true],
  ['Mornings', ' MORNINGS ', true],
  ['Mornings', 'Mornnigs', true],
  ['Mornings', 'Evenings', false],
  ['News', 'Nwes', true],
  ['AI', 'A', false],
  ['abc', 'abd', false],
  ['abcd', 'abcdefg', false],
])('%j and %j are similar: %s', (a, b, similar) => {
  expect(isSimilar(a, b)).toBe(similar);
});
