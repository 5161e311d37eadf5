import { expect, it } from 'vitest';
import { isCode, titleColumnOf } from '../../../src/generator/fields/title-column.js';
import { setOf, surveyOf } from '../made-sets.js';

/** The column of names in a table whose rows begin with a link. */
function columnOf(rows: readonly (readonly string[])[]): number | null {
  const html = rows.map(([link = '', ...cells], n) => {
    const others = cells.map((cell) => `<td>${cell}</td>`).join('');
    return `<tr><td><a href="/s/${n}">${link}</a></td>${others}</tr>`;
  });
  const survey = surveyOf(`<table>${html.join('')}</table>`);
  return titleColumnOf(survey, setOf(survey, '/s/').records);
}

const LETTERS = ['a', 'b', 'c', 'd', 'e'];
const rows = (make: (letter: string, n: number) => string[]) =>
  LETTERS.map((letter, n) => [`24-${n}.pdf`, ...make(letter, n)]);
const words = (count: number, last: string) => `${'word '.repeat(count - 1)}${last}`;

it.each<[string, string[][], number | null]>([
  ['the first of names', rows((a) => ['x', words(3, a), words(4, a)]), 2],
  ['in all rows', rows((a, n) => (n < 4 ? ['x', words(3, a)] : ['x'])), null],
  [
    'where three of five links are codes',
    rows((a) => [words(3, a)]).map((row, n) => (n < 3 ? row : ['Name', ...row.slice(1)])),
    1,
  ],
  [
    'not where two of five are',
    rows((a) => [words(3, a)]).map((row, n) => (n < 2 ? row : ['Name', ...row.slice(1)])),
    null,
  ],
  [
    'where three of four names differ',
    rows((a, n) => [words(3, n === 0 ? 'b' : a)]).slice(0, 4),
    1,
  ],
  ['not where two of four do', rows((_, n) => [words(3, n < 2 ? 'a' : 'b')]).slice(0, 4), null],
  ['of three words', rows((a) => [words(3, a)]), 1],
  ['not of two', rows((a) => [words(2, a)]), null],
  ['of twenty', rows((a) => [words(20, a)]), 1],
  ['not of more', rows((a) => [words(21, a)]), null],
  ['not of dates', rows((a, n) => [n < 2 ? `${n + 1} March 2026` : words(3, a)]).slice(0, 4), null],
  ['of few dates', rows((a, n) => [n < 1 ? '1 March 2026' : words(3, a)]).slice(0, 4), 1],
  ['of the median name', rows((a, n) => [words(n < 2 ? 1 : 3, a)]), 1],
])('the column is %s', (_, table, column) => {
  expect(columnOf(table)).toBe(column);
});

it.each([
  ['24-1882P.pdf', true],
  ['TND-2026-410', true],
  ['case', false],
  ['24 1882', false],
])('%s is a code: %s', (text, expected) => {
  expect(isCode(text)).toBe(expected);
});
