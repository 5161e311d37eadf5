import { expect, it } from 'vitest';
import { readList, replay } from '../../../src/generator/index.js';
import { NOW } from '../made-sets.js';

const names = ['Walk along the canal', 'Meeting of all members', 'Lecture on old mills'];
const days = ['14 March 2026', '2 March 2026', '20 February 2026'];
const dates = ['2026-03-14', '2026-03-02', '2026-02-20'];
const all = (make: (at: number) => string) => names.map((_, at) => make(at)).join('');
const read = (html: string) => {
  const url = 'https://a.test/list';
  const page = `<html><body><main><h1>News</h1>${html}</main></body></html>`;
  const list = readList(page, { url, now: NOW });
  if ('refused' in list) return list.refused;
  const again = replay(list.rule, page, { url, now: NOW, known: list.items });
  expect(again).toMatchObject({ items: list.items });
  return list.items.map(({ url, title, date, dateAhead }) => {
    const day = new Date(date ?? dateAhead ?? 0).toISOString().slice(0, 10);
    return [new URL(url).pathname + new URL(url).hash, title, day];
  });
};
const wanted = (place: (at: number) => string) =>
  names.map((name, at) => [place(at), name, dates[at]]);
const texts = all((at) => `<hr id="e${at}"><p>It was or will be a fine day on the water.</p>`);
const cells = (at: number) => `<td>${names[at]}</td><td>Town hall</td><td>${days[at]}</td>`;

it.each([
  ['a column of places', (at: number) => `<td><a href="#e${at}">#e${at}</a></td>${cells(at)}`],
  [
    'titles that lead to their texts',
    (at: number) => `<td>${days[at]}</td><td><a href="#e${at}">${names[at]}</a></td>`,
  ],
])('the rows of a table are items: %s', (_, row) => {
  const table = `<table><tr><th>#</th><th>What</th></tr>${all((at) => `<tr>${row(at)}</tr>`)}</table>`;
  expect(read(table + texts)).toEqual(wanted((at) => `/list#e${at}`));
});

it('so are rows that lead to places of another page', () => {
  const rows = all((at) => `<p><a href="/news#e${at}">${names[at]}</a> (${days[at]})</p>`);
  expect(read(`<h2>Latest news</h2>${rows}`)).toEqual(wanted((at) => `/news#e${at}`));
});

it.each([
  ['contents', all((at) => `<li><a href="#e${at}">${names[at]}</a> ${days[at]}</li>`)],
  [
    'rows without dates',
    `<table>${all((at) => `<tr><td><a href="#e${at}">${names[at]}</a></td><td>${at}</td></tr>`)}</table>`,
  ],
  [
    'notes to a table',
    `<table>${all((at) => `<tr>${cells(at)}<td><a href="#e${at}">[${at}]</a></td></tr>`)}</table>`,
  ],
  [
    'posts of a thread',
    `<table>${all((at) => `<tr><td><a href="#e${at}">Re: boats</a> ${days[at]}</td></tr>`)}</table>`,
  ],
])('%s are none', (_, html) => {
  expect(read(html + texts)).toBe('NO_ITEMS_FOUND');
});

it('dated headings without a place are found by their words', () => {
  const page = all((at) => `<h3>${names[at]}</h3><p>${days[at]}</p><p>It was - or was not.</p>`);
  expect(read(page)).toEqual(
    wanted((at) => {
      const words = names[at] ?? '';
      return `/list#${words.replace(/ /g, '-')}:~:text=${encodeURIComponent(words)}`;
    }),
  );
});
