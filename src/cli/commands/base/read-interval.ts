import { formatInterval, INTERVAL_RULE, parseInterval } from '../../../contract/interval.js';
import { formatQuietHours, isTimeZone, parseQuietHours } from '../../../contract/quiet-hours.js';
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

/**
 * Parses `--quiet-hours` and `--time-zone`; undefined when neither was given.
 *
 * @throws {UsageError} when a value is none, or a time zone stands alone
 */
export function readQuietHours(
  quiet: string | undefined,
  timeZone: string | undefined,
): string | undefined {
  if (quiet === undefined && timeZone === undefined) return undefined;
  if (quiet === undefined) {
    throw new UsageError('--time-zone requires --quiet-hours, such as --quiet-hours 22:00-06:00.');
  }
  if (quiet === 'none' && timeZone === undefined) return quiet;
  const zone = timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!isTimeZone(zone)) {
    throw new UsageError(
      `--time-zone takes a zone of the IANA database such as Europe/Berlin, not "${zone}".`,
    );
  }
  const read = parseQuietHours(`${quiet} ${zone}`);
  if (read !== null) return formatQuietHours(read);
  throw new UsageError(
    `--quiet-hours takes two different times of day such as 22:00-06:00, or none, not "${quiet}".`,
  );
}

/** Warns when the service raises the interval that was set; null when it does not. */
export function floorNote(settings: {
  interval?: string | undefined;
  min_interval?: string | undefined;
}): string | null {
  const { interval, min_interval: minimum } = settings;
  if (minimum === undefined) return null;
  return `The minimum interval of this service is ${minimum}: ${interval} takes effect as ${minimum}.`;
}
