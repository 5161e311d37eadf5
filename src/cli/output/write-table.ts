import type { OutputStream } from '../terminal/streams.js';
import { cell } from './cell.js';
import { valueAt } from './fields.js';
import type { Column, RecordView, View } from './view.js';

type Source = Iterable<object> | AsyncIterable<object>;

/** Tables as people and pipes get them. */
interface TableWriter {
  /** @param header whether the names of the columns stand above */
  table(rows: Source, columns: readonly Column[], header: boolean): Promise<void>;
  /** A line a field. */
  record(value: object, columns: readonly Column[]): Promise<void>;
  /** The rows that a record holds, below it. */
  nested(value: object, rows: NonNullable<RecordView['rows']>, header: boolean): Promise<void>;
  /** Rows in a form of their own, as they come. */
  lines(rows: Source, line: NonNullable<View['line']>): Promise<void>;
}

/** What only a terminal needs is loaded when there is one. */
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
    // Above the first row only: cron sends a mail of whatever is printed.
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
      // A pipe gets everything: only a person is spared the rest.
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

/** A table for a pipe: a heading line and a line a row, columns parted by tabs for cut and awk. */
function plainHeading(columns: readonly Column[]): string {
  return line(columns.map((column) => column.heading ?? column.field).map(upper));
}

function plainRow(row: unknown, columns: readonly Column[]): string {
  return line(columns.map((column) => cell(row, column)));
}

/** A record for a pipe: a line a field, its name first. */
function plainRecord(record: unknown, columns: readonly Column[]): string {
  return columns.map((column) => line([column.field, cell(record, column)])).join('');
}

function line(cells: readonly string[]): string {
  return `${cells.join('\t')}\n`;
}

function upper(text: string): string {
  return text.toUpperCase();
}
