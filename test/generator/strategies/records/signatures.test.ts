import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  headingOf,
  labelOf,
  ordinalOf,
} from '../../../../src/generator/strategies/records/link-place.js';
import {
  groupLinks,
  signatureOf,
} from '../../../../src/generator/strategies/records/signatures.js';
import { NONE, Signer } from '../../../../src/generator/strategies/records/signer.js';
import { FAMILIES, type Family } from '../../../../src/generator/survey/record-list.js';
import { surveyOf } from '../../made-sets.js';

/** Pieces of pages around links, put into each other at random. */
const { html: anyHtml } = fc.letrec<{ html: string; piece: string }>((tie) => ({
  html: fc.array(tie('piece'), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
  piece: fc.oneof(
    { maxDepth: 6 },
    fc
      .tuple(
        fc.constantFrom('', ' class="more"', ' class="css-1a2b3c"', ' class="css-4d5e6f"'),
        fc.constantFrom('PDF', 'Read it', '<h3>A title</h3>', '<i></i>', 'A <b>b</b>'),
      )
      .map(([name, inner]) => `<a href="/x"${name}>${inner}</a>`),
    fc
      .tuple(
        fc.constantFrom('div', 'ul', 'li', 'h2', 'section', 'p', 'span'),
        fc.constantFrom('', ' class="card"', ' class="card wide"', ' class="css-9x8y7z"'),
        tie('html'),
      )
      .map(([tag, name, inner]) => `<${tag}${name}>${inner}</${tag}>`),
  ),
}));

/** Two links that the elements on five levels do not tell apart. */
const ALIKE_BELOW = ['div', 'section']
  .map((tag) => `<${tag}><p><b><i class="x"><u><a href="/x">x</a></u></i></b></p></${tag}>`)
  .join('');

it.each(FAMILIES)('links have one number where they have one signature: %s', (family) => {
  fc.assert(
    fc.property(anyHtml, (html) => {
      const { page } = surveyOf(html);
      const signer = new Signer(page.nodes.length);
      const texts = new Map<number, string | null>();
      const numbers = new Map<string | null, number>();
      for (const { element } of page.links) {
        const key = signer.key(element, family);
        const text = signatureOf(element, family);
        expect(key === NONE).toBe(text === null);
        expect(texts.get(key) ?? text).toBe(text);
        expect(numbers.get(text) ?? key).toBe(key);
        texts.set(key, text);
        numbers.set(text, key);
      }
    }),
    { numRuns: 60, examples: [[ALIKE_BELOW]] },
  );
});

const links = (html: string) => surveyOf(html).page.links.map(({ element }) => element);

it.each<[Family, string, string | null]>([
  ['path', '<div><a href="/x">x</a></div>', '#page>html>body>div>a'],
  ['link', '<div><a href="/x" class="more">x</a></div>', '#page>html>body>div>a|more'],
  ['link', '<div class="card"><a href="/x">x</a></div>', '#page>html>body>div>a|^card'],
  ['thread', '<p><a href="/x">x</a></p>', null],
  [
    'thread',
    '<ul><li><ol><li><a href="/x">x</a></li></ol></li></ul>',
    '#page>html>body>ul~ol>li>a',
  ],
  ['heading', '<h2><a href="/x">x</a></h2>', 'h2 a'],
  ['label', '<p><a href="/x">PDF</a></p>', '#page>html>body>p>a="PDF"'],
  ['nth', '<p><a href="/x">x</a></p>', null],
  ['suffix', '<div><p><a href="/x">x</a></p></div>', null],
  ['suffix', '<div class="card"><p><a href="/x">x</a></p></div>', 'div.card>p>a'],
  ['suffix', '<div class="card"><p><b><a href="/x">x</a></b></p></div>', null],
  ['class', '<div><p><a href="/x">x</a></p></div>', '#page>html>body>div>p>a'],
  ['style', '<div><a href="/x">x</a></div>', null],
  ['style', '<div class="css-1a2b3c"><a href="/x">x</a></div>', '#page>html>body>div.css-1a2b3c>a'],
])('the %s of %s is %s', (family, html, expected) => {
  const [element] = links(html);
  expect(element === undefined ? null : signatureOf(element, family)).toBe(expected);
});

it.each([
  ['two links', '<p><a href="/1">x</a><a href="/2">y</a></p>', [1, 2]],
  ['the only one', '<p><a href="/1">x</a><b>y</b></p>', [0]],
  ['eight', `<p>${'<a href="/1">x</a>'.repeat(8)}</p>`, [1, 2, 3, 4, 5, 6, 7, 8]],
  ['nine', `<p>${'<a href="/1">x</a>'.repeat(9)}</p>`, Array(9).fill(0)],
  ['two among 32', `<p><a href="/1">x</a><a href="/2">y</a>${'<b>z</b>'.repeat(30)}</p>`, [1, 2]],
  ['two among 33', `<p><a href="/1">x</a><a href="/2">y</a>${'<b>z</b>'.repeat(31)}</p>`, [0, 0]],
])('links have their place in a parent with %s', (_, html, ordinals) => {
  expect(links(html).map(ordinalOf)).toEqual(ordinals);
});

it.each([
  ['in one', '<h2><a href="/x">x</a></h2>', 'h2 a'],
  ['around one', '<a href="/x"><h3>x</h3></a>', 'a h3'],
  ['four elements below', '<h2><i><b><u><a href="/x">x</a></u></b></i></h2>', 'h2 a'],
  ['five elements below', '<h2><i><b><u><s><a href="/x">x</a></s></u></b></i></h2>', null],
  ['around an element with one', '<a href="/x"><div><h3>x</h3></div></a>', null],
])('the heading of a link %s', (_, html, expected) => {
  expect(links(html).map(headingOf)).toEqual([expected]);
});

it.each([
  ['a short text', '<a href="/x">PDF</a>', 'PDF'],
  ['a text in elements', '<a href="/x"><i></i><b><span>PDF</span></b></a>', 'PDF'],
  ['two texts', '<a href="/x">PDF <b>new</b></a>', null],
  ['no text', '<a href="/x"><img src="/i"></a>', null],
  ['a text of forty characters', `<a href="/x">${'x'.repeat(40)}</a>`, 'x'.repeat(40)],
  ['a longer text', `<a href="/x">${'x'.repeat(41)}</a>`, null],
  ['a text in eight nodes', `<a href="/x">${'<i></i>'.repeat(6)}PDF</a>`, 'PDF'],
  ['a text in nine nodes', `<a href="/x">${'<i></i>'.repeat(7)}PDF</a>`, null],
])('the label of a link with %s', (_, html, expected) => {
  expect(links(html).map(labelOf)).toEqual([expected]);
});

describe('groups of links', () => {
  const groupsOf = (html: string, family: Family) => {
    const { page } = surveyOf(html);
    return groupLinks(new Signer(page.nodes.length), page.links)
      .filter((group) => group.family === family)
      .map((group) => group.links.map(({ url }) => new URL(url).pathname.slice(1)).join(''));
  };
  const row = (n: string, labels: string[]) =>
    `<li>${labels.map((label, at) => `<p><a href="/${n}${at}">${label}</a></p>`).join('')}</li>`;
  const rows = (names: string, labels: (n: string) => string[]) =>
    `<ul>${[...names].map((n) => row(n, labels(n))).join('')}</ul>`;

  it('have two links at least, and the same links once', () => {
    const { page } = surveyOf('<ul><li><a href="/1">x</a></li><li><a href="/2">y</a></li></ul>');
    expect(
      groupLinks(new Signer(page.nodes.length), page.links).map(({ links: all }) => all.length),
    ).toEqual([2]);
    expect(groupLinks(new Signer(page.nodes.length), page.links.slice(1))).toEqual([]);
  });

  it('are of one label where three links have it', () => {
    const labels = (n: string) => ['PDF', `Title ${n}`];
    expect(groupsOf(rows('abc', labels), 'label')).toEqual(['a0b0c0']);
    expect(groupsOf(rows('ab', labels), 'label')).toEqual([]);
  });

  it('are of no label that less than a twentieth of the links of their path have', () => {
    const names = (count: number) =>
      Array.from({ length: count }, (_, n) => String.fromCharCode(0x4e00 + n)).join('');
    const label = (count: number) => {
      const texts = [...names(count)].map((name, n) => (n < 3 ? 'PDF' : `Title ${name}`));
      const html = texts.map((text, n) => `<li><a href="/${n}">${text}</a></li>`).join('');
      return groupsOf(`<ul>${html}</ul>`, 'label');
    };
    expect(label(60)).toEqual(['012']);
    expect(label(61)).toEqual([]);
  });
});
