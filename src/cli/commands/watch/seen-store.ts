import { hash } from 'node:crypto';
import { join } from 'node:path';
import { isObject } from '../../../client/decode.js';
import { dataDirectory } from '../../profiles/directories.js';
import type { Credentials } from '../../profiles/resolve-credentials.js';
import { StateFile } from '../../state/state-file.js';
import type { Seen, Version } from './seen.js';

/** Content of a state file: seen items by id, as pairs, because the order matters. */
interface Stored {
  version: 1;
  watched: Record<string, [url: string, versions: readonly Version[]][]>;
}

/** Seen items of feeds and bundles, in one file. */
export class SeenStore {
  readonly #file: StateFile<Stored>;
  #watched: Record<string, [string, readonly Version[]][]> = {};

  private constructor(file: StateFile<Stored>) {
    this.#file = file;
  }

  /** @throws {CliError} when the file is not a feedctl state file */
  static async open(path: string): Promise<SeenStore> {
    const store = new SeenStore(new StateFile(path, check));
    store.#watched = (await store.#file.read())?.watched ?? {};
    return store;
  }

  /** Seen items of an id; undefined when it was never watched. */
  get(id: string): Seen | undefined {
    const entries = Object.hasOwn(this.#watched, id) ? this.#watched[id] : undefined;
    return entries && new Map(entries.map(([url, versions]) => [url, [...versions]]));
  }

  async save(id: string, seen: Seen): Promise<void> {
    this.#watched = { ...this.#watched, [id]: [...seen] };
    await this.#file.write({ version: 1, watched: this.#watched });
  }
}

/**
 * Default location of the seen items: one file per id, so that two watches of different feeds do
 * not conflict. The same id at another service has its own file.
 */
export function defaultStatePath(
  env: NodeJS.ProcessEnv,
  credentials: Credentials,
  id: string,
): string {
  const service = credentials.kind === 'remote' ? credentials.baseUrl : 'embedded';
  const name = hash('sha256', `${service}\n${id}`, 'hex').slice(0, 24);
  return join(dataDirectory(env), 'watch', `${name}.json`);
}

function check(value: unknown): Stored | null {
  if (!isObject(value) || value.version !== 1 || !isObject(value.watched)) return null;
  const isSound = Object.values(value.watched).every(
    (entries) => Array.isArray(entries) && entries.every(isEntry),
  );
  return isSound ? { version: 1, watched: value.watched as Stored['watched'] } : null;
}

function isEntry(entry: unknown): boolean {
  if (!Array.isArray(entry) || typeof entry[0] !== 'string' || !Array.isArray(entry[1])) {
    return false;
  }
  return entry[1].every(
    (version) => Array.isArray(version) && version.every((part) => typeof part === 'string'),
  );
}
