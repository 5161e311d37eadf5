import { describe, expect, it } from 'vitest';
import { versionHeadings } from '../../../src/generator/strategies/version-headings.js';
import { surveyOf } from '../made-sets.js';

const itemsOf = (html: string) => versionHeadings(surveyOf(html))?.items;
const anchorsOf = (html: string) => itemsOf(html)?.map(({ url }) => new URL(url).hash);
const release = (n: number, tag = 'h2') =>
  `<${tag} id="v${n}">Version 1.${n}.0</${tag}><p>What changed in ${n}.</p>`;
const all = (make: (n: number) => string, count = 3) =>
  Array.from({ length: count }, (_, at) => make(at + 1)).join('');

const post = (n: number) =>
  `<article><h2><a id="p${n}"></a><a href="#p${n}">Post number one of ${n}</a></h2><p>${n} March 2026 - Ada Lovelace (<a href="/ada">@ada</a>)</p><p>It was.</p></article>`;

const dated = (n: number) =>
  `<h2 id="d${n}">${n} March 2026: the harbour is closed</h2><p>It was.</p>`;

it('a changelog has an item for each version', () => {
  const items = itemsOf(`<main>${all((n) => release(n))}</main>`);
  expect(items).toMatchObject(
    [1, 2, 3].map((n) => ({
      url: `https://a.test/list#v${n}`,
      title: `Version 1.${n}.0`,
      description: `What changed in ${n}.`,
      date: null,
    })),
  );
});

it.each([
  ['versions', all((n) => release(n)), ['#v1', '#v2', '#v3']],
  ['too few of them', all((n) => release(n), 2), undefined],
  ['chapters', all((n) => `<h2 id="c${n}">Chapter ${n}</h2><p>x</p>`), undefined],
  ['numbers of chapters', all((n) => `<h2 id="c${n}">2.${n} Setup</h2><p>x</p>`), undefined],
  ['ratings', all((n) => `<h2 id="r${n}">${n}.0 out of 5 stars</h2><p>x</p>`), undefined],
  ['dates', all((n) => `<h2 id="d${n}">${n} March 2026</h2><p>x</p>`), undefined],
  ['dates and what they brought', all(dated, 4), ['#d1', '#d2', '#d3', '#d4']],
  ['three of these', all(dated, 3), undefined],
  ['posts with their dates behind', all(post), ['#p1', '#p2', '#p3']],
  ['two of these', all(post, 2), undefined],
  [
    'names with dates behind',
    all((n) => post(n).replace(/Post number one of ./, 'Ada Lovelace'), 4),
    undefined,
  ],
  ['comments', `<div id="comments">${all(post, 4)}</div>`, undefined],
  ['posts of pages of their own', all((n) => post(n).replace('"#p', '"/posts/'), 4), undefined],
  ['dates far behind', all((n) => post(n).replace('<p>', '<p>It was on </p><p>'), 4), undefined],
  ['these in no order', [2, 1, 4, 3, 5].map(dated).join(''), undefined],
  [
    'these with an old one on top',
    [1, 9, 8, 7, 6, 5].map(dated).join(''),
    ['#d1', '#d9', '#d8', '#d7', '#d6', '#d5'],
  ],
  ['one date', all((n) => dated(n).replace(/>\d/, '>7'), 5), undefined],
  ['days without a year', all((n) => dated(n).replace(' 2026', ''), 5), undefined],
  [
    'versions in three of five',
    all((n) => (n < 4 ? release(n) : `<h2 id="v${n}">Other</h2><p>x</p>`), 5),
    ['#v1', '#v2', '#v3', '#v4', '#v5'],
  ],
  [
    'versions in three of six',
    all((n) => (n < 4 ? release(n) : `<h2 id="v${n}">Other</h2><p>x</p>`), 6),
    undefined,
  ],
  [
    'a link below them where they have no id',
    all((n) => `<h2>Version 1.${n}.0</h2><p>See <a href="/files/1.${n}#log">the list</a>.</p>`),
    ['#log', '#log', '#log'],
  ],
  [
    'an id in three of five',
    all((n) => (n < 4 ? release(n) : release(n).replace(/ id="\w+"/, '')), 5),
    ['#v1', '#v2', '#v3'],
  ],
  ['a menu', `<nav>${all((n) => release(n))}</nav>`, undefined],
  [
    'two kinds of headings, the more frequent first',
    all((n) => release(n, 'h3')) + all((n) => release(n + 10), 4),
    ['#v11', '#v12', '#v13', '#v14'],
  ],
])('headings with %s', (_, html, anchors) => {
  expect(anchorsOf(`<main>${html}</main>`)).toEqual(anchors);
});

