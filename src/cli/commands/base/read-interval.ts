import { formatInterval, INTERVAL_RULE, parseInterval } from '../../../contract/interval.js';
import { UsageError } from '../../frame.js';

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
