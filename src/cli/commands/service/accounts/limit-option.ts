import { type OptionSpec, text, UsageError } from '../../../kit/index.js';

/** `--option N|none`: a whole number; null for "none", undefined when it is not given. */
export function limitOption(summary: string): OptionSpec<number | null | undefined> {
  const once = text('N|none', summary);
  return {
    ...once,
    parse(given, flag) {
      const typed = once.parse(given, flag);
      if (typed === undefined) return undefined;
      if (typed === 'none') return null;
      if (/^\d{1,9}$/.test(typed)) return Number(typed);
      throw new UsageError(`${flag} takes a whole number, or none, not "${typed}".`);
    },
  };
}
