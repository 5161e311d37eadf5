import { isObject } from '../../../client/decode.js';
import { StateFile } from '../../state/state-file.js';
import type { FeedMemory } from './episodes.js';

interface Stored {
  version: 1;
  feeds: Record<string, FeedMemory>;
}

/** The state that `health --state FILE` keeps between runs. */
export class HealthState {
  readonly #file: StateFile<Stored>;
  readonly feeds: ReadonlyMap<string, FeedMemory>;

  private constructor(file: StateFile<Stored>, feeds: ReadonlyMap<string, FeedMemory>) {
    this.#file = file;
    this.feeds = feeds;
  }

  /** @throws {CliError} when the file is not a feedctl state file */
  static async open(path: string): Promise<HealthState> {
    const file = new StateFile(path, check);
    return new HealthState(file, new Map(Object.entries((await file.read())?.feeds ?? {})));
  }

  async save(feeds: ReadonlyMap<string, FeedMemory>): Promise<void> {
    await this.#file.write({ version: 1, feeds: Object.fromEntries(feeds) });
  }
}

function check(value: unknown): Stored | null {
  if (!isObject(value) || value.version !== 1 || !isObject(value.feeds)) return null;
  return Object.values(value.feeds).every(isMemory)
    ? { version: 1, feeds: value.feeds as Record<string, FeedMemory> }
    : null;
}

function isMemory(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { episode, newest, newSeenAt } = value;
  if (!['undefined', 'string'].includes(typeof newest)) return false;
  if (!['undefined', 'number'].includes(typeof newSeenAt)) return false;
  if (episode === undefined) return true;
  return (
    isObject(episode) &&
    typeof episode.check === 'string' &&
    typeof episode.since === 'number' &&
    typeof episode.count === 'number' &&
    typeof episode.told === 'boolean'
  );
}
