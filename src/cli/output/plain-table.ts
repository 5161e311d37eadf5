import { cell } from './cell.js';
import type { Column } from './view.js';

/** A table for a pipe: a heading line and a line a row, columns parted by tabs for cut and awk. */
export function plainHeading(columns: readonly Column[]): string {
  return line(columns.map((column) => column.heading ?? column.field).map(upper));
}

export function plainRow(row: unknown, columns: readonly Column[]): string {
  return line(columns.map((column) => cell(row, column)));
}

/** A record for a pipe: a line a field, its name first. */
export function plainRecord(record: unknown, columns: readonly Column[]): string {
  return columns.map((column) => line([column.field, cell(record, column)])).join('');
}

function line(cells: readonly string[]): string {
  return `${cells.join('\t')}\n`;
}

function upper(text: string): string {
  return text.toUpperCase();
}
