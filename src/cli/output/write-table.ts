import { cell } from './cell.js';
import { valueAt } from './fields.js';
import type { Column, FormatWriter, Printing, RecordView, Rows } from './view.js';

/** Writes tables for terminals and pipes. Loads terminal-only code only for a terminal. */
export function tableWriter({ stream, fields, header }: Printing): FormatWriter {
  const terminal = () => import('./terminal-table.js');

  /** Styles of cells and headings in a pipe: none, unless colours are requested. */
  async function dressing() {
    if (!stream.colour) return { style: cell, bold: (text: string) => text };
    const { painter, styledCell } = await terminal();
    const style = (row: unknown, column: Column) => styledCell(row, column, stream);
    return { style, bold: painter(stream).bold };
  }

  async function table(rows: Rows, columns: readonly Column[], headings: boolean) {
    if (stream.isTerminal) {
      const all: object[] = [];
      for await (const row of rows) all.push(row);
      if (all.length === 0) return;
      const { terminalTable } = await terminal();
      return stream.write(terminalTable(all, columns, stream, headings));
    }
    // Print the heading only with the first row: cron mails any output.
    const { style, bold } = await dressing();
    let heading = headings
      ? line(columns.map(({ heading: name, field }) => bold((name ?? field).toUpperCase())))
      : '';
    for await (const row of rows) {
      await stream.write(heading + line(columns.map((column) => style(row, column))));
      heading = '';
    }
  }

  /** The rows of a record, below it. */
  async function nested(value: object, { field, view, limit }: NonNullable<RecordView['rows']>) {
    const all: unknown = valueAt(value, field);
    if (!Array.isArray(all) || all.length === 0) return;
    await stream.write('\n');
    // Only a terminal omits rows; a pipe gets all of them.
    const shown = stream.isTerminal ? all.slice(0, limit) : all;
    await table(shown, view.columns, header);
    const rest = all.length - shown.length;
    if (rest > 0) await stream.write(`… and ${rest} more ${rest === 1 ? view.one : view.many}\n`);
  }

  return {
    async record(value, view) {
      const columns = tableColumns(view.fields, fields);
      if (stream.isTerminal) {
        await stream.write((await terminal()).terminalRecord(value, columns, stream));
      } else {
        const { style } = await dressing();
        const lines = columns.map((column) => line([column.field, style(value, column)]));
        await stream.write(lines.join(''));
      }
      if (view.rows !== undefined && fields === undefined) await nested(value, view.rows);
    },
    async rows(rows, view, endless) {
      if (!stream.isTerminal || fields !== undefined || view.line === undefined) {
        return table(rows, tableColumns(view.columns, fields), header && !endless);
      }
      const paint = (await terminal()).painter(stream);
      for await (const row of rows) await stream.write(`${view.line(row, paint)}\n`);
    },
  };
}

function tableColumns(
  columns: readonly Column[],
  fields: readonly string[] | undefined,
): readonly Column[] {
  return (
    fields?.map((field) => {
      const known = columns.find((column) => column.field === field);
      return { field, kind: known?.kind ?? 'text' };
    }) ?? columns
  );
}

/** A line for a pipe: columns separated by tabs for cut and awk. */
function line(cells: readonly string[]): string {
  return `${cells.join('\t')}\n`;
}
