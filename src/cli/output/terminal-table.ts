import { Chalk, type ChalkInstance } from 'chalk';
import Table from 'cli-table3';
import stringWidth from 'string-width';
import type { OutputStream } from '../terminal/streams.js';
import { cell, hyperlink, timeForPeople } from './cell.js';
import { cutMiddle, cutToWidth, fitColumns, GAP } from './fit.js';
import type { Column } from './view.js';

/** Empty strings for every side and every crossing that cli-table3 draws. */
const NO_BORDERS = Object.fromEntries(
  ['top', 'bottom', 'left', 'right', 'mid'].flatMap((side) =>
    ['', '-mid', '-left', '-right'].map((crossing) => [`${side}${crossing}`, '']),
  ),
);

/** Placeholder for one column of text while cli-table3 computes the layout; see `PaintedTable`. */
const PLACEHOLDER = '\ue000';

/** A table fitted to the width of the terminal, with colours where supported. */
export function terminalTable(
  rows: readonly unknown[],
  columns: readonly Column[],
  stream: OutputStream,
  header = true,
): string {
  const paint = painter(stream);
  const head = header ? columns.map(heading) : [];
  const now = Date.now();
  const cells = rows.map((row) => columns.map((column) => shownCell(row, column, now)));
  const fitted = fitColumns(columns, head, cells, stream.width);
  const table = new PaintedTable();
  if (header) {
    table.add(fitted.map(({ index, width }) => [cutToWidth(head[index] ?? '', width), paint.bold]));
  }
  for (const row of cells) {
    table.add(
      fitted.map(({ column, index, width }) => {
        const whole = row[index] ?? '';
        const text = column.kind === 'url' ? cutMiddle(whole, width) : cutToWidth(whole, width);
        return [text, (part) => style(part, { column, whole, paint, stream })];
      }),
    );
  }
  return table.toString();
}

/** One line per field, names on the left. Nothing is cut. */
export function terminalRecord(
  record: unknown,
  columns: readonly Column[],
  stream: OutputStream,
): string {
  const paint = painter(stream);
  const now = Date.now();
  const table = new PaintedTable();
  for (const column of columns) {
    const whole = shownCell(record, column, now);
    table.add([
      [column.heading ?? column.field, paint.dim],
      [whole, (text) => style(text, { column, whole, paint, stream })],
    ]);
  }
  return table.toString();
}

export function heading(column: Column): string {
  return (column.heading ?? column.field).toUpperCase().replaceAll('_', ' ');
}

/** A painter with colours if the stream supports them. */
export function painter(stream: OutputStream): ChalkInstance {
  return new Chalk({ level: stream.colour ? 1 : 0 });
}

type PaintedCell = readonly [text: string, paint: (text: string) => string];

/**
 * Columns without borders. cli-table3 uses a string-width of 2019, which disagrees with terminals
 * about newer emoji and most Indic scripts. It therefore lays out placeholders of the right width,
 * which are replaced by the texts afterwards.
 */
class PaintedTable {
  readonly #table = new Table({
    chars: { ...NO_BORDERS, middle: ' '.repeat(GAP) },
    // cli-table3 colours headings and borders by default, even in a pipe.
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
  });
  readonly #painted: string[] = [];

  add(cells: readonly PaintedCell[]): void {
    this.#table.push(
      cells.map(([text, paint]) => {
        const width = stringWidth(text);
        if (width > 0) this.#painted.push(paint(text));
        return PLACEHOLDER.repeat(width);
      }),
    );
  }

  toString(): string {
    const texts = this.#painted[Symbol.iterator]();
    const lines = this.#table.toString().replace(/[ ]+$/gm, '');
    return `${lines.replace(/\ue000+/g, () => texts.next().value ?? '')}\n`;
  }
}

function shownCell(row: unknown, column: Column, now: number): string {
  const text = cell(row, column);
  return column.kind === 'time' ? timeForPeople(text, now) : text;
}

interface StyleFacts {
  column: Column;
  /** The complete text, before it was cut. */
  whole: string;
  paint: ChalkInstance;
  stream: OutputStream;
}

/** A cell with its style, for a pipe with colours. */
export function styledCell(row: unknown, column: Column, stream: OutputStream): string {
  const whole = cell(row, column);
  return style(whole, { column, whole, paint: painter(stream), stream });
}

function style(text: string, { column, whole, paint, stream }: StyleFacts): string {
  const { kind } = column;
  if (kind === 'id') return paint.cyan(text);
  if (kind === 'url') {
    const underlined = paint.underline(text);
    return stream.hyperlinks ? hyperlink(underlined, whole) : underlined;
  }
  if (kind === 'time') return paint.dim(text);
  if (kind === 'state') return text === 'false' ? paint.red(text) : paint.green(text);
  return text;
}
