import { Chalk, type ChalkInstance } from 'chalk';
import Table from 'cli-table3';
import type { OutputStream } from '../streams.js';
import { cell } from './cell.js';
import { cut, fitColumns, GAP } from './fit.js';
import type { Column, ColumnKind } from './view.js';

const NO_BORDERS = Object.fromEntries(
  [
    'top',
    'top-mid',
    'top-left',
    'top-right',
    'bottom',
    'bottom-mid',
    'bottom-left',
    'bottom-right',
    'left',
    'left-mid',
    'mid',
    'mid-mid',
    'right',
    'right-mid',
  ].map((name) => [name, '']),
);

/** A table for a terminal: fitted to its width, coloured where colours are wanted. */
export function terminalTable(
  rows: readonly unknown[],
  columns: readonly Column[],
  stream: OutputStream,
): string {
  const paint = painter(stream);
  const head = columns.map(heading);
  const cells = rows.map((row) => columns.map((column) => shown(row, column)));
  const fitted = fitColumns(columns, [head, ...cells], stream.width);
  const table = borderless();
  table.push(fitted.map(({ index, width }) => paint.bold(cut(head[index] ?? '', width))));
  for (const row of cells) {
    table.push(
      fitted.map(({ column, index, width }) =>
        style(paint, column.kind ?? 'text', cut(row[index] ?? '', width)),
      ),
    );
  }
  return finish(table.toString());
}

/** A line a field, names to the left. Nothing is cut: there is room for it below. */
export function terminalRecord(
  record: unknown,
  columns: readonly Column[],
  stream: OutputStream,
): string {
  const paint = painter(stream);
  const table = borderless();
  for (const column of columns) {
    table.push([
      paint.dim(column.heading ?? column.field),
      style(paint, column.kind ?? 'text', shown(record, column)),
    ]);
  }
  return finish(table.toString());
}

export function heading(column: Column): string {
  return (column.heading ?? column.field).toUpperCase().replaceAll('_', ' ');
}

function painter(stream: OutputStream): ChalkInstance {
  return new Chalk({ level: stream.colour ? 1 : 0 });
}

function borderless() {
  return new Table({
    chars: { ...NO_BORDERS, middle: ' '.repeat(GAP) },
    // cli-table3 colours headings and borders by itself unless told not to, even into a pipe.
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
  });
}

function finish(table: string): string {
  return `${table.replace(/[ ]+$/gm, '')}\n`;
}

function shown(row: unknown, column: Column): string {
  const text = cell(row, column);
  return column.kind === 'time' ? localTime(text) : text;
}

/** Minutes in the reader's own time zone; what is no time stays as it is. */
function localTime(text: string): string {
  const time = new Date(text);
  if (text === '' || Number.isNaN(time.getTime())) return text;
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}`;
}

function style(paint: ChalkInstance, kind: ColumnKind, text: string): string {
  if (kind === 'id') return paint.cyan(text);
  if (kind === 'url') return paint.underline(text);
  if (kind === 'time') return paint.dim(text);
  if (kind === 'state') return text === 'false' ? paint.red(text) : paint.green(text);
  return text;
}
