import { formatInterval, INTERVAL_RULE, parseInterval } from '../../../contract/interval.js';
import { UsageError } from '../../kit/index.js';

/**
 * Parses `--every` into the canonical form that the service takes.
 *
 * @throws {UsageError} when it is not an interval
 */
export function readInterval(typed: string): string {
  const interval = parseInterval(typed);
  if (interval !== null) return formatInterval(interval);
  throw new UsageError(`--every takes ${INTERVAL_RULE}, not "${typed}".`);
}

/** Warns when the service raises the interval that was set; null when it does not. */
export function floorNote(settings: {
  interval?: string | undefined;
  minInterval?: string | undefined;
}): string | null {
  const { interval, minInterval } = settings;
  if (minInterval === undefined) return null;
  return `The minimum interval of this service is ${minInterval}: ${interval} takes effect as ${minInterval}.`;
}
