import { describe, expect, it } from 'vitest';
import { withLeads } from '../../../../src/generator/strategies/records/leads.js';
import {
  isHeadingLink,
  withSiblings,
} from '../../../../src/generator/strategies/records/siblings.js';
import type { PageRecord } from '../../../../src/generator/survey/record.js';
import { setOf, surveyOf } from '../../made-sets.js';

const FIVE = [1, 2, 3, 4, 5];
const card = (path: string, n: number, tag = 'h3', name = 'card') =>
  `<div class="${name}"><${tag}><a href="/${path}/${n}">Title ${n}</a></${tag}><p>Text</p></div>`;

/** One record for each address, the last one. */
const onlyOnce = (records: readonly PageRecord[]) => [
  ...new Map(records.map((record) => [record.link.identity, record])).values(),
];

describe('siblings of the records', () => {
  /** Paths of the records whose addresses begin with /s/a/1, with their siblings. */
  function pathsOf(html: string): string[] {
    const survey = surveyOf(html);
    const { page } = survey;
    const { records, level } = setOf(survey, '/s/a/1');
    const [found = []] = withSiblings(page, [{ records: onlyOnce(records), level }]);
    return found.map(({ link }) => new URL(link.url).pathname.slice(1));
  }
  const ITEMS = [11, 12, 13, 14, 15];
  const cards = ITEMS.map((n) => card('s/a', n));
  const all = ITEMS.map((n) => `s/a/${n}`);
  const among = (html: string) => `<main>${cards.toSpliced(2, 0, html).join('')}</main>`;

  it.each([
    ['an address shaped like theirs', card('s/a', 9, 'b'), 's/a/9'],
    ['an address of another shape, in a heading', card('x/y/z', 9, 'h5'), 'x/y/z/9'],
    ['an address of another shape and no heading', card('x/y/z', 9, 'b'), null],
    ['another class', card('s/a', 9, 'h3', 'box'), null],
    ['another element', card('s/a', 9).replaceAll('div', 'nav'), null],
    ['an address of another site', card('s/a', 9).replace('"/s', '"https://b.test/s'), null],
    ['the address of a record', card('s/a', 11), null],
    ['no link', '<div class="card"><h3>No link</h3></div>', null],
    [
      'more links than any record',
      `<div class="card">${[8, 9].map((n) => `<h3><a href="/s/a/${n}">x</a></h3>`).join('')}</div>`,
      null,
    ],
  ])('with %s', (_, html, path) => {
    const found = pathsOf(among(html));
    expect(found.sort()).toEqual((path === null ? all : [...all, path]).sort());
  });

  it('are taken in up to half as many as there are records', () => {
    const others = (count: number) =>
      pathsOf(
        `<main>${cards.slice(0, 4).join('')}${[7, 8, 9]
          .slice(0, count)
          .map((n) => card('s/a', n))
          .join('')}</main>`,
      );
    expect(others(2)).toHaveLength(6);
    expect(others(3)).toHaveLength(4);
  });

  it('are none of two records', () => {
    expect(pathsOf(`<main>${cards.slice(0, 2).join('')}${card('s/a', 9)}</main>`)).toHaveLength(2);
    expect(pathsOf(`<main>${cards.slice(0, 3).join('')}${card('s/a', 9)}</main>`)).toHaveLength(4);
  });

  it('are none of records that are links alone', () => {
    const links = ITEMS.map((n) => `<a href="/s/a/${n}">x</a>`).join(' ');
    expect(pathsOf(`<p>${links} <a href="/s/a/9">x</a></p>`)).toEqual(all);
  });

  it('are in one list alone', () => {
    const survey = surveyOf(among(card('s/a', 9)));
    const set = setOf(survey, '/s/a/1');
    const lists = withSiblings(survey.page, [set, set]);
    expect(lists.map(({ length }) => length)).toEqual([6, 5]);
  });
});

it.each([
  ['in a heading', '<h2><a href="/1">x</a></h2>', true],
  ['around one', '<a href="/1"><div><h2>x</h2></div></a>', true],
  ['three elements below', '<h2><i><b><a href="/1">x</a></b></i></h2>', true],
  ['four elements below', '<h2><i><b><u><a href="/1">x</a></u></b></i></h2>', false],
  ['beside one', '<h2>x</h2><a href="/1">y</a>', false],
])('a link %s is a link of a heading: %s', (_, html, expected) => {
  const { page } = surveyOf(html);
  expect(page.links.map((link) => isHeadingLink(page, link))).toEqual([expected]);
});

describe('lead stories', () => {
  const cards = FIVE.map((n) => card('s/a', n));
  const lead = (n: number, name = 'card lead', path = 's/a') =>
    `<section><div class="${name}"><i><h2><a href="/${path}/${n}">Lead ${n}</a></h2></i></div></section>`;
  /** Numbers of the records in a list of cards, with the leads among them. */
  function numbersOf(before: string, list = cards.join('')): number[] {
    const survey = surveyOf(`<main>${before}<div>${list}</div></main>`);
    const known = onlyOnce(setOf(survey, '/s/a/').records).filter(
      ({ link }) => Number(link.url.split('/').at(-1)) < 6,
    );
    const records = known.map((record) => {
      const root = record.link.element.parent?.parent ?? record.root;
      return { ...record, root, start: root.index, end: root.end };
    });
    return withLeads(survey.page, records).map(({ link }) => Number(link.url.split('/').at(-1)));
  }

  it.each([
    ['named like the records', lead(7), [7, ...FIVE]],
    ['three of them', lead(7) + lead(8) + lead(9), [7, 8, 9, ...FIVE]],
    ['four, which are a list', [6, 7, 8, 9].map((n) => lead(n)).join(''), FIVE],
    ['with another name', lead(7, 'lead'), [7, ...FIVE]],
    ['two with another name', lead(7, 'lead') + lead(8, 'lead'), FIVE],
    [
      'with another name, beside a front page',
      `<h1><a href="/">Home</a></h1>${lead(7, 'x')}`,
      [7, ...FIVE],
    ],
    ['in a menu', `<nav>${lead(7, 'x')}</nav>`, FIVE],
    ['with another kind of address', lead(7, 'card lead', 'x/y/z'), FIVE],
    ['of a story that is listed', lead(1), FIVE],
    ['without a heading', lead(7).replaceAll('h2', 'b'), FIVE],
    ['one story twice', lead(7) + lead(7), [7, ...FIVE]],
  ])('%s', (_, html, expected) => {
    expect(numbersOf(html)).toEqual(expected);
  });

  it('are none behind the last record', () => {
    expect(numbersOf('', `${cards.join('')}${lead(7)}`)).toEqual(FIVE);
    expect(numbersOf('', cards.toSpliced(2, 0, lead(7)).join(''))).toEqual([1, 2, 7, 3, 4, 5]);
  });

  it('are none of records without a name', () => {
    const bare = cards.join('').replaceAll(' class="card"', '');
    expect(numbersOf(lead(7) + lead(8), bare)).toEqual(FIVE);
  });

  it('of articles need no class', () => {
    const articles = cards
      .join('')
      .replaceAll('div class="card"', 'article')
      .replaceAll('/div', '/article');
    const html = lead(7, '').replace('div', 'article').replace('/div', '/article');
    expect(numbersOf(html, articles)).toEqual([7, ...FIVE]);
  });
});
