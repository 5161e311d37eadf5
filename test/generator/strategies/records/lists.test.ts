import { describe, expect, it } from 'vitest';
import { candidateLists, recordSets } from '../../../../src/generator/strategies/records/lists.js';
import { surveyOf } from '../../made-sets.js';

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
const rows = (path: string, count: number, tag = 'li', text = 'A title of words') =>
  `<div>${numbers(count)
    .map((n) => `<${tag}><a href="/${path}/${n}">${text}</a></${tag}>`)
    .join('')}</div>`;

/** What each list of a page has, as "path count" for each kind of item. */
function listsOf(html: string): string[] {
  return candidateLists(surveyOf(html)).map((list) => {
    const counts = new Map<string, number>();
    for (const { records } of list)
      for (const { link } of records) {
        const path = new URL(link.url).pathname.replace(/\/[^/]*$/, '').slice(1);
        counts.set(path, (counts.get(path) ?? 0) + 1);
      }
    return [...counts].map(([path, count]) => `${path} ${count}`).join(', ');
  });
}

it.each([
  ['three items', rows('s', 3), ['s 3']],
  ['two items', rows('s', 2), []],
  ['three links to two items', `${rows('s', 2)}${rows('s', 1)}`, []],
  ['pictures', rows('s', 3).replace(/(\/s\/\d)/g, '$1.jpg'), []],
  ['links to places of the page itself', rows('s', 3).replaceAll('/s/', '#'), []],
])('%s', (_, html, lists) => {
  expect(listsOf(html)).toEqual(lists);
});

it.each([
  [
    'is none of them beside a link to the whole of it',
    '<a href="/s/1">A title of words</a>',
    false,
  ],
  ['is one of them where nothing leads to the whole', 'A title of words', true],
])('of the links of an item, one to its comments %s', (_, title, isOne) => {
  const record = `<li>${title} <a class="comments" href="/s/1#comments">12 comments</a></li>`;
  const html = numbers(3)
    .map((n) => record.replaceAll('/s/1', `/s/${n}`))
    .join('');
  const links = recordSets(surveyOf(html)).flatMap(({ records }) =>
    records.map(({ link }) => link),
  );
  expect(links.some(({ url }) => url.includes('#'))).toBe(isOne);
});

it('the sets with most linked text come first, as far as it is in no menu', () => {
  const first = (html: string) =>
    new URL(recordSets(surveyOf(html))[0]?.records[0]?.link.url ?? '').pathname;
  const long = rows('long', 3, 'p', 'A title of five words');
  expect(first(rows('short', 4, 'li', 'One') + long)).toBe('/long/1');
  expect(first(`${rows('short', 4, 'li', 'One')}<nav>${long}</nav>`)).toBe('/short/1');
  const text = rows('text', 3, 'p', 'word '.repeat(40));
  expect(first(rows('short', 4, 'li', 'word '.repeat(10)) + text)).toBe('/short/1');
});

describe('the records that lead to one kind of address', () => {
  const mixed = (strays: number) =>
    `<div>${numbers(10)
      .map((n) => `<li><a href="/${n <= strays ? 'x/y' : 's'}/${n}">A title of words</a></li>`)
      .join('')}</div>`;

  it.each([
    [1, true],
    [4, true],
    [5, false],
  ])('are a list of their own beside %i of another kind among ten: %s', (strays, isList) => {
    const lists = listsOf(mixed(strays));
    expect(lists).toContain(`x/y ${strays}, s ${10 - strays}`);
    expect(lists.includes(`s ${10 - strays}`)).toBe(isList);
  });

  it('are no second list where they are all', () => {
    expect(listsOf(rows('s', 10))).toEqual(['s 10']);
  });
});

describe('blocks together', () => {
  const blocks = (...more: string[]) => rows('s', 6) + more.join('');

  it('are a list where their links lead to addresses of one kind', () => {
    expect(listsOf(blocks(rows('t', 4, 'h3')))).toContain('s 6, t 4');
  });

  it('are a list where their links are as long as titles', () => {
    const other = rows('x/y/z', 4, 'h3');
    expect(listsOf(blocks(other))).toContain('s 6, x/y/z 4');
    expect(listsOf(blocks(other.replaceAll('A title of words', 'Two words')))).not.toContain(
      's 6, x/y/z 4',
    );
    expect(listsOf(blocks(other.replaceAll('A title of words', 'Three words now')))).toContain(
      's 6, x/y/z 4',
    );
  });

  it('are none with a block in a menu', () => {
    const lists = listsOf(blocks(`<nav>${rows('t', 4, 'h3')}</nav>`));
    expect(lists.filter((list) => list.includes(','))).toEqual([]);
  });

  it.each([
    ['three of ten are new', 3, true],
    ['two of ten are new', 2, false],
    ['none is new', 0, false],
  ])('are a list where %s: %s', (_, fresh, isList) => {
    const again = `<ol>${numbers(10)
      .map((n) => `<h3><a href="/s/${n <= fresh ? n + 50 : n}">A title of words</a></h3>`)
      .join('')}</ol>`;
    const unions = candidateLists(surveyOf(rows('s', 12) + again)).filter(
      ([base, ...others]) => base?.records.length === 12 && others.length > 0,
    );
    expect(unions.length > 0).toBe(isList);
  });
});

describe('another link in the records of a list', () => {
  const row = (n: number, more: string) =>
    `<tr><td><h3><a href="/s/${n}">A title of six words ${n}</a></h3><p>${more}</p></td></tr>`;
  const unions = (more: string) => {
    const stories = numbers(6).map((n) => row(n, n < 4 ? more.replaceAll('#', `${n}`) : ''));
    return listsOf(`<table>${stories.join('')}</table>`);
  };

  it.each([
    ['a part of the record where it says less than half of its words', 'Two comments', false],
    ['an item where it says more', 'Three other words', true],
  ])('is %s', (_, text, isItem) => {
    const lists = unions(`<a href="/s/9#">${text}</a>`);
    expect(lists).toContain('s 6');
    expect(lists.includes('s 9')).toBe(isItem);
  });
});

describe('the first links below headings', () => {
  const files = (n: number) =>
    `<h3>Meeting ${n}</h3><ul><li><a href="/a/${n}">Agenda</a></li><li><a href="/m/${n}">Minutes of the day</a></li></ul>`;

  it('are a list of one item for each heading', () => {
    const lists = listsOf(`<div>${numbers(4).map(files).join('')}</div>`);
    expect(lists).toContain('a 4');
  });

  it('are none of their own where each is the only link below its heading', () => {
    const one = (n: number) => files(n).replace(/<li><a href="\/m.*<\/li>/, '');
    const survey = surveyOf(`<div>${numbers(4).map(one).join('')}</div>`);
    const families = candidateLists(survey).flatMap((sets) => sets.map(({ family }) => family));
    expect(families).not.toContain('section');
  });

  it('are none of one where the headings are links', () => {
    const linked = (n: number) => files(n).replace(/Meeting \d/, '<a href="/h/$&">$&</a>');
    const survey = surveyOf(`<div>${numbers(4).map(linked).join('')}</div>`);
    const families = candidateLists(survey).flatMap((sets) => sets.map(({ family }) => family));
    expect(families).not.toContain('section');
  });
});

it('each list is there once', () => {
  const survey = surveyOf(rows('s', 6) + rows('t', 4, 'h3') + rows('u', 5, 'p'));
  const keys = candidateLists(survey).map((list) =>
    list
      .flatMap(({ records }) => records.map(({ link, root }) => `${link.url} ${root.index}`))
      .sort()
      .join(),
  );
  expect(new Set(keys).size).toBe(keys.length);
});
