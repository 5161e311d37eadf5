import { open, readFile, realpath, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeDirectory } from '../../base/make-directory.js';
import { CliError } from '../kit/index.js';

/** Ten times the size for a hundred thousand watched items. */
const LIMIT_BYTES = 64 * 1024 * 1024;

/**
 * State of a command between runs, as one JSON file. Replaced atomically: after a crash it is
 * either the old or the new file.
 */
export class StateFile<T> {
  readonly path: string;
  readonly #isSound: (value: unknown) => value is T;

  /** @param isSound whether JSON is a state of this command */
  constructor(path: string, isSound: (value: unknown) => value is T) {
    this.path = path;
    this.#isSound = isSound;
  }

  /**
   * Reads the state; null when there is no file yet.
   * @throws {CliError} when the file cannot be read or was not written by feedctl; it is not changed
   */
  async read(): Promise<T | null> {
    const text = await this.#text();
    if (text === null || text === '') return null;
    const value = text.length > LIMIT_BYTES ? null : parseJson(text);
    if (this.#isSound(value)) return value;
    throw new CliError(`Not a state file of this command: ${this.path}`, {
      exitCode: 2,
      code: 'STATE_DAMAGED',
      detail: 'The file was not changed.',
      hint: 'Use another file with --state, or move this one away to start over.',
    });
  }

  /** @throws {CliError} when it cannot be written */
  async write(value: T): Promise<void> {
    try {
      makeDirectory(dirname(this.path), 0o700);
      // Write through a symbolic link, so that the link is kept.
      const target = await realpath(this.path).catch(() => this.path);
      const aside = `${target}.${process.pid}.tmp`;
      try {
        await writeThrough(aside, `${JSON.stringify(value)}\n`);
        await rename(aside, target);
      } catch (error) {
        await rm(aside, { force: true });
        throw error;
      }
    } catch (error) {
      throw unusable('written', this.path, error);
    }
  }

  async #text(): Promise<string | null> {
    try {
      return await readFile(this.path, 'utf8');
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw unusable('read', this.path, error);
    }
  }
}

/** Readable by its owner only, because titles of feeds are private. */
async function writeThrough(path: string, text: string): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

export function unusable(verb: string, path: string, error: unknown): CliError {
  return new CliError(`The state file cannot be ${verb}: ${path}`, {
    exitCode: 1,
    code: 'STATE_UNUSABLE',
    detail: error instanceof Error ? error.message : String(error),
    hint: 'Use a file in a writable directory with --state FILE.',
    cause: error,
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
