import { describe, expect, it } from 'vitest';
import {
  recordsAtLevel,
  rootsApart,
} from '../../../../src/generator/strategies/records/find-records.js';
import { setOf, surveyOf, textBetween } from '../../made-sets.js';

/** What the records around the links below /s/ say. */
function textsOf(html: string): string[] {
  const survey = surveyOf(html);
  const { records } = setOf(survey, '/s/');
  return records.map(({ start, end }) => textBetween(survey.page, start, end));
}
const levelOf = (html: string) => setOf(surveyOf(html), '/s/').level;
const link = (n: number) => `<a href="/s/${n}">T${n}</a>`;
const each = (make: (n: number) => string, count = 3) =>
  Array.from({ length: count }, (_, at) => make(at + 1)).join('');

it.each([
  ['the element around each link', `<ul>${each((n) => `<li>${link(n)} a${n}</li>`)}</ul>`, 1],
  [
    'as many elements as most links can climb',
    `<ul>${each((n) => `<li><p>${link(n)}</p> a${n}</li>`)}</ul>`,
    2,
  ],
])('a record is %s', (_, html, level) => {
  expect(levelOf(html)).toBe(level);
  expect(textsOf(html)).toEqual(['T1 a1', 'T2 a2', 'T3 a3']);
});

it('a link that cannot climb as far as most others has a smaller record', () => {
  const html = `<ul>${each((n) => `<li><p>${link(n)}</p> a${n}</li>`)}<li><p>${link(4)}</p>${link(5)}</li></ul>`;
  expect(levelOf(html)).toBe(2);
  expect(textsOf(html)).toEqual(['T1 a1', 'T2 a2', 'T3 a3', 'T4', 'T5']);
});

it('of two levels that as many links reach the lower one is taken', () => {
  expect(levelOf(`<ul><li><p>${link(1)}</p></li><li>${link(2)}</li></ul>`)).toBe(1);
  expect(levelOf(`<ul><li>${link(1)}</li><li><p>${link(2)}</p></li></ul>`)).toBe(1);
});

it('no record is more than the body', () => {
  expect(textsOf(`<p>${link(1)}</p>rest`)).toEqual(['T1']);
});

describe('what stands between records', () => {
  it.each([
    [
      'belongs to the one before it',
      `<div>${each((n) => `<h3>${link(n)}</h3><p>a${n}</p>`)}</div>`,
      ['T1 a1', 'T2 a2', 'T3 a3'],
    ],
    [
      'after a link that is no heading too',
      `<div>${each((n) => `<div>${link(n)}</div><p>a${n}</p>`)}</div>`,
      ['T1 a1', 'T2 a2', 'T3 a3'],
    ],
    [
      'belongs to the next where it stands before the first',
      `<div>${each((n) => `<i>d${n}</i><div>${link(n)}</div>`)}</div>`,
      ['d1 T1', 'd2 T2', 'd3 T3'],
    ],
    [
      'is shared where some of it stands before the first and some after the last',
      `<div>${each((n) => `<i>d${n}</i><div>${link(n)}</div><p>a${n}</p>`)}</div>`,
      ['d1 T1 a1', 'd2 T2 a2', 'd3 T3 a3'],
    ],
    [
      'is left out where few records have it',
      `<div>${each((n) => `<div>${link(n)}</div>${n === 2 ? '<p>a2</p>' : ''}`, 5)}</div>`,
      ['T1', 'T2', 'T3', 'T4', 'T5'],
    ],
    [
      'is part of the record where six of ten gaps have it',
      `<div>${each((n) => `<div>${link(n)}</div>${n < 7 ? `<p>a${n}</p>` : ''}`, 11)}</div>`,
      [...[1, 2, 3, 4, 5, 6].map((n) => `T${n} a${n}`), ...[7, 8, 9, 10, 11].map((n) => `T${n}`)],
    ],
    [
      'is left out where five of ten gaps have it',
      `<div>${each((n) => `<div>${link(n)}</div>${n < 6 ? `<p>a${n}</p>` : ''}`, 11)}</div>`,
      Array.from({ length: 11 }, (_, n) => `T${n + 1}`),
    ],
    [
      'is no more than usual: an advertisement after one of them',
      `<div>${each((n) => `<div>${link(n)}</div><p>a${n}</p>${n === 2 ? '<b>ad</b>' : ''}`, 5)}</div>`,
      ['T1 a1', 'T2 a2', 'T3 a3', 'T4 a4', 'T5 a5'],
    ],
    [
      'is another record where it is built like them',
      `<div>${each((n) => `<div>${link(n)}</div><div><a href="/t/${n}">o${n}</a></div>`)}</div>`,
      ['T1', 'T2', 'T3'],
    ],
    [
      'is not counted where it holds nothing',
      `<div>${each((n) => `<div>${link(n)}</div><hr><p>a${n}</p>`)}</div>`,
      ['T1 a1', 'T2 a2', 'T3 a3'],
    ],
    [
      'ends at a heading of a higher rank',
      `<div>${each((n) => `<h3>${link(n)}</h3><p>a${n}</p>`)}<h2>Next</h2><p>b</p></div>`,
      ['T1 a1', 'T2 a2', 'T3 a3'],
    ],
    [
      'ends at another term',
      `<dl>${each((n) => `<dt>${link(n)}</dt><dd>a${n}</dd>`)}<dt>Other</dt><dd>b</dd></dl>`,
      ['T1 a1', 'T2 a2', 'T3 a3'],
    ],
  ])('%s', (_, html, expected) => {
    expect(textsOf(html)).toEqual(expected);
  });
});

