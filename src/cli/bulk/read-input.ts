import { readFile, stat } from 'node:fs/promises';
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
