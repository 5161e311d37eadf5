import { describe, expect, it } from 'vitest';
import {
  asList,
  asText,
  isJsonObject,
  type Json,
  parseLooseJson,
  plainText,
} from '../../../src/generator/page/json.js';

it.each([
  ['plain', '{"a":1}', { a: 1 }],
  ['a stray comma', '{"a":[1,],}', { a: [1] }],
  ['a raw line break', '{"a":"x\ny"}', { a: 'x y' }],
  ['a semicolon', '{"a":1};', { a: 1 }],
  ['a comment', '<!-- {"a":1} -->', { a: 1 }],
  ['CDATA', '//<![CDATA[\n{"a":1}\n//]]>', { a: 1 }],
  ['CDATA in a comment', '/*<![CDATA[*/{"a":1}/*]]>*/', { a: 1 }],
  ['no JSON', '{a:1', undefined],
])('reads JSON with %s', (_, text, expected) => {
  expect(parseLooseJson(text)).toEqual(expected);
});

it.each<[Json | undefined, boolean, Json[], string]>([
  [{ a: 1 }, true, [{ a: 1 }], ''],
  [[1], false, [1], ''],
  [null, false, [], ''],
  [undefined, false, [], ''],
  [' x ', false, [' x '], 'x'],
  [7, false, [7], '7'],
  [true, false, [true], ''],
])('%j as an object, a list and a text', (value, isOne, list, text) => {
  expect([isJsonObject(value), asList(value), asText(value)]).toEqual([isOne, list, text]);
});

describe('a text that may be HTML', () => {
  it.each([
    ['  two\n words ', 'two words'],
    ['<b>two</b> words', 'two words'],
    ['Tom &amp; Jerry', 'Tom & Jerry'],
    ['', ''],
  ])('%j reads %j', (value, text) => {
    expect(plainText(value)).toBe(text);
  });

  it.each([
    ['as long as it may be', 'x'.repeat(1_000), 1_000],
    ['longer, cut between words', `${'x'.repeat(990)} ${'y'.repeat(20)}`, 991],
    ['longer, of one word', 'x'.repeat(1_001), 1_001],
  ])('is shortened: %s', (_, value, length) => {
    expect(plainText(value)).toHaveLength(length);
    expect(plainText(value).endsWith('…')).toBe(value.length > 1_000);
  });
});