describe('records inside records', () => {
  const reply = (n: number, inner = '') => `<div>${link(n)} says a${n}${inner}</div>`;

  it('end where the next one begins', () => {
    const html = `<section>${reply(1, reply(2, reply(3)))}${reply(4)}</section>`;
    expect(textsOf(html)).toEqual([1, 2, 3, 4].map((n) => `T${n} says a${n}`));
  });

  it('are links with what follows each where most are not the first of their parent', () => {
    const html = `<section><p>${link(1)} a ${link(2)} b ${link(3)} c</p></section>`;
    expect(textsOf(html)).toEqual(['T1 a', 'T2 b', 'T3 c']);
  });
});

it('the records of a rule are at its level, as far as each link can climb', () => {
  const survey = surveyOf(`<ul>${each((n) => `<li><p>${link(n)}</p>a${n}</li>`)}</ul>`);
  const texts = (level: number) =>
    recordsAtLevel(survey.page, survey.page.links, level).map(({ root }) => root.tag);
  expect(texts(1)).toEqual(['p', 'p', 'p']);
  expect(texts(2)).toEqual(['li', 'li', 'li']);
  expect(texts(9)).toEqual(['li', 'li', 'li']);
});

it.each([
  ['up to the level', '<p><b><a href="/1">x</a></b></p><p><b><a href="/2">y</a></b></p>', 1, 'b b'],
  ['up to the body', '<p><b><a href="/1">x</a></b></p><p><b><a href="/2">y</a></b></p>', 9, 'p p'],
  ['not over another item', '<p><a href="/1">x</a> <b><a href="/2">y</a></b></p>', 9, 'a b'],
  [
    'over another link to the same item',
    '<div><p><a href="/1">x</a> <b><a href="/1">y</a></b></p><p><a href="/2">z</a></p></div>',
    9,
    'p p p',
  ],
  [
    'not over the item before',
    '<div><p><a href="/1">x</a></p><p><a href="/2">y</a></p></div><a href="/3">z</a>',
    9,
    'p p a',
  ],
])('roots apart climb %s', (_, html, level, expected) => {
  const { page } = surveyOf(html);
  const rootOf = rootsApart(page.links);
  expect(page.links.map(({ element }) => rootOf(element, level).tag).join(' ')).toBe(expected);
});
