import { type CastingContext, CsvError, parse } from 'csv-parse/sync';
import type { Position } from './problem.js';
import { invalidFile } from './problem.js';

const LF = 0x0a;
const CR = 0x0d;

/** A row of a CSV file. */
export interface CsvRow {
  cells: string[];
  /** Position of the cell with this index. */
  at(index: number): Position;
}

/**
 * The non-blank rows of a CSV file. Cells are separated by commas, semicolons or tabs, detected
 * from the first line; many European spreadsheets write semicolons.
 *
 * @throws {CliError} INVALID_FILE
 */
export function csvRows(text: string, file: string): CsvRow[] {
  const { delimiter, body, firstLine } = delimiterOf(text);
  const bytes = Buffer.from(body);
  // The parser counts a Windows line end inside quotes as two lines.
  const starts: number[] = [];
  let cellEnd = 0;
  let records: string[][];
  try {
    records = parse(bytes, {
      delimiter,
      relax_column_count: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      // A quote in the middle of a cell is an ordinary character.
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

/** Counts line ends before an offset; offsets must not decrease. */
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
  // Excel's `sep=` line.
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

/** Column of the n-th cell in the row's first line, with quotes; 1 when it is on a later line. */
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
    ? 'a quoted cell that starts here or earlier never ends'
    : 'this is not CSV';
}
