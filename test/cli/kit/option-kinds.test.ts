import { expect, it } from 'vitest';
import {
  address,
  choice,
  duration,
  flag,
  flagsOf,
  formsOf,
  givenKeys,
  longFlag,
  names,
  optional,
  text,
  texts,
  wholeNumber,
} from '../../../src/cli/kit/options.js';

const limited = wholeNumber('N', 'a number', { min: 2, max: 5 });
const free = wholeNumber('N', 'a number');
const word = choice(['red', 'blue'], 'COLOUR', 'a colour', { short: 'c' });
const list = names('A,B', 'names');

it.each([
  [limited, ['2'], 2],
  [limited, ['5'], 5],
  [limited, [], undefined],
  [free, ['0'], 0],
  [free, ['999999999999999'], 999_999_999_999_999],
  [word, ['blue'], 'blue'],
  [list, [], undefined],
  [list, ['a, b', 'c'], ['a', 'b', 'c']],
  [texts('T', 'texts'), ['a', 'b'], ['a', 'b']],
  [address('URL', 'an address'), ['a.example'], 'https://a.example'],
  [address('URL', 'an address'), ['ftp://a.example'], 'ftp://a.example'],
  [flag('a flag'), [], false],
  [flag('a flag'), [''], true],
  [duration('T', 'a time'), ['1ms'], 1],
])('%o reads %j as %j', (spec, given, value) => {
  expect(spec.parse(given, '--it')).toEqual(value);
});

it.each([
  [limited, ['1'], '--it takes a whole number from 2 to 5, not "1".'],
  [limited, ['6'], '--it takes a whole number from 2 to 5, not "6".'],
  [free, ['-1'], '--it takes a whole number of at least 0, not "-1".'],
  [free, ['9999999999999999'], 'a whole number of at least 0'],
  [word, ['green'], '--it takes red, blue, not "green".'],
  [list, ['a,,b'], '--it takes names separated by commas, such as id,title.'],
  [duration('T', 'a time'), ['0ms'], '--it takes a duration'],
  [free, ['1', '-1'], 'a whole number of at least 0'],
])('%o refuses %j', (spec, given, message) => {
  expect(() => spec.parse(given, '--it')).toThrow(message);
});

it('takes the last of several values, so that flags can follow those of an alias', () => {
  expect(text('T', 'a text').parse(['a', 'b'], '--it')).toBe('b');
});

it('says how an option is typed', () => {
  expect(word.summary).toBe('a colour: red, blue');
  expect(flagsOf('colour', word)).toBe('-c, --colour <COLOUR>');
  expect(formsOf('colour', word)).toEqual(['--colour', '-c']);
  const named = text('T', 'a text', { alias: 'name' });
  expect(flagsOf('customAuthor', optional(named))).toBe('--name, --custom-author [T]');
  expect(formsOf('customAuthor', named)).toEqual(['--custom-author', '--name']);
  expect(flagsOf('all', flag('all'))).toBe('--all');
  expect(longFlag('customAuthor')).toBe('--custom-author');
  expect([list.repeatable, texts('T', 't').repeatable, word.repeatable]).toEqual([
    true,
    true,
    undefined,
  ]);
});

it('knows which options were given', () => {
  const values = { a: false, b: undefined, c: [], d: 0, e: '', f: ['x'], g: true };
  expect(givenKeys(values)).toEqual(['d', 'e', 'f', 'g']);
});
