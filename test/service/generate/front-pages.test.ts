import { describe, expect, it } from 'vitest';
import { generateFeed } from '../../../src/service/generate/generate.js';

const NOW = Date.parse('2026-03-15T12:00:00Z');
const read = async (html: string, url = 'https://a.test/') =>
  (await generateFeed({ url, html, now: NOW, selectors: null, rule: null })).document.entries;
const paths = async (html: string, url?: string) =>
  (await read(html, url)).map((entry) => new URL(entry.url).pathname);
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => from + at);
const all = (from: number, to: number, make: (n: number) => string) =>
  numbers(from, to).map(make).join('');
const path = (n: number) =>
  `/${['town', 'sport', 'science'][n % 3]}/${700_100 + n}/what-is-new-${n}`;
const title = (n: number) => `What happened in the town on day number ${n}`;

const lead = (n: number) =>
  `<article class="lead"><img src="/i/${n}.jpg" alt=""><h3><a href="${path(n)}">${title(n)}</a></h3><time datetime="2026-03-0${n + 1}">x</time></article>`;
const tile = (n: number) =>
  `<li class="tile"><div><a href="${path(n)}"><h3>${title(n)}</h3></a></div><p>Two words.</p></li>`;
const line = (n: number) =>
  `<div class="brief"><span><h3><a href="${path(n)}">${title(n)}</a></h3></span></div>`;
const heading = (name: string) => `<h2><a href="/${name}">${name}</a></h2>`;
const filler = '<p>What this paper is and who makes it, in short words for all.</p>'.repeat(20);
const blocks = [
  `<section>${heading('town')}<div>${all(0, 4, lead)}</div></section>`,
  `<section>${heading('sport')}<ul>${all(4, 12, tile)}</ul></section>`,
  `<section>${heading('science')}<div><div>${all(12, 18, line)}</div></div></section>`,
];
const front = (parts: readonly string[]) => `<main>${parts.join('')}</main>${filler}`;

describe('front pages of several blocks', () => {
  it('give the stories of all blocks in page order, without section headings', async () => {
    expect(await paths(front(blocks))).toEqual(numbers(0, 18).map(path));
  });

  it('give those between the stories of the best block, without a <main>, and not the sidebar', async () => {
    const dated = (n: number) =>
      lead(n).replace(
        '</article>',
        '<p>A summary of the story in about ten words or more.</p></article>',
      );
    const between = [
      `<section>${all(0, 5, dated)}</section>`,
      `<section><ul>${all(5, 17, tile)}</ul></section>`,
      `<section>${all(17, 21, dated)}</section>`,
    ];
    const sidebar = `<div><ul>${all(30, 36, tile)}</ul></div>`;
    const menu = `<nav>${all(40, 60, (n) => `<a href="/menu/${n}">Menu number ${n}</a>`)}</nav>`;
    const html = `${menu}<div>${between.join('')}</div>${sidebar}`;
    expect(await paths(html)).toEqual(numbers(0, 21).map(path));
  });

  it('take the posts of WordPress without permalinks, and not the sections that head them', async () => {
    const url = (n: number) => `/?p=${700_100 + n}`;
    const story = (make: (n: number) => string, from: number, to: number) =>
      all(from, to, (n) => make(n).replace(path(n), url(n)));
    const second = (n: number) => line(n).replaceAll('h3>', 'h2>');
    const html = numbers(0, 8).map(
      (n) =>
        `<section><div class="brief"><span><h2><a href="/?cat=${n}">All the news of section ${n}</a></h2></span></div>
          <div>${story(lead, n * 4, n * 4 + 1)}</div>${story(second, n * 4 + 1, n * 4 + 4)}</section>`,
    );
    const found = (await read(front(html))).map((entry) => entry.url.replace('https://a.test', ''));
    expect(found).toEqual(numbers(0, 32).map(url));
  });

  it('keep a block of which one record is navigation, without that record', async () => {
    const lists = `<ul>${all(4, 12, tile)}</ul><ul role="menu">${tile(12)}</ul>`;
    const html = front([blocks[0] ?? '', `<section>${heading('sport')}${lists}</section>`]);
    expect(await paths(html)).toEqual(numbers(0, 12).map(path));
  });

  it('give the same stories when the blocks move', async () => {
    const moved = await paths(front([...blocks].reverse()));
    expect([...moved].sort()).toEqual(numbers(0, 18).map(path).sort());
  });

  it('take no story twice from a block of the most read', async () => {
    const most = `<section><h2>Most read</h2><ol>${all(0, 6, tile)}</ol></section>`;
    expect(await paths(front([...blocks, most]))).toEqual(numbers(0, 18).map(path));
  });

  it('keep the title of every story', async () => {
    const entries = await read(front(blocks));
    expect(entries.map((entry) => entry.title)).toEqual(numbers(0, 18).map(title));
  });
});

describe('lists', () => {
  it('are found in a table that is hidden until a script runs', async () => {
    const row = (n: number) =>
      `<tr><td><a href="/case/${n}-of-the-court">State against somebody, number ${n}</a></td><td>${n + 1} March 2026</td></tr>`;
    const html = `<h1>Opinions</h1><div><div><div><div style="display:none"><table>${all(0, 8, row)}</table></div></div></div></div>`;
    expect(await paths(html, 'https://a.test/opinions')).toHaveLength(8);
  });

  it('are the events and not the places they are linked with', async () => {
    const event = (n: number) =>
      `<div class="event"><h2><a href="https://e${n}.test/">Conference ${n} of engineers</a></h2><h3><span><a href="/in/${['Rome', 'Oslo', 'Bern'][n % 3]}">Meetings in the city of ${n % 3}, in all of Europe</a></span></h3><time datetime="2026-04-1${n}">x</time></div>`;
    const hosts = (await read(`<main>${all(0, 9, event)}</main>`)).map(
      (entry) => new URL(entry.url).hostname,
    );
    expect(hosts).toEqual(numbers(0, 9).map((n) => `e${n}.test`));
  });

  it('are the products and not the buttons of their cards', async () => {
    const names = ['Rollright', 'Morris', 'Ardley', 'Kirtle', 'Barton', 'Stowe'];
    const card = (n: number) =>
      `<div class="item"><img src="/p/${n}.jpg" alt=""><h3><a href="/shop/glasses-${n}">${names[n]}</a></h3><div><a class="wish" href="/shop/wishlist/index/add/product/${n}/">Wishlist</a></div></div>`;
    expect(await paths(`<main>${all(0, 6, card)}</main>`, 'https://a.test/shop')).toEqual(
      numbers(0, 6).map((n) => `/shop/glasses-${n}`),
    );
    const buttons = (n: number) =>
      `<li><a href="/product/${names[n]}/"><img src="/p/${n}.jpg" alt=""><h2>${names[n]}</h2><b>€${n}9</b></a><a href="?add-to-cart=${n}" aria-label="Add to cart: “${names[n]}”">Add to cart</a></li>`;
    expect(
      await paths(`<main><ul>${all(0, 6, buttons)}</ul></main>`, 'https://a.test/shop'),
    ).toEqual(names.map((name) => `/product/${name}/`));
  });

  it('have no picture where all items share one', async () => {
    const record = (n: number) => lead(n).replace(/\/i\/\d+/, '/i/theme');
    const entries = await read(`<main>${all(0, 6, record)}</main>`);
    expect(entries.map(({ thumbnail }) => thumbnail)).toEqual(Array(6).fill(null));
  });
});
