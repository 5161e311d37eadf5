import { describe, expect, it } from 'vitest';
import { measureList, totalsOf } from '../../../src/generator/features/measured-list.js';
import { setOf, surveyOf } from '../made-sets.js';

const rows = (count: number, make: (n: number) => string) =>
  `<ul>${Array.from({ length: count }, (_, n) => `<li>${make(n)}</li>`).join('')}</ul>`;
const listOf = (html: string) => {
  const survey = surveyOf(html);
  return measureList(survey, [setOf(survey, '/s/')]);
};

it.each([
  [29, 29, 28],
  [30, 30, 29],
  [31, 30, 29],
  [45, 30, 43],
  [60, 30, 58],
])('of %i records it looks at %i, up to number %i', (count, looked, last) => {
  const { sample, records } = listOf(rows(count, (n) => `<a href="/s/${n}">x</a>`));
  expect(sample).toHaveLength(looked);
  expect(new Set(sample).size).toBe(looked);
  expect(records.indexOf(sample.at(-1) ?? (records[0] as never))).toBe(last);
});

describe('the links of a record', () => {
  it.each([
    ['its own alone', '', { isLongest: true, isFirst: true, same: 1, others: 0 }],
    [
      'a longer one behind it',
      '<a href="/t">One two three</a>',
      { isLongest: false, isFirst: true, same: 1, others: 1 },
    ],
    [
      'one as long',
      '<a href="/t">One two</a>',
      { isLongest: true, isFirst: true, same: 1, others: 1 },
    ],
    ['a shorter one', '<a href="/t">One</a>', { isLongest: true, isFirst: true, others: 0 }],
    [
      'two to one other item',
      '<a href="/t">One two</a><a href="/t">One two</a>',
      { others: 1, same: 1 },
    ],
  ])('%s', (_, beside, expected) => {
    const { inner } = listOf(rows(2, (n) => `<a href="/s/${n}">Title ${n}</a>${beside}`));
    expect(inner[0]).toMatchObject(expected);
  });

  it('one before the link of the record', () => {
    const { inner } = listOf(rows(2, (n) => `<a href="/t">x</a><a href="/s/${n}">Title ${n}</a>`));
    expect(inner[0]).toMatchObject({ isFirst: false, isLongest: true });
  });

  it('a link without words is never the longest, and links of one word are no other items', () => {
    const picture = (n: number) => `<a href="/s/${n}"><img src="/i"></a><a href="/t">x</a>`;
    expect(listOf(rows(2, picture)).inner[0]).toMatchObject({ isLongest: false, others: 0 });
  });
});

it('sums what its records hold', () => {
  const html = `Before ${rows(2, (n) => `<h2><a href="/s/${n}">Title ${n}</a></h2>and more`)} after`;
  const { sum, items, itemWords, linkWords } = listOf(html);
  expect(sum).toMatchObject({ words: 8, linked: 4, headings: 2, prose: 0 });
  expect(sum.start).toBeLessThan(sum.end);
  expect({ items: items.size, itemWords, linkWords: Array.from(linkWords) }).toEqual({
    items: 2,
    itemWords: 4,
    linkWords: [2, 2],
  });
});

it.each([
  [3, 20, true],
  [2, 20, false],
])('%i of %i addresses of a kind make others of that kind alike: %s', (few, of, expected) => {
  const rare = (n: number) => (n < few ? `/s/${n}/part` : `/s/name-${'abcdefghijklmnopqrst'[n]}`);
  const html = rows(of, (n) => `<a href="${rare(n)}">x</a>`);
  const outside = '<a href="/t/7/part">x</a>';
  const { alike, table } = listOf(html + outside);
  const other = table.links.at(-1)?.link.item;
  expect(alike.includes(other ?? -1)).toBe(expected);
});

it.each([
  ['https://a.test/', 0],
  ['https://a.test/news', 0],
  ['https://a.test/news/town', 1],
])('the path of %s has %i parts before the last', (url, depth) => {
  expect(totalsOf(surveyOf('x', url)).depth).toBe(depth);
});

it('counts words of the content apart from those of menus', () => {
  const totals = totalsOf(surveyOf('<nav>A menu</nav><h1> </h1><h1>Three words here</h1>'));
  expect(totals).toMatchObject({ words: 5, contentWords: 3 });
  expect(totals.heading?.tag).toBe('h1');
});
