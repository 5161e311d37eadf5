import { expect, it } from 'vitest';
import { exact, hyperlink } from '../../../src/cli/output/cell.js';
import { identifierIn } from '../../../src/cli/output/formats.js';
import { terminalRecord, terminalTable } from '../../../src/cli/output/terminal-table.js';
import type { Column } from '../../../src/cli/output/view.js';
import type { OutputStream } from '../../../src/cli/terminal/streams.js';

const stream = (facts: Partial<OutputStream>) =>
  ({ width: 200, colour: true, hyperlinks: true, ...facts }) as OutputStream;

const columns: Column[] = [
  { field: 'id', kind: 'id' },
  { field: 'url', kind: 'url' },
  { field: 'at', kind: 'time' },
  { field: 'ok', kind: 'state' },
  { field: 'on', kind: 'state', heading: 'active' },
  { field: 'text' },
];
const row = { id: 'x', url: 'https://a.example/', at: '2001-02-03T12:00:00Z', ok: true, on: false };

it('colours a cell by its kind', () => {
  const link = '\u001b]8;;https://a.example/\u001b\\';
  const url = '\u001b[4mhttps://a.example/\u001b[24m';
  const cells = [
    '\u001b[36mx\u001b[39m',
    `${link}${url}\u001b]8;;\u001b\\`,
    '\u001b[2m2001-02-03\u001b[22m',
    '\u001b[32mtrue\u001b[39m',
    '\u001b[31mfalse\u001b[39m',
    'plain',
  ];
  const [head, body] = terminalTable([{ ...row, text: 'plain' }], columns, stream({})).split('\n');
  expect(body?.split(/ {2,}/)).toEqual(cells);
  expect(head?.split(/ {2,}/).map((name) => name.slice(4, -5))).toEqual([
    ...['ID', 'URL', 'AT', 'OK', 'ACTIVE', 'TEXT'],
  ]);
  const record = terminalRecord({ ...row, text: 'plain' }, columns, stream({ hyperlinks: false }));
  expect(record.split('\n').map((line) => line.split(/ {2,}/)[1])).toEqual([
    ...[cells[0], url, cells[2], cells[3], cells[4], cells[5], undefined],
  ]);
});

it('has no colours and no heading where none are wanted', () => {
  const plain = terminalTable(
    [row],
    columns.slice(0, 2),
    stream({ colour: false, hyperlinks: false }),
    false,
  );
  expect(plain).toBe('x  https://a.example/\n');
});

it('links what a terminal takes as a link', () => {
  const longest = `https://a.example/${'x'.repeat(2083 - 18)}`;
  expect(hyperlink('t', longest)).toContain('\u001b]8;;');
  for (const address of [`${longest}x`, 'ftp://a.example/', 'words']) {
    expect(hyperlink('t', address)).toBe('t');
  }
  expect(hyperlink('t', 'http://a.example')).toContain(';;http://a.example/');
});

it.each([
  [null, ''],
  [undefined, ''],
  ['text', 'text'],
  [0, '0'],
  [false, 'false'],
  [{ a: 1 }, '{"a":1}'],
  [[{ name: 'N', url: 'u' }, { url: 'u' }, { name: 1 }, 'x', null], 'N, u, {"name":1}, x, '],
])('%j is written as %j', (value, written) => {
  expect(exact(value)).toBe(written);
});

it.each([
  [[{ id: 1, url: 'u' }], 'id'],
  [{ url: 'u', name: 'n' }, 'url'],
  [{ name: 'n', feed: { id: 'f' } }, 'feed.id'],
  [{ name: 'n' }, 'name'],
  [{ other: 1 }, undefined],
])('the identifier of %j is %s', (sample, field) => {
  expect(identifierIn(sample)).toBe(field);
});
