import { isTimeZone } from '../../../contract/quiet-hours.js';
import { converted, UsageError } from '../../kit/index.js';

/**
 * `--time-zone`: the local time zone for this run. It must be parsed before the options with times:
 * Node reads TZ again when it is set, so that later days and times are in that zone.
 */
export const zoneOption = converted(
  'ZONE',
  'time zone of days and printed times (default: TZ, or that of this machine)',
  (typed, flag) => {
    if (!isTimeZone(typed)) {
      throw new UsageError(
        `${flag} takes a zone of the IANA database such as Europe/Berlin, not "${typed}".`,
      );
    }
    process.env.TZ = typed;
    return typed;
  },
);
