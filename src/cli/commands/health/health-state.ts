import { isObject } from '../../../base/json.js';
import { StateFile } from '../../state/state-file.js';
import type { FeedMemory } from './checked.js';

interface Stored {
  version: 1;
  feeds: Record<string, FeedMemory>;
}

/** The state that `health --state FILE` keeps between runs. */
export function healthState(path: string): StateFile<Stored> {
  return new StateFile(path, isStored);
}

function isStored(value: unknown): value is Stored {
  if (!isObject(value) || value.version !== 1 || !isObject(value.feeds)) return false;
  return Object.values(value.feeds).every(isMemory);
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
