import { expect, it } from 'vitest';
import { readPage } from '../../../src/generator/page/page.js';
import { textOf } from '../../../src/generator/page/text.js';

/** What a reader sees of a page, of which a part is hidden. */
function shown(body: string): string {
  const { nodes } = readPage(
    `<html><body><div><div>${body}</div></div></body></html>`,
    'https://a.example/',
  );
  const [root] = nodes;
  return root === undefined ? '' : textOf(nodes, root);
}

const STORY = 'A story of the town. '.repeat(10).trim();
const LONG = 'What waits for a script. '.repeat(20).trim();
const rows = (count: number, cell: string) =>
  `<table>${`<tr><td>${cell}</td></tr>`.repeat(count)}</table>`;

it.each([
  ['an attribute', '<p hidden>x</p>'],
  ['a style', '<p style="color:red; display : none">x</p>'],
  ['a style of visibility', '<p style="visibility:hidden">x</p>'],
  ['a class for screen readers', '<p class="visually-hidden">x</p>'],
  ['an element around it', '<div hidden><p><b>x</b></p></div>'],
  ['a table of too few rows', `<div hidden>${rows(4, '<a href="/x">x</a>')}</div>`],
  ['a table without links', `<div hidden>${rows(5, 'x')}</div>`],
  ['much for screen readers', `<div class="sr-only">${LONG}</div>`],
])('%s hides', (_, part) => {
  expect(shown(`<p>${STORY}</p>${part}`)).toBe(STORY);
});

it.each([
  ['what a browser finds', '<p hidden="until-found">x</p>', 'x'],
  ['another style', '<p style="x-display:block">x</p>', 'x'],
  ['much of the text of the page', `<div hidden>${LONG}</div>`, LONG],
  ['a table with links', `<div hidden>${rows(5, '<a href="/x">x</a>')}</div>`, 'x x x x x'],
])('%s is shown', (_, part, text) => {
  expect(shown(`<p>${STORY}</p>${part}`)).toBe(`${STORY} ${text}`);
});

it('the panels of an accordion are shown, the parts of a menu and of a dialog are not', () => {
  const reports = (year: number) =>
    `<ul>${`<li><a href="/r/${year}.pdf">The report of ${year}</a></li>`.repeat(8)}</ul>`;
  const years = [2024, 2025, 2026];
  const panels = years.map(
    (year) => `<h3>${year}</h3><div class="panel" hidden>${reports(year)}</div>`,
  );
  const boxes = years.map(
    (year) =>
      `<div class="box"><b>${year}</b><div style="display: none">${reports(year)}</div></div>`,
  );
  for (const parts of [panels.join(''), boxes.join('')]) {
    expect(shown(`<p>${STORY}</p>${parts}`)).toContain('The report of 2025');
    for (const tag of ['nav', 'header', 'dialog'])
      expect(shown(`<p>${STORY}</p><${tag}>${parts}</${tag}>`)).not.toContain('The report');
  }
  expect(shown(`<p>${STORY}</p>${panels[0]}`)).not.toContain('The report');
});

it('what is hidden inside of what is shown stays hidden', () => {
  expect(shown(`<p>${STORY}</p><div hidden>${LONG}<p hidden>never</p></div>`)).toBe(
    `${STORY} ${LONG}`,
  );
});

it('the page itself is not hidden', () => {
  const { nodes } = readPage(
    '<html><body style="display:none"><p>x</p></body></html>',
    'https://a.example/',
  );
  expect(nodes.flatMap((node) => (node.kind === 'text' ? [node.parent.muted] : []))).toEqual([
    false,
  ]);
});
