import { formatInterval, INTERVAL_RULE, parseInterval } from '../../../contract/interval.js';
import { UsageError } from '../../kit/index.js';

/**
 * The value of `--every` in the one form that the service takes.
 *
 * @throws {UsageError} when it is no interval
 */
export function readInterval(typed: string): string {
  const interval = parseInterval(typed);
  if (interval !== null) return formatInterval(interval);
  throw new UsageError(`--every takes ${INTERVAL_RULE}, not "${typed}".`);
}

/** What a person should know of the settings of a feed whose interval was set; null for nothing. */
export function floorNote(settings: {
  interval?: string | undefined;
  minInterval?: string | undefined;
}): string | null {
  const { interval, minInterval } = settings;
  if (minInterval === undefined) return null;
  return `This service fetches a feed every ${minInterval} at the most, so ${interval} takes effect as ${minInterval}.`;
}
