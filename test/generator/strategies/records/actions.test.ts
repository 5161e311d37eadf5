import { expect, it } from 'vitest';
import { readList } from '../../../../src/generator/index.js';

const NAMES = ['ferry', 'bridge', 'museum', 'garden', 'storm', 'library', 'market'];
const TITLES = NAMES.map((name) => `The ${name} of the old harbour town opens again`);

function addressesOf(row: (n: number, title: string) => string): string[] {
  const rows = TITLES.map((title, n) => `<li>${row(n, title)}</li>`).join('');
  const html = `<html><body><nav><a href="/">Home</a></nav><main><h1>Messages</h1><ul>${rows}</ul></main></body></html>`;
  const list = readList(html, { url: 'https://example.com/', now: Date.UTC(2026, 10, 28) });
  return 'refused' in list
    ? []
    : list.items.map(({ url }) => new URL(url).pathname + new URL(url).search);
}
const items = NAMES.map((_, n) => `/item/${n}`);

it.each<[string, (n: number) => string]>([
  ['a verb at the end', (n) => `<a href="/item/${n}/delete">Delete</a>`],
  ['a verb before the id', (n) => `<a href="/report/${n}">Report</a>`],
  ['a parameter', (n) => `<a href="/do.php?action=hide&id=${n}">Hide</a>`],
  ['a file', (n) => `<a href="/reply.php?id=${n}">Reply</a>`],
  ['a shop', (n) => `<a href="/shop?add-to-cart=${n}">Put into the basket</a>`],
  ['a token', (n) => `<a href="/x/${n}?csrf_token=abc">Move</a>`],
  ['a method', (n) => `<a href="/x/${n}" data-method="delete">Away with it</a>`],
  ['a question', (n) => `<a href="/x/${n}" onclick="return confirm('Sure?')">Away with it</a>`],
  ['a hint for robots', (n) => `<a href="/item/${n}/thanks" rel="nofollow">Thank</a>`],
  [
    'two of them',
    (n) => `<a href="/vote?id=${n}&how=up">▲</a><a href="/vote?id=${n}&how=down">▼</a>`,
  ],
])('what a row does to its item is no item: %s', (_, action) => {
  expect(
    addressesOf((n, title) => `${action(n)} <span>${title}</span> <a href="/item/${n}">Open</a>`),
  ).toEqual(items);
});

it('reads a list of polls, reports or replies as what they are', () => {
  const linked = (path: (n: number) => string) =>
    addressesOf((n, title) => `<a href="${path(n)}">${title}</a> <a href="/by/anna">Anna</a>`);
  for (const path of ['/report/', '/vote/', '/reply/', '/update/'])
    expect(linked((n) => `${path}${n}`)).toEqual(NAMES.map((_, n) => `${path}${n}`));
  expect(linked((n) => `/vote-results-${2000 + n}`)).toHaveLength(NAMES.length);
  expect(
    addressesOf(
      (n, title) =>
        `<a onclick="ga('x')" href="/news/${n}">${title}</a> <a href="/by/anna">Anna</a>`,
    ),
  ).toHaveLength(NAMES.length);
});
