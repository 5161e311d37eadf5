import { errorCode } from '../../base/errors.js';
import { readNamedFile } from '../../base/read-file.js';
import { UsageError } from '../kit/index.js';
import type { Context } from '../verbs/context.js';

/** The content of a file or of standard input. */
export interface Input {
  bytes: Buffer;
  /** Name for messages. */
  name: string;
}

/**
 * Reads FILE, or standard input for `-`.
 *
 * @throws {UsageError} when it cannot be read or exceeds `limitBytes`
 */
export async function readInput(
  { streams, signal }: Pick<Context, 'streams' | 'signal'>,
  path: string,
  limitBytes: number,
): Promise<Input> {
  if (path === '-' && streams.stdin.isTerminal) {
    throw new UsageError('"-" reads standard input, but nothing is piped in.', {
      hint: 'Pass a file name, or pipe a file in.',
    });
  }
  try {
    if (path === '-') {
      return { bytes: await streams.stdin.readBytes(limitBytes), name: '<stdin>' };
    }
    return { bytes: await readNamedFile(path, { limitBytes, signal }), name: path };
  } catch (error) {
    if (error instanceof RangeError) {
      throw tooLarge(path === '-' ? 'Standard input' : path, limitBytes);
    }
    if (path === '-' || signal?.aborted) throw error;
    throw fileError(path, 'read', error);
  }
}

const MIB = 1024 * 1024;

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EISDIR: 'it is a directory',
  ENOENT: 'the directory does not exist',
  ENOTDIR: 'the directory does not exist',
  ENOSPC: 'the disk is full',
  NOT_REGULAR: 'it is neither a regular file nor a pipe',
};

/** As `readInput`, but decodes UTF-8 text. */
export async function readTextInput(
  context: Pick<Context, 'streams' | 'signal'>,
  path: string,
  limitBytes: number,
): Promise<string> {
  return new TextDecoder().decode((await readInput(context, path, limitBytes)).bytes);
}

/** Why a file cannot be read or written. */
export function fileError(path: string, verb: 'read' | 'written', error: unknown): UsageError {
  const code = errorCode(error) ?? '';
  if (verb === 'read' && code === 'ENOENT') return new UsageError(`File not found: ${path}`);
  const reason = REASONS[code] ?? (code || 'unknown reason');
  return new UsageError(`${path} cannot be ${verb}: ${reason}.`, { cause: error });
}

function tooLarge(name: string, limitBytes: number): UsageError {
  const [unit, bytes] =
    limitBytes % 1e6 === 0 ? ['MB', 1e6] : limitBytes < MIB ? ['KiB', 1024] : ['MiB', MIB];
  return new UsageError(`${name} is larger than ${limitBytes / bytes} ${unit}.`);
}

/** Enough for more than a million ids. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * The ids of a command line; `-` stands for ids on standard input, one per line. Skips blank lines
 * and lines that start with `#`.
 */
export async function expandIds(
  context: Pick<Context, 'streams' | 'signal' | 'notes'>,
  typed: readonly string[],
): Promise<string[]> {
  if (!typed.includes('-')) return [...typed];
  const text = await readTextInput(context, '-', MAX_BYTES);
  const read = text
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  if (read.length === 0) await context.notes.note('Standard input has no ids.');
  return [...typed.filter((id) => id !== '-'), ...read];
}
