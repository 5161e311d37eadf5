import { describe, expect, it } from 'vitest';
import {
  byteLength,
  cleaned,
  cutBytes,
  cutEscaped,
  cutText,
  httpUrl,
  markdownAddress,
  withoutMentions,
} from '../../src/messages/text.js';

it.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'ab…'],
  ['ab cd', 4, 'ab…'],
  ['a😀b', 3, 'a…'],
  ['abcd', 1, '…'],
  ['abcd', 0, ''],
  ['', 0, ''],
])('%j of at most %i characters is %j', (text, max, expected) => {
  expect(cutText(text, max)).toBe(expected);
});

it('is one line, of a start that is long enough for what is left out of it', () => {
  expect(cleaned(' a\n\t\u200bb\u202e ', 9)).toBe('a b');
  expect(cleaned(`${' '.repeat(1010)}abcdef`, 4)).toBe(
    'abcdef'.slice(0, 4).slice(0, 3).concat('…'),
  );
  expect(cleaned(`${' '.repeat(1016)}abcdef`, 4)).toBe('');
});

it('is cut by its bytes, with room for the three of the dots', () => {
  expect([cutBytes('äöü', 6), cutBytes('äöü', 5), cutBytes('abcdef', 5)]).toEqual([
    ...['äöü', 'ä…', 'ab…'],
  ]);
  expect(byteLength(cutBytes('ü'.repeat(99), 50))).toBe(49);
});

it('is cut by the length of what is written for it', () => {
  const escaped = (text: string) => text.replaceAll('&', '&amp;');
  expect(cutEscaped('a&b', 7, escaped)).toBe('a&amp;b');
  expect(cutEscaped('a&bc', 7, escaped)).toBe('a&amp;…');
  expect(cutEscaped('&&&&', 16, escaped)).toBe('&amp;&amp;…');
  expect(cutEscaped('&&', 3, escaped)).toBe('…');
});

it('has addresses of the web alone, up to 1500 characters as they are sent', () => {
  const long = `https://a.example/${'x'.repeat(1482)}`;
  expect([long.length, httpUrl(long), httpUrl(`${long}x`)]).toEqual([1500, long, '']);
  // Longer when it is written as it is sent.
  expect(httpUrl(`https://a.example/${'x'.repeat(1481)}ü`)).toBe('');
  expect(['ftp://a.example/', 'https://', 'HTTPS://A.example'].map(httpUrl)).toEqual([
    ...['', '', 'https://a.example/'],
  ]);
});

it('writes what Markdown would read in an address as its number', () => {
  expect(markdownAddress('https://a.example/(b)*_~')).toBe('https://a.example/%28b%29%2A%5F%7E');
});

describe('withoutMentions', () => {
  it.each([
    ['@all', '@|all'],
    ['see @channel', 'see @|channel'],
    ['hey.@someone', 'hey.@|someone'],
    ['中@here', '中@|here'],
    ['/start', '/|start'],
    ['a /start b', 'a /|start b'],
    ['<!channel> <@U1> <#C1> <users/all>', '<|!channel> <|@|U1> <|#C1> <|users/all>'],
    ['[a](b)', '[a]|(b)'],
  ])('takes the meaning of %j', (text, inert) => {
    expect(withoutMentions(text)).toBe(inert.replaceAll('|', '\u200b'));
  });

  it.each(['a@b.test', 'and/or', '1/2', 'a @ b', 'a < b', '5 / 3', 'a (b)'])(
    'leaves %j',
    (text) => {
      expect(withoutMentions(text)).toBe(text);
    },
  );
});
