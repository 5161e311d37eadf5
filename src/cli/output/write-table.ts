import type { OutputStream } from '../terminal/streams.js';
import { cell } from './cell.js';
import { valueAt } from './fields.js';
import type { Column, RecordView, View } from './view.js';

type Source = Iterable<object> | AsyncIterable<object>;

/** Writes tables for terminals and pipes. */
interface TableWriter {
  /** @param header whether to print column names */
  table(rows: Source, columns: readonly Column[], header: boolean): Promise<void>;
  /** One line per field. */
  record(value: object, columns: readonly Column[]): Promise<void>;
  /** The rows of a record, below it. */
  nested(value: object, rows: NonNullable<RecordView['rows']>, header: boolean): Promise<void>;
  /** Rows in a custom format, as they arrive. */
  lines(rows: Source, line: NonNullable<View['line']>): Promise<void>;
}

/** Loads terminal-only code only for a terminal. */
export function tableWriter(stream: OutputStream): TableWriter {
  const terminal = () => import('./terminal-table.js');

  async function table(rows: Source, columns: readonly Column[], header: boolean) {
    if (stream.isTerminal) {
      const all: object[] = [];
      for await (const row of rows) all.push(row);
      if (all.length === 0) return;
      const { terminalTable } = await terminal();
      return stream.write(terminalTable(all, columns, stream, header));
    }
    // Print the heading only with the first row: cron mails any output.
    let heading = header ? plainHeading(columns) : '';
    for await (const row of rows) {
      await stream.write(heading + plainRow(row, columns));
      heading = '';
    }
  }

  return {
    table,
    async record(value, columns) {
      if (!stream.isTerminal) return stream.write(plainRecord(value, columns));
      const { terminalRecord } = await terminal();
      await stream.write(terminalRecord(value, columns, stream));
    },
    async nested(value, { field, view, limit }, header) {
      const all: unknown = valueAt(value, field);
      if (!Array.isArray(all) || all.length === 0) return;
      await stream.write('\n');
      // Only a terminal omits rows; a pipe gets all of them.
      const shown = stream.isTerminal ? all.slice(0, limit) : all;
      await table(shown, view.columns, header);
      const rest = all.length - shown.length;
      if (rest > 0) await stream.write(`… and ${rest} more ${rest === 1 ? view.one : view.many}\n`);
    },
    async lines(rows, line) {
      const { painter } = await terminal();
      const paint = painter(stream);
      for await (const row of rows) await stream.write(`${line(row, paint)}\n`);
    },
  };
}

/** A table for a pipe: a heading and one line per row, columns separated by tabs for cut and awk. */
function plainHeading(columns: readonly Column[]): string {
  return line(columns.map((column) => column.heading ?? column.field).map(upper));
}

function plainRow(row: unknown, columns: readonly Column[]): string {
  return line(columns.map((column) => cell(row, column)));
}

/** A record for a pipe: one line per field, name first. */
function plainRecord(record: unknown, columns: readonly Column[]): string {
  return columns.map((column) => line([column.field, cell(record, column)])).join('');
}

function line(cells: readonly string[]): string {
  return `${cells.join('\t')}\n`;
}

function upper(text: string): string {
  return text.toUpperCase();
}
