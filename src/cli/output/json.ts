import type { OutputStream } from '../running/streams.js';

/** A JSON document as it is printed: indented, one newline at the end. */
export function jsonDocument(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** One value a line (https://jsonlines.org). */
export function jsonLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

/**
 * Prints rows as one JSON array while they arrive; the text is that of `jsonDocument` for the whole
 * array, without ever holding it.
 */
export async function writeJsonArray(
  rows: AsyncIterable<unknown>,
  stream: OutputStream,
): Promise<void> {
  let separator = '[\n';
  for await (const row of rows) {
    await stream.write(`${separator}${indented(row)}`);
    separator = ',\n';
  }
  await stream.write(separator === '[\n' ? '[]\n' : '\n]\n');
}

function indented(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(/^/gm, '  ');
}
