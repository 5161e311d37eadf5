import { describe, expect, it } from 'vitest';
import { csvLine } from '../../../src/cli/output/csv.js';

describe('a line of CSV', () => {
  it.each([
    [['a', 'b'], 'a,b\r\n'],
    [['a,b', 'c"d', 'e\nf', ''], '"a,b","c""d","e\nf",\r\n'],
    [['=1+1', '+1', '-1', '@x', '\tx'], "'=1+1,'+1,'-1,'@x,'\tx\r\n"],
    [['=HYPERLINK("http://e","x")'], '"\'=HYPERLINK(""http://e"",""x"")"\r\n'],
    [['a=b', ' =x'], 'a=b, =x\r\n'],
    [['\u001b[31mred\u001b[0m', '\u009b31mred', '\u001b]0;title\u0007x'], 'red,red,x\r\n'],
    [['\u0007=1+1', 'a\u0000\u0008b', 'tab\there'], "'=1+1,ab,tab\there\r\n"],
  ])('%j', (cells, line) => {
    expect(csvLine(cells)).toBe(line);
  });
});
