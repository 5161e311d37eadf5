import { csvLine } from '../../base/csv.js';
import { withoutCommands } from '../kit/plain.js';
import type { OutputStream } from '../terminal/streams.js';
import { exact } from './cell.js';
import { valueAt } from './fields.js';

/** Prints rows as CSV (RFC 4180) while they arrive. */
export async function writeCsv(
  rows: Iterable<object> | AsyncIterable<object>,
  options: { columns: readonly string[]; header: boolean; stream: OutputStream },
): Promise<void> {
  const { columns, header, stream } = options;
  if (header) await stream.write(csvLine(columns));
  for await (const row of rows) {
    await stream.write(
      csvLine(columns.map((column) => withoutCommands(exact(valueAt(row, column))))),
    );
  }
}
