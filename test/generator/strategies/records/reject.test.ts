import { describe, expect, it } from 'vitest';
import { rejectRecords } from '../../../../src/generator/strategies/records/reject.js';
import { setOf, surveyOf } from '../../made-sets.js';

const REST = [2, 3, 4, 5, 6, 7, 8, 9, 10];

/** What is taken out of a list, by the class of its elements, with why. */
function rejectedOf(elements: readonly string[]): string[] {
  const survey = surveyOf(`<main><ul>${elements.join('')}</ul></main>`, 'https://a.test/s/list');
  const { page } = survey;
  const links = page.links.filter(({ element }) => element.parent?.tag === 'li');
  const records = links.map((link) => {
    const root = link.element.parent ?? link.element;
    return { link, root, start: root.index, end: root.end };
  });
  const judged = records.map((record, n) => ({ record, title: `Record ${n}` }));
  const { kept, rejected } = rejectRecords(survey, judged);
  expect(kept.length + rejected.length).toBe(records.length);
  return rejected.map(({ title, reason }) => `${title}: ${reason}`);
}
const item = (n: number, beside = 'and a word', href = `/s/item-${n}`, name = '') =>
  `<li class="${name}"><a href="${href}">Title ${n}</a> ${beside}</li>`;
const rest = REST.map((n) => item(n));
const SITE = 'another site, where all others have addresses of one shape';
const END = 'at an end of the list, with nothing but a link, unlike the others';

it.each([
  ['an ordinary record', item(1), []],
  ['a link to the page itself', item(1, '', '/s/list'), ['link to the page itself']],
  ['a link to the front page', item(1, '', '/'), ['link to a front page']],
  ['the front page of another site', item(1, '', 'https://b.test/'), [SITE]],
  ['a link to an account', item(1, '', '/login'), ['link to a list or an account']],
  ['an address of another site', item(1, '', 'https://b.test/s/item-1'), [SITE]],
  [
    'a link that says it is paid for',
    item(1).replace('<a', '<a rel="sponsored"'),
    ['advertisement'],
  ],
  ['a link to a host of advertisements', item(1, '', 'https://x.taboola.com/1'), ['advertisement']],
  ['a link through a counter', item(1, '', '/s/adclick/1'), ['advertisement']],
  ['an element named an advertisement', item(1, '', '/s/item-1', 'ad-slot'), ['advertisement']],
  ['a text that says so', item(1, '<i>Advertisement</i>'), ['advertisement']],
])('%s', (_, element, reasons) => {
  expect(rejectedOf([element, ...rest])).toEqual(reasons.map((reason) => `Record 0: ${reason}`));
});

it('an exception is fewer than three of ten', () => {
  const homes = (count: number) =>
    rejectedOf([
      ...Array.from({ length: count }, (_, n) => item(n, 'x', `/index.${'abc'[n]}`)),
      ...rest.slice(0, 10 - count),
    ]);
  expect(homes(2)).toHaveLength(2);
  expect(homes(3)).toEqual([]);
});

describe('a link at an end of the list with nothing beside it', () => {
  const dated = REST.map((n) => item(n, '<time datetime="2026-03-01">x</time>'));
  const bare = item(1, '');

  it.each([
    ['first', [bare, ...dated], [`Record 0: ${END}`]],
    ['last', [...dated, bare], [`Record 9: ${END}`]],
    ['in the middle', dated.toSpliced(4, 0, bare), []],
    ['with a word', [item(1, 'and a word'), ...dated], []],
    ['of a list without dates', [bare, ...rest], []],
    ['of a list with dates in four of five', [bare, ...dated.slice(0, 4)], [`Record 0: ${END}`]],
    ['of a list with dates in fewer', [bare, ...dated.slice(0, 7), ...rest.slice(0, 2)], []],
  ])('%s', (_, elements, expected) => {
    expect(rejectedOf(elements)).toEqual(expected);
  });
});

describe('a list of links to other sites', () => {
  const away = (n: number, path: string) => item(n, 'x', `https://s${n}.test${path}`);

  it('has items about other sites, whatever their addresses say', () => {
    expect(rejectedOf(REST.map((n) => away(n, n === 2 ? '/about' : `/a/${n}`)))).toEqual([]);
  });

  it('has no item that leads to an account of the own site', () => {
    const list = [...REST.map((n) => away(n, `/a/${n}`)), item(1, 'x', '/login')];
    expect(rejectedOf(list)).toEqual(['Record 9: link to a list or an account']);
  });

  it('is none where one of ten leads to another site', () => {
    const list = [...rest, away(1, '/about')];
    expect(rejectedOf(list)).toEqual(['Record 9: link to a list or an account']);
  });
});

describe('classes that name an advertisement', () => {
  const ads = (count: number, of: number) =>
    Array.from({ length: of }, (_, n) =>
      item(n, 'x', `/s/item-${n}`, n < count ? 'ad-item' : 'item'),
    );
  it.each([
    ['of all five are of classifieds', ads(5, 5), 0],
    ['of all four are advertisements', ads(4, 4), 4],
    ['of nine in ten are of classifieds', ads(9, 10), 0],
    ['of eight in ten are advertisements', ads(8, 10), 8],
  ])('%s', (_, elements, count) => {
    expect(rejectedOf(elements)).toHaveLength(count);
  });
});

it('an element around few links that is named an advertisement is one', () => {
  const wrapped = (links: number) => {
    const html = `<main>${REST.map((n) => `<div><p><a href="/s/item-${n}">Title ${n}</a> x</p></div>`).join('')}
      <div class="ad-box"><p><a href="/s/item-1">Title</a> x</p>${'<a href="/t/1">y</a>'.repeat(links - 1)}</div></main>`;
    const survey = surveyOf(html);
    const judged = setOf(survey, '/s/').records.map((record, n) => {
      const root = record.link.element.parent ?? record.root;
      return { record: { ...record, root, start: root.index, end: root.end }, title: String(n) };
    });
    return rejectRecords(survey, judged).rejected.map(({ title }) => title);
  };
  expect(wrapped(3)).toEqual(['9']);
  expect(wrapped(4)).toEqual([]);
});

describe('records below a heading that says they are beside the list', () => {
  const beside = 'in a block of related or popular items';
  const below = (heading: string, more = '') =>
    rejectedOf([
      ...[1, 2, 3, 4].map((n) => item(n)),
      `</ul>${heading}<ul>`,
      ...[5, 6].map((n) => item(n)),
      more,
    ]);
  const reasons = ['Record 4', 'Record 5'].map((title) => `${title}: ${beside}`);

  it.each([
    ['related', '<h2>Related products</h2>', reasons],
    ['popular, in German', '<h3>Meistgelesen:</h3>', reasons],
    ['a year', '<h2>2025</h2>', []],
    ['a story about it', '<h2>Related products sell better</h2>', []],
  ])('%s', (_, heading, expected) => {
    expect(below(heading)).toEqual(expected);
  });

  it('are those up to the next heading', () => {
    expect(below('<h2>Most read</h2>', `</ul><h2>Older</h2><ul>${item(7)}`)).toEqual(reasons);
  });

  it('are items where they are the first of the list', () => {
    const html = ['</ul><h2>Most popular</h2><ul>', ...REST.slice(0, 4).map((n) => item(n))];
    expect(rejectedOf(html)).toEqual([]);
  });
});
