import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { cutMiddle, cutToWidth, fitColumns, GAP } from '../../../src/cli/output/fit.js';
import type { Column } from '../../../src/cli/output/view.js';

const COLUMNS: readonly Column[] = [
  { field: 'id', kind: 'id', rank: 1 },
  { field: 'title', rank: 2 },
  { field: 'source', kind: 'url', rank: 3 },
  { field: 'rss', kind: 'url', rank: 4 },
];
const ROW = [
  'a1B2c3D4e5F6g7H8',
  'A title that goes on and on until nobody reads it any more',
  'https://example.com/news',
  'http://127.0.0.1:7410/feeds/a1B2c3D4e5F6g7H8.xml',
];

function widths(terminal: number): [string, number][] {
  return fitColumns(COLUMNS, [], [ROW], terminal).map(({ column, width }) => [column.field, width]);
}

describe('fitting a table to a terminal', () => {
  it('leaves everything as it is when there is room', () => {
    expect(widths(300)).toEqual([
      ['id', 16],
      ['title', 58],
      ['source', 24],
      ['rss', 48],
    ]);
  });

  it('shortens addresses, then texts, to what can be read, and then both further', () => {
    expect(widths(140)).toEqual([
      ['id', 16],
      ['title', 46],
      ['source', 24],
      ['rss', 48],
    ]);
    expect(widths(120)).toEqual([
      ['id', 16],
      ['title', 40],
      ['source', 24],
      ['rss', 34],
    ]);
    expect(widths(94)).toEqual([
      ['id', 16],
      ['title', 20],
      ['source', 24],
      ['rss', 28],
    ]);
  });

  it('drops the columns of the highest rank that have no room, and no other', () => {
    expect(widths(80)).toEqual([
      ['id', 16],
      ['title', 36],
      ['source', 24],
    ]);
    expect(widths(40)).toEqual([
      ['id', 16],
      ['title', 22],
    ]);
    expect(widths(10)).toEqual([['id', 16]]);
    const columns: Column[] = [...COLUMNS, { field: 'active', kind: 'state', rank: 5 }];
    const kept = fitColumns(columns, [], [[...ROW, 'true']], 46).map(({ column }) => column.field);
    expect(kept).toEqual(['id', 'title', 'active']);
  });

  it('shortens a long address instead of dropping what stands beside it', () => {
    const row = [...ROW.slice(0, 2), `https://example.com/${'x'.repeat(66)}`, ROW[3] ?? ''];
    const kept = fitColumns(COLUMNS, [], [row], 120).map(({ column }) => column.field);
    expect(kept).toEqual(['id', 'title', 'source', 'rss']);
  });

  it('drops columns that are empty in all rows first, and only where space is short', () => {
    const columns: Column[] = [...COLUMNS.slice(0, 3), { field: 'note', rank: 0 }];
    const headings = ['ID', 'TITLE', 'SOURCE', 'NOTE'];
    const row = [...ROW.slice(0, 3), ''];
    const kept = (width: number, ...cells: string[][]) =>
      fitColumns(columns, headings, cells, width).map(({ column }) => column.field);
    expect(kept(300, row)).toEqual(['id', 'title', 'source', 'note']);
    expect(kept(80, row)).toEqual(['id', 'title', 'source']);
    expect(kept(80, row, [...ROW.slice(0, 3), 'x'])).toContain('note');
  });

  it('drops an address that is of use in full only', () => {
    const columns: Column[] = [...COLUMNS.slice(0, 3), { field: 'rss', kind: 'url', whole: true }];
    const kept = (width: number) =>
      fitColumns(columns, [], [ROW], width).map(({ column }) => column.field);
    expect(kept(114)).toEqual(['id', 'title', 'source', 'rss']);
    expect(kept(113)).toEqual(['id', 'title', 'source']);
  });

  it('takes texts of any length', () => {
    const [id = '', , , rss = ''] = ROW;
    const row = [id, 'x'.repeat(1_000_000), `https://example.com/${'y'.repeat(100_000)}`, rss];
    const total = fitColumns(COLUMNS, [], [row], 150).reduce(
      (sum, { width }) => sum + width,
      3 * GAP,
    );
    expect(total).toBe(150);
  });

  it('fits, or shows one column', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 4, maxLength: 4 }), {
          minLength: 1,
        }),
        fc.integer({ min: 1, max: 200 }),
        (rows, terminal) => {
          const fitted = fitColumns(COLUMNS, [], rows, terminal);
          const total = fitted.reduce((sum, { width }) => sum + width, GAP * (fitted.length - 1));
          expect(fitted.length === 1 || total <= terminal).toBe(true);
        },
      ),
    );
  });
});

describe('cutting a text', () => {
  it.each([
    ['short', 10, 'short'],
    ['exactly', 7, 'exactly'],
    ['one too many', 11, 'one too ma…'],
    ['a word here', 3, 'a…'],
    ['日本語のニュース', 9, '日本語の…'],
    ['日本語のニュース', 8, '日本語…'],
    ['👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', 5, '👩‍👩‍👧👩‍👩‍👧…'],
  ])('%s to %d', (text, width, expected) => {
    expect(cutToWidth(text, width)).toBe(expected);
  });

  it.each([
    ['short', 10, 'short'],
    ['https://example.com/a/b/c/page.html', 25, 'https://example.…age.html'],
    ['https://example.jp/日本/速報のお知らせ', 25, 'https://example.…お知らせ'],
    ['日本語のニュース', 8, '日本…ス'],
    ['abc', 1, '…'],
    ['https://example.com/👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', 22, 'https://exampl…/👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧'],
  ])('in the middle: %s to %d', (text, width, expected) => {
    expect(cutMiddle(text, width)).toBe(expected);
  });

  it('never exceeds the width', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.integer({ min: 1, max: 20 }),
        (text, width) => {
          expect(stringWidth(cutToWidth(text, width))).toBeLessThanOrEqual(width);
          expect(stringWidth(cutMiddle(text, width))).toBeLessThanOrEqual(width);
        },
      ),
    );
  });
});
