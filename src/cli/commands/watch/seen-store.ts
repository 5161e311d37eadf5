import { isObject } from '../../../base/json.js';
import { own } from '../../../base/own.js';
import { addressMark } from '../../../base/same/address.js';
import { StateFile } from '../../state/state-file.js';
import type { Seen, Version } from './seen.js';

/** Content of a state file: seen items by id, as pairs, because the order matters. */
interface Stored {
  version: 1;
  watched: Record<string, readonly (readonly [name: string, versions: readonly Version[]])[]>;
}

/** Seen items of feeds and bundles, in one file. */
export class SeenStore {
  private constructor(
    private readonly file: StateFile<Stored>,
    private watched: Stored['watched'],
  ) {}

  /** @throws {CliError} when the file is not a feedctl state file */
  static async open(path: string): Promise<SeenStore> {
    const file = new StateFile(path, isSeenStored);
    return new SeenStore(file, (await file.read())?.watched ?? {});
  }

  /**
   * Seen items of an id; undefined if it was never watched. Earlier releases stored addresses as
   * the service sent them; a mark or a guid stays the same when it is marked again.
   */
  get(id: string): Seen | undefined {
    const entries = own(this.watched, id);
    return (
      entries && new Map(entries.map(([name, versions]) => [addressMark(name), [...versions]]))
    );
  }

  async save(id: string, seen: Seen): Promise<void> {
    this.watched = { ...this.watched, [id]: [...seen] };
    await this.file.write({ version: 1, watched: this.watched });
  }
}

function isSeenStored(value: unknown): value is Stored {
  if (!isObject(value) || value.version !== 1 || !isObject(value.watched)) return false;
  return Object.values(value.watched).every(
    (entries) => Array.isArray(entries) && entries.every(isEntry),
  );
}

function isEntry(entry: unknown): boolean {
  if (!Array.isArray(entry) || typeof entry[0] !== 'string' || !Array.isArray(entry[1])) {
    return false;
  }
  return entry[1].every(
    (version) => Array.isArray(version) && version.every((part) => typeof part === 'string'),
  );
}
