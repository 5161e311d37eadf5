import type { OutputStream } from '../terminal/streams.js';
import { escapeHidden } from './cell.js';

/** A JSON document: indented, with one newline at the end. */
export function jsonDocument(value: unknown): string {
  return `${indented(value)}\n`;
}

/** One value per line (https://jsonlines.org). */
export function jsonLine(value: unknown): string {
  return `${escapeHidden(JSON.stringify(value))}\n`;
}

/**
 * Prints rows as one JSON array while they arrive. The text equals `jsonDocument` of the whole
 * array, without holding it in memory.
 */
export async function writeJsonArray(
  rows: AsyncIterable<unknown>,
  stream: OutputStream,
): Promise<void> {
  let separator = '[\n  ';
  for await (const row of rows) {
    // Not /^/gm, which also matches after a U+2028 inside a text.
    await stream.write(`${separator}${indented(row).replaceAll('\n', '\n  ')}`);
    separator = ',\n  ';
  }
  await stream.write(separator === '[\n  ' ? '[]\n' : '\n]\n');
}

function indented(value: unknown): string {
  return escapeHidden(JSON.stringify(value, null, 2));
}
