import { expect, it } from 'vitest';
import type { Selectors } from '../../src/generator/index.js';
import { readPage } from '../../src/generator/page/page.js';
import { pointAt } from '../../src/generator/point-at.js';
import { compileSelectors } from '../../src/generator/strategies/selector-matcher.js';

const url = 'https://example.com/';
const rows = (name: string, count: number) =>
  Array.from(
    { length: count },
    (_, at) =>
      `<div class="row ${name} n${at}"><b>${name} of day ${at}</b><a href="/${name}/${at}">Read on</a></div>`,
  ).join('');
const html = `<nav><a href="/a">A</a><a href="/b">B</a></nav><main><section>${rows('story', 5)}</section>
  <section>${rows('advert', 3)}</section><ul><li><a href="/n/1">First note of all</a><li><a href="/n/2">The second note</a><li><a href="/n/3">A third note</a></ul></main>`;

/** The position of the element that has a text itself. */
function placeOf(text: string): number {
  const { texts } = readPage(html, url);
  return texts.all.find((one) => one.text === text)?.parent.index ?? -1;
}

function point(wanted: readonly string[], unwanted: readonly string[] = []) {
  const places = { wanted: wanted.map(placeOf), unwanted: unwanted.map(placeOf) };
  return pointAt({ url, html, now: 0, ...places });
}

it('offers the list around one place, whatever is in it', () => {
  expect(point(['The second note'])).toContainEqual({
    items: 3,
    titles: ['First note of all', 'The second note', 'A third note'],
    selectors: { items: 'li' },
  });
});

it('takes lists together that are pointed at, and away what is not wanted', () => {
  expect(point(['story of day 1', 'advert of day 2'])[0]?.items).toBe(8);
  expect(point(['story of day 1'], ['advert of day 2'])[0]).toMatchObject({
    items: 5,
    titles: expect.arrayContaining(['story of day 0']),
  });
  expect(point(['story of day 1', 'The second note'])[0]?.titles).toContain('story of day 0');
});

it('has lists without the items of the one in use first', () => {
  const wanted = [placeOf('advert of day 2')];
  const all = pointAt({ url, html, now: 0, wanted, unwanted: [] });
  const other = pointAt({ url, html, now: 0, wanted, unwanted: [], instead: { items: '.story' } });
  expect(other[0]).toMatchObject({ items: 3, titles: expect.arrayContaining(['advert of day 0']) });
  expect(other).toHaveLength(all.length);
});

it('has no list where a place is not on the page, and none with what is not wanted', () => {
  expect(pointAt({ url, html, now: 0, wanted: [99_999], unwanted: [] })).toEqual([]);
  expect(point(['The second note'], ['First note of all'])).toEqual([]);
});

it('reads a field at the place within the items', () => {
  const selectors: Selectors = { items: '.story' };
  const [read] = pointAt({
    ...{ url, html, now: 0, wanted: [placeOf('Read on')], unwanted: [] },
    field: { name: 'title', selectors },
  });
  expect(read).toMatchObject({
    selectors: { items: '.story' },
    titles: ['Read on', 'Read on', 'Read on'],
  });
});

it('reads parts of a page as a text: the place itself, then more around it', () => {
  const row = (name: string, price: number) =>
    `<tr><td>${name}</td><td>${price} euros</td><td>in stock</td></tr>`;
  const shop = `<h1>Shop</h1><p>Now <b class="now">19 euros</b> only</p>
    <table id="prices">${row('Lamp', 9)}${row('Chair', 12)}</table><main><p>One</p><p>Two</p></main>`;
  const page = readPage(shop, url);
  const at = (text: string) => page.texts.all.find((one) => one.text === text)?.parent.index ?? -1;
  const parts = (wanted: string[], unwanted: string[] = []) =>
    pointAt({
      ...{ url, html: shop, now: 0, isText: true },
      ...{ wanted: wanted.map(at), unwanted: unwanted.map(at) },
    });
  const shown = (wanted: string[]) =>
    parts(wanted).map(({ items, selectors: { text } }) => [items, text]);
  expect(shown(['12 euros'])).toEqual([
    [1, '#prices > tr:nth-of-type(2) > td:nth-of-type(2)'],
    [3, '#prices > tr:nth-of-type(2)'],
    [6, '#prices'],
  ]);
  expect(shown(['19 euros'])[0]).toEqual([1, 'b.now']);
  expect(shown(['Two', '19 euros'])).toEqual([[2, 'main > p:nth-of-type(2), b.now']]);
  expect(parts(['Two', '19 euros'], ['Two'])[0]?.selectors).toEqual({ text: 'b.now' });
  for (const { selectors } of ['12 euros', 'Two', 'Shop'].flatMap((text) => parts([text]))) {
    const isFound = compileSelectors(selectors, url).text;
    const found = page.nodes.filter((node) => node.kind === 'element' && isFound?.(node));
    expect(found).toHaveLength(1);
  }
});
