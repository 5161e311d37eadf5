import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvRows } from '../../../src/cli/sources/csv-rows.js';
import { invalidFile } from '../../../src/cli/sources/problem.js';
import { decodeText } from '../../../src/cli/sources/text.js';

const cell = fc
  .array(fc.constantFrom('a', 'é', '"', ',', ';', '\n', '\r\n', ' ', "'"), { maxLength: 6 })
  .map((parts) => parts.join(''));

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

describe('rows', () => {
  it('are read as they were written, each with the line that it begins in', () => {
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 3 }), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(rows, fc.constantFrom('\n', '\r\n'), (given, lineEnd) => {
        const heading = ['x', 'y', 'z'];
        const all = [heading, ...given];
        const text = all.map((row) => row.map(quoted).join(',') + lineEnd).join('');
        let line = 1;
        const expected = all.flatMap((row) => {
          const start = line;
          line += 1 + (row.join('').match(/\n/g)?.length ?? 0);
          return row.every((one) => one.trim() === '') ? [] : [{ row, start }];
        });
        expect(
          csvRows(text, 'f').map(({ cells, at }) => ({ row: cells, start: at(0).line })),
        ).toEqual(expected);
      }),
    );
  });

  it('are those that another reader finds, unless something follows a closing quote', () => {
    const piece = fc.constantFrom(
      ...['a', 'é', '"', '""', ',', ';', '\n', '\r\n', '\r', ' ', '"b,c"'],
    );
    const behindQuote = /(?:^|,|\n|\r)"(?:[^"]|"")*"[^",\r\n]/;
    const options = {
      relax_column_count: true,
      relax_quotes: true,
      record_delimiter: ['\r\n', '\n', '\r'],
    };
    const outcome = (read: () => string[][]) => {
      try {
        return read().filter((cells) => cells.some((text) => text.trim() !== ''));
      } catch {
        return 'refused';
      }
    };
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = `x,y,z\n${pieces.join('')}`;
        fc.pre(!behindQuote.test(text));
        expect(outcome(() => csvRows(text, 'f').map(({ cells }) => cells))).toEqual(
          outcome(() => parse(text, options)),
        );
      }),
    );
  });

  it('keep a cell as it is when something follows its closing quote', () => {
    expect(csvRows('a,b\n"x,y"z,"q"\n', 'f')[1]?.cells).toEqual(['"x,y"z', 'q']);
  });

  it('say where a cell begins, also behind a line end in another cell', () => {
    const [row] = csvRows('a,"b, ""c""",d\n', 'f');
    expect([0, 1, 2, 3].map((index) => row?.at(index).column)).toEqual([1, 3, 14, 1]);
    expect(csvRows('a\n"b\nc",d\n', 'f')[1]?.at(1)).toEqual({ line: 3, column: 4 });
  });
});

describe('an invalid file', () => {
  it('is reported with its problems in file order', () => {
    const problems = [
      { at: { line: 2, column: 5 }, message: 'third' },
      { at: { line: 2, column: 1 }, message: 'second' },
      { at: { line: 1, column: 9 }, message: 'first' },
    ];
    expect(invalidFile('f.csv', problems)).toMatchObject({
      exitCode: 2,
      message: 'f.csv:1:9: first.',
      detail: 'f.csv:2:1: second.\nf.csv:2:5: third.',
    });
  });

  it('says where its text is not UTF-8', () => {
    const bytes = Buffer.from('\nurl\nhttps://example.com/caf\xe9\n', 'latin1');
    expect(() => decodeText(bytes, 'f.csv')).toThrow('f.csv:3:24: this is not UTF-8');
  });
});
