import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { cut, fitColumns, GAP } from '../../../src/cli/output/fit.js';
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
  return fitColumns(COLUMNS, [ROW], terminal).map(({ column, width }) => [column.field, width]);
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

  it('cuts text before it drops a column', () => {
    expect(widths(120)).toEqual([
      ['id', 16],
      ['title', 26],
      ['source', 24],
      ['rss', 48],
    ]);
  });

  it('drops the columns of the highest rank, never cutting ids or addresses', () => {
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
  });

  it('fits, or shows one column', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 4, maxLength: 4 }), {
          minLength: 1,
        }),
        fc.integer({ min: 1, max: 200 }),
        (rows, terminal) => {
          const fitted = fitColumns(COLUMNS, rows, terminal);
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
    expect(cut(text, width)).toBe(expected);
  });

  it('never exceeds the width', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.integer({ min: 1, max: 20 }),
        (text, width) => {
          expect(stringWidth(cut(text, width))).toBeLessThanOrEqual(width);
        },
      ),
    );
  });
});
