import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLine, unescapeFormula } from '../../src/base/csv.js';
import { anyText } from '../support/any-text.js';

describe('a line of CSV', () => {
  it.each([
    [['a', 'b'], 'a,b\r\n'],
    [['a,b', 'c"d', 'e\nf', ''], '"a,b","c""d","e\nf",\r\n'],
    [['=1+1', '+1', '-1', '@x', '\tx'], "'=1+1,'+1,'-1,'@x,'\tx\r\n"],
    [['＝1+1', ' =x', '\n=x'], "'＝1+1,' =x,\"'\n=x\"\r\n"],
    [['=HYPERLINK("http://e","x")'], '"\'=HYPERLINK(""http://e"",""x"")"\r\n'],
    [["'=x", "'quoted'"], "''=x,'quoted'\r\n"],
    [['a=b', ' x '], 'a=b," x "\r\n'],
  ])('%j', (cells, line) => {
    expect(csvLine(cells)).toBe(line);
  });

  it('gives any text back, and never begins a cell as a formula', () => {
    const text = fc.oneof(
      fc.string(),
      anyText(),
      fc.string({ unit: fc.constantFrom(...`'=+-@ \t\r\n,"a`) }),
    );
    fc.assert(
      fc.property(fc.array(text, { minLength: 1 }), (texts) => {
        const [cells = []]: string[][] = parse(csvLine([...texts, 'end']), {
          record_delimiter: '\r\n',
        });
        expect(cells.map(unescapeFormula)).toEqual([...texts, 'end']);
        for (const cell of cells) expect(cell).not.toMatch(/^\s*[=+\-@＝＋－＠]/);
      }),
    );
  });
});
