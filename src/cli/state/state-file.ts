import { dirname } from 'node:path';
import { errorCode, messageOf } from '../../base/errors.js';
import { parseJson } from '../../base/json.js';
import { makeDirectory } from '../../base/make-directory.js';
import { readNamedFile } from '../../base/read-file.js';
import { replaceFile } from '../../base/replace-file.js';
import { CliError } from '../kit/index.js';

/** Ten times the size of the state for a hundred thousand watched items. */
const LIMIT_BYTES = 64 * 1024 * 1024;

/**
 * State of a command between runs, as one JSON file. Replaced atomically: after a crash it is
 * either the old or the new file.
 */
export class StateFile<T> {
  readonly path: string;
  readonly #isSound: (value: unknown) => value is T;

  /** @param isSound tells whether JSON is a state of this command */
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
    const value = parseJson(text);
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
      // Readable by its owner only, because titles of feeds are private.
      await replaceFile(this.path, `${JSON.stringify(value)}\n`, 0o600);
    } catch (error) {
      throw unusable('written', this.path, error);
    }
  }

  async #text(): Promise<string | null> {
    try {
      return (await readNamedFile(this.path, { limitBytes: LIMIT_BYTES })).toString('utf8');
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return null;
      // The text is too long, which is reported as a file that is no state.
      if (error instanceof RangeError) return '{';
      throw unusable('read', this.path, error);
    }
  }
}

export function unusable(verb: string, path: string, error: unknown): CliError {
  return new CliError(`The state file cannot be ${verb}: ${path}`, {
    exitCode: 1,
    code: 'STATE_UNUSABLE',
    detail: messageOf(error),
    hint: 'Use a file in a writable directory with --state FILE.',
    cause: error,
  });
}
