import { describe, expect, it } from 'vitest';
import { KINDS, type Kind, linkTable } from '../../../src/generator/features/link-table.js';
import { surveyOf } from '../made-sets.js';

const table = (html: string) => linkTable(surveyOf(html));
const LONG_TEXT = 'A sentence with many words that are not linked at all, and some more of them.';

/** The kinds of the first link. */
function kindsOf(html: string): Kind[] {
  const { links } = table(html);
  return (Object.keys(KINDS) as Kind[]).filter((kind) => links[0]?.is[kind]);
}

it.each<[string, string, Kind[]]>([
  ['one word', '<a href="/x">One</a>', ['oneWord', 'sameSite']],
  ['three words', '<a href="/x">One two three</a>', ['sameSite']],
  ['four words', '<a href="/x">One two three four</a>', ['long', 'sameSite']],
  ['a picture', '<a href="/x"><img src="/i.png"></a>', ['wordless', 'picture', 'sameSite']],
  ['in a list', '<ul><li><a href="/x">One two</a></li></ul>', ['listItem', 'sameSite']],
  ['in a row', '<table><tr><td><a href="/x">1 two</a></table>', ['row', 'sameSite', 'number']],
  ['in a paragraph', '<p><a href="/x">One two</a></p>', ['paragraph', 'sameSite']],
  [
    'in running text',
    `<p>${LONG_TEXT} <a href="/x">One two</a></p>`,
    ['paragraph', 'inline', 'sameSite'],
  ],
  ['in the main element', '<main><a href="/x">One two</a></main>', ['main', 'sameSite']],
  ['in a menu', '<nav><a href="/x">One two</a></nav>', ['menu', 'sameSite']],
  ['to another site', '<a href="https://b.test/x">One two</a>', []],
  ['to an account', '<a href="/login">One two</a>', ['utility', 'sameSite']],
  ['to a number', '<a href="/x12">One two</a>', ['sameSite', 'digits']],
  ['to one digit', '<a href="/x1">One two</a>', ['sameSite']],
  ['to a document', '<a href="/2026/03/x">One two</a>', ['document', 'sameSite', 'digits']],
  [
    'to what is linked twice',
    '<a href="/x">One two</a><a href="/x">More</a>',
    ['sameSite', 'copied'],
  ],
])('a link %s is of the kinds %j', (_, html, kinds) => {
  expect(kindsOf(html).sort()).toEqual(kinds.sort());
});

it.each([
  ['in a heading', '<h2><a href="/x">x</a></h2>', 2],
  ['around a heading', '<a href="/x"><h3>x</h3></a>', 3],
  ['four elements below a heading', '<h4><i><b><u><a href="/x">x</a></u></b></i></h4>', 4],
  ['five elements below a heading', '<h4><i><b><u><s><a href="/x">x</a></s></u></b></i></h4>', 0],
  ['in a heading, around another', '<h2><a href="/x"><h5>x</h5></a></h2>', 2],
  ['beside a heading', '<h2>y</h2><a href="/x">x</a>', 0],
])('the rank of a link %s is %i', (_, html, rank) => {
  const [link] = table(html).links;
  expect(link?.rank).toBe(rank);
  expect(link?.is.heading).toBe(rank > 0);
});

describe('running text', () => {
  const words = (count: number) => 'word '.repeat(count);
  const isInline = (html: string) => table(html).links[0]?.is.inline;

  it.each([
    ['fifteen words, four of them linked', `<p>${words(11)}<a href="/x">${words(4)}</a></p>`, true],
    ['fourteen words', `<p>${words(11)}<a href="/x">${words(3)}</a></p>`, false],
    ['a third linked', `<p>${words(10)}<a href="/x">${words(5)}</a></p>`, false],
    [
      'half of it in two links',
      `<p>${words(8)}<a href="/x">${words(4)}</a><a href="/y">${words(4)}</a></p>`,
      true,
    ],
    [
      'more than half in two links',
      `<p>${words(8)}<a href="/x">${words(4)}</a><a href="/y">${words(5)}</a></p>`,
      false,
    ],
    [
      'a paragraph three elements above',
      `<p>${words(20)}<i><b><a href="/x">x</a></b></i></p>`,
      true,
    ],
    [
      'a paragraph four elements above',
      `<p>${words(20)}<i><b><u><a href="/x">x</a></u></b></i></p>`,
      false,
    ],
  ])('%s', (_, html, expected) => {
    expect(isInline(html)).toBe(expected);
  });
});

describe('the items of a page', () => {
  const page = table(
    `<nav><a href="/menu">A menu of five words</a></nav>
     <a href="/a/1"><img src="/i.png"></a><h2><a href="/a/1">A title of some words</a></h2>
     <a href="/a/2">Two words</a> <a href="#here">To the page itself</a>
     <a href="/a/3">${'many '.repeat(40)}</a>`,
  );

  it('have one number for each address', () => {
    expect(page.links.map(({ link }) => link.item)).toEqual([0, 1, 1, 2, 3, 4]);
  });

  it('are of every kind that one of their links is, menus and the page itself left out', () => {
    expect(page.items.map(({ words }) => words)).toEqual([0, 5, 2, 0, 12]);
    expect(page.items[1]?.is).toMatchObject({ picture: true, heading: true, long: true });
    expect(page.items[0]?.is.long).toBe(false);
    expect(page.words).toBe(19);
    expect(page.totals).toMatchObject({ heading: 1, picture: 1, long: 2, copied: 1, menu: 0 });
  });

  it('are found by the kind of their address', () => {
    expect([...page.alike.values()].map((items) => [...items])).toEqual([[1, 2, 4]]);
  });

  it('keep the text of each link', () => {
    expect(page.links[2]?.text).toBe('A title of some words');
    expect(page.links[5]?.text.length).toBeLessThan(310);
  });
});
