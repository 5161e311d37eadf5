import { describe, expect, it } from 'vitest';
import { splitNames } from '../../../src/generator/fields/author.js';
import { generateFeed } from '../../../src/service/sources/generate-feed.js';
import { SIX } from '../made-lists.js';

/** The authors of records that show them as `byline` writes them. */
async function authors(byline: (name: string, n: number) => string, names: readonly string[]) {
  const records = names.map(
    (name, n) =>
      `<article><h2><a href="/story/${n}-of-the-town">${SIX[n]}</a></h2>${byline(name, n)}<time datetime="2026-03-0${n + 1}">x</time></article>`,
  );
  const { document } = await generateFeed({
    url: 'https://a.test/latest',
    html: `<h1>Latest</h1><main>${records.join('')}</main>`,
    now: Date.parse('2026-03-15T12:00:00Z'),
    selectors: null,
    rule: null,
    inline: true,
  });
  return document.entries.map((entry) => entry.authors.map(({ name }) => name));
}

const NAMES = ['Ada Lovelace', 'Grace Hopper', 'Min Kim'];

describe('the authors of a record', () => {
  it.each<[string, (name: string, n: number) => string]>([
    ['a link to the author', (name) => `<a rel="author" href="/x">${name}</a>`],
    ['a property', (name) => `<span itemprop="author">${name}</span>`],
    [
      'a property that says the name inside',
      (name) => `<span itemprop="author"><b itemprop="name">${name}</b>, our guest</span>`,
    ],
    ['a property for machines', (name) => `<meta itemprop="author" content="${name}">`],
    ['a microformat', (name) => `<span class="p-author">${name}</span>`],
    ['a class', (name) => `<p class="byline">By ${name}</p>`],
    ['a class with the date', (name) => `<p class="byline">By ${name} | 9 March 2026</p>`],
    ['a link to somebody', (name, n) => `<a href="/author/${n}">${name}</a>`],
    [
      'a link with a portrait',
      (name, n) => `<a href="/p/${n}"><img class="avatar" src="/${n}.png" alt="">${name}</a>`,
    ],
    ['a text', (name) => `<p>By ${name}</p>`],
    ['a text before a separator', (name) => `<p>by ${name} · 4 min read</p>`],
    ['a word and an element', (name) => `<p>Posted by <b>${name}</b></p>`],
    [
      'the author before the last who replied',
      (name) =>
        `<p><span class="author">${name}</span></p><div><p><span class="author">Bob Late</span></p></div>`,
    ],
  ])('are said by %s', async (_, byline) => {
    expect(await authors(byline, NAMES)).toEqual(NAMES.map((name) => [name]));
  });

  it.each(['<button>Follow</button>', '<a href="/follow">Seguir</a>', '<b>+ Follow</b>'])(
    'are without what all records say: %s',
    async (button) => {
      const byline = (name: string) => `<p class="author">${name} ${button}</p>`;
      const names = [...NAMES, 'Mary Shelley', 'Jane Austen'];
      expect(await authors(byline, names)).toEqual(names.map((name) => [name]));
    },
  );

  it('are several where their elements are neighbours', async () => {
    const two = (name: string) =>
      `<p><span itemprop="author">${name}</span> <span itemprop="author">Bob Second</span></p>`;
    expect(await authors(two, NAMES)).toEqual(NAMES.map((name) => [name, 'Bob Second']));
  });

  it.each<[string, (name: string, n: number) => string]>([
    ['a date', (_, n) => `<p>By ${n + 1} March 2026</p>`],
    ['a long text', (name) => `<p>By ${name} ${'and what else was said there '.repeat(4)}</p>`],
    ['nothing', () => ''],
  ])('are not %s', async (_, byline) => {
    expect(await authors(byline, NAMES)).toEqual([[], [], []]);
  });
});

it.each([
  ['By Ada Lovelace', ['Ada Lovelace']],
  ['Ada Lovelace and Grace Hopper', ['Ada Lovelace', 'Grace Hopper']],
  ['Ada Lovelace, Grace Hopper & Min Kim', ['Ada Lovelace', 'Grace Hopper', 'Min Kim']],
  ['Staff and agencies', ['Staff and agencies']],
  ['Ada Lovelace | Science', ['Ada Lovelace']],
  ['Ada Lovelace - 9 March', ['Ada Lovelace']],
  ['Jean-Luc Picard', ['Jean-Luc Picard']],
  ['ada@example.com', []],
  ['Sponsored', []],
  ['X', []],
  ['12345', []],
  ['one two three four five six seven', []],
  ['', []],
])('the names of %j', (text, names) => {
  expect(splitNames(text)).toEqual(names);
});
