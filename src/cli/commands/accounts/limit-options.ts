import type { AccountLimitChanges } from '../../../client/index.js';
import { type OptionSpec, type OptionValues, text, UsageError } from '../../kit/index.js';

/** The limits of an account, each a number or none; undefined when it is not given. */
export const limitOptions = {
  requestsPerMinute: limitOption('requests per minute and key'),
  burst: limitOption('size of a request burst (default: the requests per minute)'),
  feeds: limitOption('number of feeds'),
  concurrentCreations: limitOption('concurrent feed creations'),
};

/** The given limits, with the field names of the interface. */
export function limitsGiven(options: OptionValues<typeof limitOptions>): AccountLimitChanges {
  return {
    requests_per_minute: options.requestsPerMinute,
    burst: options.burst,
    feeds: options.feeds,
    concurrent_creations: options.concurrentCreations,
  };
}

/** `--option N|none`: a whole number; null for "none". */
function limitOption(summary: string): OptionSpec<number | null | undefined> {
  const once = text('N|none', summary);
  return {
    ...once,
    parse(given, flag) {
      const typed = once.parse(given, flag);
      if (typed === undefined) return undefined;
      if (typed === 'none') return null;
      if (/^\d{1,9}$/.test(typed)) return Number(typed);
      throw new UsageError(`${flag} takes a whole number or none, not "${typed}".`);
    },
  };
}
