import { type CastingContext, CsvError, parse } from 'csv-parse/sync';
import type { Position } from './model.js';
import { invalidFile } from './problem.js';

const LF = 0x0a;
const CR = 0x0d;

/** A row of a CSV file. */
export interface CsvRow {
  cells: string[];
  /** Where the cell with this index begins. */
  at(index: number): Position;
}

/**
 * The rows of a CSV file, those that are blank left out. Commas, semicolons and tabs part the cells,
 * whichever the first line shows; spreadsheets in half of Europe write semicolons.
 *
 * @throws {CliError} INVALID_FILE
 */
export function csvRows(text: string, file: string): CsvRow[] {
  const { delimiter, body, firstLine } = delimiterOf(text);
  const bytes = Buffer.from(body);
  // The parser's own count of lines takes a Windows line end inside of quotes for two.
  const starts: number[] = [];
  let cellEnd = 0;
  let records: string[][];
  try {
    records = parse(bytes, {
      delimiter,
      relax_column_count: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      // A quote mark in the middle of a cell is a letter like any other.
      relax_quotes: true,
      cast: (value: string, { index, bytes: end }: CastingContext) => {
        if (index === 0) starts.push(starts.length === 0 ? 0 : behindLineEnd(bytes, cellEnd));
        cellEnd = end;
        return value;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = lineCounter(bytes)(starts.at(-1) ?? 0) + firstLine;
    throw invalidFile(file, [{ at: { line, column: 1 }, message: csvProblem(error) }]);
  }
  const linesBefore = lineCounter(bytes);
  return records
    .map((cells, row) => {
      const start = starts[row] ?? 0;
      return { cells, start, line: linesBefore(start) + firstLine };
    })
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
    .map(({ cells, start, line }) => ({
      cells,
      at: (index) => ({ line, column: columnOf(bytes, start, index, delimiter) }),
    }));
}

function behindLineEnd(bytes: Buffer, offset: number): number {
  return offset + (bytes[offset] === CR && bytes[offset + 1] === LF ? 2 : 1);
}

/** How many lines end before an offset; the offsets may only rise. */
function lineCounter(bytes: Buffer): (offset: number) => number {
  let lines = 0;
  let known = 0;
  return (offset) => {
    for (; known < offset; known += 1) {
      const isEnd = bytes[known] === LF || (bytes[known] === CR && bytes[known + 1] !== LF);
      if (isEnd) lines += 1;
    }
    return lines;
  };
}

function delimiterOf(text: string): { delimiter: string; body: string; firstLine: number } {
  // Excel's own way of saying it.
  const said = /^\ufeff?sep=(.)\r?\n/i.exec(text);
  if (said?.[1] !== undefined) {
    return { delimiter: said[1], body: text.slice(said[0].length), firstLine: 2 };
  }
  const heading =
    text
      .slice(0, 10_000)
      .split(/\r?\n|\r/)
      .find((line) => line.trim() !== '') ?? '';
  const counted = [',', ';', '\t'].map((delimiter) => ({
    delimiter,
    count: heading.split(delimiter).length,
  }));
  const best = counted.reduce((a, b) => (b.count > a.count ? b : a));
  return { delimiter: best.delimiter, body: text, firstLine: 1 };
}

/** Where the n-th cell of a row begins in the row's first line, quotes heeded; 1 when it does not. */
function columnOf(bytes: Buffer, start: number, index: number, delimiter: string): number {
  if (index === 0) return 1;
  const end = bytes.subarray(start).findIndex((byte) => byte === LF || byte === CR);
  const line = bytes.toString('utf8', start, end < 0 ? bytes.length : start + end);
  let quoted = false;
  let cell = 0;
  for (let offset = 0; offset <= line.length; offset++) {
    if (cell === index) return offset + 1;
    if (line[offset] === '"') quoted = !quoted;
    if (line[offset] === delimiter && !quoted) cell += 1;
  }
  return 1;
}

function csvProblem({ code }: CsvError): string {
  return code === 'CSV_QUOTE_NOT_CLOSED'
    ? 'a quoted cell begins here or before and never ends'
    : 'this is not CSV';
}
