import { invalidFile, type Position, positionsIn } from './problem.js';

/** A row of a CSV file. */
export interface CsvRow {
  cells: string[];
  /** Position of the cell with this index, or of the row if it has none. */
  at(index: number): Position;
}

/**
 * The non-blank rows of a CSV file (RFC 4180). Cells are separated by commas, semicolons or tabs,
 * detected from the first line; many European spreadsheets write semicolons. A quote in the middle of
 * a cell is an ordinary character.
 *
 * @throws {CliError} INVALID_FILE
 */
export function csvRows(text: string, file: string): CsvRow[] {
  const { delimiter, start } = delimiterOf(text);
  const place = positionsIn(text);
  const unquoted = new RegExp(
    `[^\\r\\n\\u${delimiter.charCodeAt(0).toString(16).padStart(4, '0')}]*`,
    'y',
  );
  const rows: CsvRow[] = [];
  let [cells, offsets]: [string[], number[]] = [[], []];
  for (let next = start; next <= text.length; next += 1) {
    offsets.push(next);
    const quotesEnd = text[next] === '"' ? endOfQuotes(text, next) : next;
    if (quotesEnd < 0) {
      const message = 'a quoted cell that starts here or earlier never ends';
      throw invalidFile(file, [{ at: place(next), message }]);
    }
    unquoted.lastIndex = quotesEnd;
    const rest = unquoted.exec(text)?.[0] ?? '';
    const isQuoted = quotesEnd > next && rest === '';
    cells.push(
      isQuoted
        ? text.slice(next + 1, quotesEnd - 1).replaceAll('""', '"')
        : text.slice(next, quotesEnd) + rest,
    );
    next = quotesEnd + rest.length;
    if (text[next] === delimiter) continue;
    if (text[next] === '\r' && text[next + 1] === '\n') next += 1;
    const row = offsets;
    if (cells.some((cell) => cell.trim() !== '')) {
      rows.push({ cells, at: (index) => place(row[index] ?? row[0] ?? 0) });
    }
    [cells, offsets] = [[], []];
  }
  return rows;
}

/** Index after the quote that ends a cell; -1 if there is none. */
function endOfQuotes(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1);
  while (quote >= 0 && text[quote + 1] === '"') quote = text.indexOf('"', quote + 2);
  return quote < 0 ? -1 : quote + 1;
}

function delimiterOf(text: string): { delimiter: string; start: number } {
  // The separator in Excel's `sep=` line.
  const said = /^\ufeff?sep=(.)\r?\n/i.exec(text);
  if (said?.[1] !== undefined) return { delimiter: said[1], start: said[0].length };
  const heading =
    text
      .slice(0, 10_000)
      .split(/\r?\n|\r/)
      .find((line) => line.trim() !== '') ?? '';
  const counted = [',', ';', '\t'].map((delimiter) => ({
    delimiter,
    count: heading.split(delimiter).length,
  }));
  const { delimiter } = counted.reduce((a, b) => (b.count > a.count ? b : a));
  return { delimiter, start: 0 };
}

/** Several names in one cell, separated by semicolons; `\` escapes a semicolon. */
export function joinNames(names: readonly string[]): string {
  return names.map((name) => name.replace(/[\\;]/g, '\\$&')).join('; ');
}

/** The unique, non-blank names in a cell. */
export function splitNames(cell: string): string[] {
  const names = [...cell.matchAll(/(?:\\.|[^\\;]|\\$)+/gs)].map(([part]) =>
    part.trim().replace(/\\(.)/gs, '$1'),
  );
  return [...new Set(names.filter((name) => name !== ''))];
}
