import { HIDDEN_CHARACTERS } from '../../base/hidden-characters.js';
import type { OutputStream } from '../terminal/streams.js';

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
    // /^/gm would also match after a U+2028 inside a text.
    await stream.write(`${separator}${indented(row).replaceAll('\n', '\n  ')}`);
    separator = ',\n  ';
  }
  await stream.write(separator === '[\n  ' ? '[]\n' : '\n]\n');
}

function indented(value: unknown): string {
  return escapeHidden(JSON.stringify(value, null, 2));
}

// Characters to escape: DEL and the C1 controls, which some terminals obey; Unicode line
// separators, which split JSON Lines for some readers; and invisible characters.
const HIDDEN = new RegExp(`[\\u007f-\\u009f\\u2028\\u2029]|${HIDDEN_CHARACTERS.source}`, 'gu');

/** Replaces invisible characters that JSON, YAML and XML do not escape. */
export function replaceHidden(text: string, replacement: (character: string) => string): string {
  return text.replace(HIDDEN, replacement);
}

/** JSON or double-quoted YAML text with invisible characters escaped. */
export function escapeHidden(json: string): string {
  return replaceHidden(json, (character) =>
    // A character beyond U+FFFF is two units in JSON.
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

export function hasHidden(text: string): boolean {
  return text.search(HIDDEN) !== -1;
}
