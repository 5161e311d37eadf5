import { hash } from 'node:crypto';
import { join } from 'node:path';
import { isObject } from '../../../client/decode.js';
import type { Item } from '../../../client/index.js';
import { dataDirectory } from '../../profiles/directories.js';
import type { Credentials } from '../../profiles/resolve-credentials.js';
import { StateFile } from '../../state/state-file.js';

interface Stored {
  version: 1;
  /** Items that were there at the last marked digest, oldest first. */
  known: string[];
}

/** The newest are enough: whatever is added later comes before them. */
const MAX_KNOWN = 5000;

/** What the digests of one feed or bundle have sent. */
export class SentItems {
  readonly #file: StateFile<Stored>;
  #known: ReadonlySet<string> | null = null;

  private constructor(file: StateFile<Stored>) {
    this.#file = file;
  }

  /** @throws {CliError} when the file is not a state file of this command */
  static async open(path: string): Promise<SentItems> {
    const sent = new SentItems(new StateFile(path, check));
    const stored = await sent.#file.read();
    sent.#known = stored === null ? null : new Set(stored.known);
    return sent;
  }

  /** False before the first marked digest. */
  get hasMark(): boolean {
    return this.#known !== null;
  }

  isSent(item: Item): boolean {
    return this.#known?.has(keyOf(item)) === true;
  }

  /**
   * Remembers the items that are there now, so that only later ones are in the next digest.
   * @param present their keys, the last added first
   */
  async mark(present: readonly string[]): Promise<void> {
    const known = new Set([...present].reverse());
    const before = [...(this.#known ?? [])].filter((key) => !known.has(key));
    await this.#file.write({ version: 1, known: [...before, ...known].slice(-MAX_KNOWN) });
  }
}

/** The state of a feed or bundle at one service; another service has its own. */
export function sentPath(env: NodeJS.ProcessEnv, credentials: Credentials, id: string): string {
  const service = credentials.kind === 'remote' ? credentials.baseUrl : 'embedded';
  const name = hash('sha256', `${service}\n${id}`, 'hex').slice(0, 24);
  return join(dataDirectory(env), 'digest', `${name}.json`);
}

/** An item is known by its address; a changed title does not make it new. */
export function keyOf({ url, title, description_text }: Item): string {
  const text = url === '' ? `${title}\n${description_text.slice(0, 500)}` : url;
  return hash('sha256', text, 'base64url').slice(0, 16);
}

function check(value: unknown): Stored | null {
  if (!isObject(value) || value.version !== 1 || !Array.isArray(value.known)) return null;
  return value.known.every((key) => typeof key === 'string')
    ? { version: 1, known: value.known }
    : null;
}