it.each([
  '1.2',
  '1.2.3',
  'v1.2 of spring',
  'Version 1.2',
  'Release v1.2',
  '[1.2.3] - 2026-03-01',
  '1.2.3-beta.1',
  '1.2.3 (1 March 2026)',
])('%s is a version', (heading) => {
  const html = all((n) => `<h2 id="v${n}">${heading}</h2><p>x</p>`);
  expect(anchorsOf(`<main>${html}</main>`)).toHaveLength(3);
});

describe('the place of an item', () => {
  it.each([
    ['the id of the heading', (n: number) => release(n)],
    [
      'the id of the element around it',
      (n: number) => `<section id="v${n}"><h2>Version 1.${n}</h2><p>x</p></section>`,
    ],
    [
      'the address of its link to itself',
      (n: number) => `<h2><a href="#v${n}">#</a>Version 1.${n}</h2><p>x</p>`,
    ],
    [
      'the name of a link before it',
      (n: number) => `<a name="v${n}"></a><h2>Version 1.${n}</h2><p>x</p>`,
    ],
    ['the id of an element in it', (n: number) => `<h2><b id="v${n}">1.${n}</b></h2><p>x</p>`],
  ])('is %s', (_, make) => {
    expect(anchorsOf(`<main>${all(make)}</main>`)).toEqual(['#v1', '#v2', '#v3']);
  });
});

it('the title is the heading without the sign of its link', () => {
  const html = all((n) => `<h2 id="v${n}">v1.${n} news <a href="#v${n}">¶</a></h2><p>x</p>`);
  expect(itemsOf(`<main>${html}</main>`)?.[0]?.title).toBe('v1.1 news');
});

it('the date is the one of the section, and not of the next', () => {
  const html = all((n) =>
    n === 2
      ? `<h2 id="v${n}">1.${n}</h2>`
      : `<h2 id="v${n}">1.${n}</h2><time datetime="2026-03-0${n}">x</time>`,
  );
  const dates = itemsOf(`<main>${html}<p>End</p></main>`)?.map(({ date }) => date);
  expect(dates).toEqual([Date.parse('2026-03-01'), null, Date.parse('2026-03-03')]);
});

const word = (count: number) => ' word'.repeat(count);
const section = (n: number, heading: string, rest = '<p>x</p>') =>
  `<h2 id="v${n}">${heading}</h2>${rest}`;

it.each([
  ['headings of fifty words', (n: number) => section(n, `v1.${n}${word(48)}`), 3, 3],
  ['none of 51', (n: number) => section(n, `v1.${n}${word(49)}`), 3, undefined],
  [
    'headings with one word more',
    (n: number) => section(n, `v1.${n}${word(n === 2 ? 12 : 1)}`),
    4,
    4,
  ],
  ['days and two words', (n: number) => section(n, `${n} March 2026 two words`), 4, 4],
  ['no days and one word', (n: number) => section(n, `${n} March 2026 word`), 4, undefined],
  ['days in the other order', (n: number) => section(n, `${9 - n} March 2026 two words`), 4, 4],
  [
    'days of which one comes twice',
    (n: number) => section(n, `${Math.max(n, 2)} March 2026 two words`),
    5,
    5,
  ],
  [
    'no days in both orders',
    (n: number) => section(n, `${n < 4 ? n : 1} March 2026 two words`),
    5,
    undefined,
  ],
])('has %s', (_, make, count, found) => {
  expect(itemsOf(`<main>${all(make, count)}</main>`)?.length).toBe(found);
});

it('the text of an item has 1,000 characters', () => {
  const html = all((n) => section(n, `v1.${n}`, `<p>${'x'.repeat(998)}</p>a<b>b</b><p>c</p>`));
  expect(itemsOf(`<main>${html}</main>`)?.[0]?.description).toBe(`${'x'.repeat(998)} a`);
  const short = all((n) => section(n, `v1.${n}`, '<p>One</p>a<b>b</b><p>c</p>'));
  expect(itemsOf(`<main>${short}</main>`)?.[0]?.description).toBe('One ab c');
});

it('the date is one of the next twelve nodes', () => {
  const html = (nodes: number) =>
    all((n) =>
      section(n, `v1.${n}`, `${'<br>'.repeat(nodes)}<time datetime="2026-03-0${n}"></time>`),
    );
  const dateOf = (nodes: number) => itemsOf(`<main>${html(nodes)}</main>`)?.[0]?.date;
  expect([dateOf(11), dateOf(12)]).toEqual([Date.parse('2026-03-01'), null]);
});
