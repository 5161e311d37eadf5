import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCsv } from '../../../src/service/publish/formats.js';
import { oneLine } from '../../../src/service/publish/text.js';
import { anyChannel, channel, item } from '../../support/channels.js';

const HEADER =
  'guid,title,url,date_published,authors,description_text,thumbnail,tags,attachments,date_modified,summary,comments_url,external_url,language,feed\r\n';
const COLUMNS = HEADER.split(',').length;

describe('CSV', () => {
  it('writes a line of names and a line for every item', () => {
    expect(toCsv(channel())).toBe(
      `${HEADER}g1,The bridge is open,https://news.example/bridge?page=1&lang=en,2026-11-20T08:30:00.000Z,Ana Lima; Bo Chen,"After two years, cars cross again.",https://news.example/bridge.jpg?w=300&h=200,,,,,,,,\r\n`,
    );
    expect(toCsv(channel({ items: [] }))).toBe(HEADER);
  });

  it('quotes quotes and line breaks', () => {
    const [, row] = records(
      toCsv(channel({ items: [item({ title: 'Say "hi"', description_text: 'one\r\ntwo' })] })),
    );
    expect(row?.[1]).toBe('Say "hi"');
    expect(row?.[5]).toBe('one\ntwo');
  });

  it.each(['=1+1', '+1', '-2', '@SUM(A1)', '＝1+1', '=cmd|"/c calc"!A0'])('disarms %s', (title) => {
    const [, row] = records(toCsv(channel({ items: [item({ title })] })));
    expect(row?.[1]).toBe(`'${title}`);
  });

  it('comes out of a CSV reader as it went in, whatever the text', () => {
    fc.assert(
      fc.property(anyChannel, (any) => {
        const [header, ...rows] = records(toCsv(any));
        expect(header?.length).toBe(COLUMNS);
        expect(rows.map((row) => row.length)).toEqual(any.items.map(() => COLUMNS));
        rows.forEach((row, index) => {
          for (const cell of row) expect(cell).not.toMatch(/^\s*[=+\-@]/);
          const title = oneLine(any.items[index]?.title ?? '');
          expect([title, `'${title}`]).toContain(row[1]);
        });
      }),
    );
  });
});

/** The records of an RFC 4180 document, read by its grammar. */
function records(csv: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  for (let match = field.exec(csv); match !== null; match = field.exec(csv)) {
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] === '\r\n') {
      rows.push(row);
      row = [];
    }
    if (field.lastIndex === csv.length) return rows;
  }
  throw new Error(`not CSV: ${csv}`);
}
