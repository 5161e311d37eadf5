import { expect, it } from 'vitest';
import { parseQuery } from '../../../src/service/search/parse-query.js';

/** Terms as text: the words, and `*` behind a prefix. */
function terms(text: string): [all: string[], none: string[]] {
  const { all, none } = parseQuery(text);
  const shown = (of: typeof all) =>
    of.map(({ words, isPrefix }) => `${words.join(' ')}${isPrefix ? '*' : ''}`);
  return [shown(all), shown(none)];
}

const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`).join(' ');

it.each([
  ['one Two', ['one', 'two'], []],
  ['"one two" three', ['one two', 'three'], []],
  ['“one two” «three four»', ['one two', 'three four'], []],
  ['one -two -"three four"', ['one'], ['two', 'three four']],
  ['abc* one', ['abc*', 'one'], []],
  ['node.js*', ['node js'], []],
  ['*', [], []],
  ['"abc*" one', ['abc', 'one'], []],
  ['one - "" two', ['one', 'two'], []],
  ['cats -cat', ['cats'], ['cat']],
  ['cat -"big cat"', ['cat'], ['big cat']],
  ['cat* -cat', ['cat*'], ['cat']],
  [words(20), words(20).split(' '), []],
])('%s asks for %j without %j', (text, all, none) => {
  if (all.length === 0) expect(() => terms(text)).toThrow('has no word');
  else if (text === 'node.js*') expect(() => terms(text)).toThrow('too short (js*)');
  else expect(terms(text)).toEqual([all, none]);
});

it.each([
  ['cat "dog', 'without a closing one'],
  ['-cat', 'only excludes words'],
  ['ca*', 'too short (ca*). Give at least 3 letters'],
  ['cat -cat', 'requires and excludes "cat"'],
  ['"big cat" -cat', 'requires and excludes "big cat"'],
  ['category -cat*', 'requires and excludes "category"'],
  ['"a category" -cat*', 'requires and excludes "a category"'],
  [words(21), 'more than 20 words and phrases'],
  [`one -"${words(60)}"`, 'more than 60 words'],
])('%s cannot be asked', (text, problem) => {
  expect(() => parseQuery(text)).toThrow(problem);
});

it('also finds words as releases before 0.3 wrote them into the index', () => {
  expect(parseQuery('أحمد bus').all).toEqual([
    { words: ['احمد'], before: ['أحمد'], isPrefix: false },
    { words: ['bus'], isPrefix: false },
  ]);
});

it('takes 60 words, those of phrases included', () => {
  expect(terms(`"${words(60)}"`)[0]).toHaveLength(1);
});
