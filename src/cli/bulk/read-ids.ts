import type { Context } from '../verbs/context.js';
import { readInput } from './read-input.js';

/** Ids are short: this is more than a million of them. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * The ids of a command line, `-` standing for those that come through standard input: one a line,
 * blank lines and lines that begin with `#` left out.
 */
export async function expandIds(context: Context, typed: readonly string[]): Promise<string[]> {
  if (!typed.includes('-')) return [...typed];
  const { bytes } = await readInput(context, '-', MAX_BYTES);
  const read = new TextDecoder()
    .decode(bytes)
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  if (read.length === 0) await context.notes.note('Nothing came through standard input.');
  return [...typed.filter((id) => id !== '-'), ...read];
}
