import { mkdir, open, readFile, realpath, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CliError } from '../kit/index.js';

/** A hundred thousand watched items take a tenth of it. */
const LIMIT_BYTES = 64 * 1024 * 1024;

/**
 * What a command remembers between its runs, as one JSON file. It is replaced whole: a crash at any
 * moment leaves the old or the new one, never half of it.
 */
export class StateFile<T> {
  readonly path: string;
  readonly #check: (value: unknown) => T | null;

  /** @param check what the JSON must be; null when it is something else */
  constructor(path: string, check: (value: unknown) => T | null) {
    this.path = path;
    this.#check = check;
  }

  /**
   * What was remembered; null when there is no file yet.
   * @throws {CliError} when it cannot be read or is not ours; it is then left alone
   */
  async read(): Promise<T | null> {
    const text = await this.#text();
    if (text === null || text === '') return null;
    const value = text.length > LIMIT_BYTES ? null : this.#check(parseJson(text));
    if (value !== null) return value;
    throw new CliError(`This is no state file of this command: ${this.path}`, {
      exitCode: 2,
      code: 'STATE_DAMAGED',
      detail: 'It was left alone.',
      hint: 'Give another file with --state, or move it away to begin anew.',
    });
  }

  /** @throws {CliError} when it cannot be written */
  async write(value: T): Promise<void> {
    try {
      await mkdir(dirname(this.path), { recursive: true, mode: 0o700 });
      // A link to a file elsewhere stays a link.
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

/** Titles of feeds are nobody else's business, so the file is its owner's alone. */
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
    hint: 'Give a file in a directory of yours with --state FILE.',
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
