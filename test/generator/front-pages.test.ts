import { describe, expect, it } from 'vitest';
import { generateFeed } from '../../src/service/sources/generate-feed.js';
import {
  all,
  blocks,
  front,
  heading,
  lead,
  line,
  MADE_LISTS,
  numbers,
  path,
  tile,
  title,
} from './made-lists.js';

const NOW = Date.parse('2026-03-15T12:00:00Z');
const read = async (html: string, url = 'https://a.test/') =>
  (await generateFeed({ url, html, now: NOW, selectors: null, rule: null })).document.entries;
const paths = async (html: string, url?: string) =>
  (await read(html, url)).map((entry) => new URL(entry.url).pathname);

describe('front pages of several blocks', () => {
  it('give the stories of all blocks in page order, without section headings', async () => {
    expect(await paths(front(blocks))).toEqual(numbers(0, 18).map(path));
  });

  it('give those between the stories of the best block, without a <main>', async () => {
    const found = new Set(await paths(MADE_LISTS.frontBesideSidebar.html));
    expect(numbers(0, 21).filter((n) => !found.has(path(n)))).toEqual([]);
    expect([...found].filter((link) => link.startsWith('/menu/'))).toEqual([]);
  });

  it('leave out the stories beside the content, where the page says which they are', async () => {
    const { html } = MADE_LISTS.frontBesideSidebar;
    const named = html.replace('</div><div><ul>', '</div><aside><ul>');
    expect(named).not.toBe(html);
    expect(await paths(named)).toEqual(numbers(0, 21).map(path));
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
    expect(await paths(MADE_LISTS.frontWithMostRead.html)).toEqual(numbers(0, 18).map(path));
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
    const hosts = (await read(MADE_LISTS.events.html)).map((entry) => new URL(entry.url).hostname);
    expect(hosts).toEqual(numbers(0, 9).map((n) => `e${n}.test`));
  });

  it('are the products and not the buttons of their cards', async () => {
    for (const { html, url, items } of [MADE_LISTS.products, MADE_LISTS.productsWithButtons])
      expect(await paths(html, url)).toEqual(items);
  });

  it('have no picture where all items share one', async () => {
    const record = (n: number) => lead(n).replace(/\/i\/\d+/, '/i/theme');
    const entries = await read(`<main>${all(0, 6, record)}</main>`);
    expect(entries.map(({ thumbnail }) => thumbnail)).toEqual(Array(6).fill(null));
  });
});
