import { readFile, stat } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import { UsageError } from '../kit/index.js';
import type { Context } from '../verbs/context.js';

/** A file, or what came through standard input. */
export interface Input {
  bytes: Uint8Array;
  /** For messages. */
  name: string;
}

/**
 * Reads FILE, or standard input for `-`.
 *
 * @throws {UsageError} when there is nothing to read, or more than `limitBytes`
 */
export async function readInput(
  { streams }: Pick<Context, 'streams'>,
  path: string,
  limitBytes: number,
): Promise<Input> {
  if (path !== '-') return { bytes: await readGiven(path, limitBytes), name: path };
  if (streams.stdin.isTerminal) {
    throw new UsageError('"-" reads standard input, and nothing is piped into it.', {
      hint: 'Name a file instead, or pipe one in.',
    });
  }
  try {
    return { bytes: await streams.stdin.readBytes(limitBytes), name: '<stdin>' };
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge('Standard input', limitBytes);
    throw error;
  }
}

async function readGiven(path: string, limitBytes: number): Promise<Uint8Array> {
  try {
    const { size } = await stat(path);
    if (size > limitBytes) throw tooLarge(path, limitBytes);
    return await readFile(path);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw unreadable(path, error);
  }
}

function unreadable(path: string, error: unknown): UsageError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT') {
    return new UsageError(`There is no file ${path}.`);
  }
  const why: Readonly<Record<string, string>> = {
    EACCES: 'you may not read it',
    EISDIR: 'it is a directory',
  };
  return new UsageError(`${path} cannot be read: ${why[code] ?? (code || 'unknown reason')}.`);
}

function tooLarge(name: string, limitBytes: number): UsageError {
  return new UsageError(`${name} is larger than ${limitBytes / 1024 / 1024} MiB.`);
}

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

/**
 * Lets the heap grow to twice what is in use before it is cleaned up, where V8 by itself would let
 * it grow to four times: a thousand feeds made by the service inside this process then take 190 MiB
 * instead of 240, for one part in fifty of the time.
 */
export function spareMemory(): void {
  setFlagsFromString('--heap-growing-percent=100');
}
