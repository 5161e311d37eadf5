import { type CastingContext, CsvError, parse } from 'csv-parse/sync';
import type { Position } from '../model.js';
import { invalidFile } from '../problem.js';

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
  const lines = body.split('\n');
  const ends: number[] = [];
  try {
    const records: string[][] = parse(body, {
      delimiter,
      bom: true,
      relax_column_count: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      // A quote mark in the middle of a cell is a letter like any other.
      relax_quotes: true,
      cast: (value: string, { lines: line, index }: CastingContext) => {
        if (index === 0) ends.push(line);
        return value;
      },
    });
    return records
      .map((cells, row) => ({ cells, line: ends[row] ?? 1 }))
      .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
      .map(({ cells, line }) => ({
        cells,
        at: (index) => ({
          line: line + firstLine - 1,
          column: columnOf(lines[line - 1] ?? '', index, delimiter),
        }),
      }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = Number(error.lines ?? 1) + firstLine - 1;
    throw invalidFile(file, [{ at: { line, column: 1 }, message: csvProblem(error) }]);
  }
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

/** Where the n-th cell of a line begins, quotes heeded; 1 when the line has not so many. */
function columnOf(line: string, index: number, delimiter: string): number {
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
