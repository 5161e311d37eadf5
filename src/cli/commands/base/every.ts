import { formatInterval, INTERVAL_RULE, parseInterval } from '../../../contract/interval.js';
import { type OptionSpec, text, UsageError } from '../../frame.js';

const spec = text('TIME', 'how often to fetch the feed, such as 15m; auto or paused');

/** `--every 15m`: an interval in the one form that the service takes. */
export const everyOption: OptionSpec<string | undefined> = {
  ...spec,
  parse(given, flag) {
    const typed = spec.parse(given, flag);
    if (typed === undefined) return undefined;
    const interval = parseInterval(typed);
    if (interval !== null) return formatInterval(interval);
    throw new UsageError(`${flag} takes ${INTERVAL_RULE}, not "${typed}".`);
  },
};

/** What a person should know of the settings of a feed whose interval was set; null for nothing. */
export function floorNote(settings: {
  interval?: string | undefined;
  minInterval?: string | undefined;
}): string | null {
  const { interval, minInterval } = settings;
  if (minInterval === undefined) return null;
  return `This service fetches a feed every ${minInterval} at the most, so ${interval} takes effect as ${minInterval}.`;
}
