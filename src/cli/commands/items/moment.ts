import { duration, type OptionSpec, text, UsageError } from '../../kit/index.js';

const ISO = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** `--option TIME`: a point in time, or a length of time before now. */
export function moment(placeholder: string, summary: string): OptionSpec<Date | undefined> {
  const ago = duration(placeholder, summary);
  const typed = text(placeholder, summary);
  return {
    summary,
    placeholder,
    parse(given, flag) {
      const value = typed.parse(given, flag);
      if (value === undefined) return undefined;
      // A bare number would be seconds, which nobody means here.
      if (/^\d+(?:\.\d+)?[a-z]+$/.test(value))
        return new Date(Date.now() - (ago.parse([value], flag) ?? 0));
      const date = new Date(ISO.test(value) ? value : Number.NaN);
      if (!Number.isNaN(date.getTime())) return date;
      throw new UsageError(
        `${flag} takes a time such as 24h, 7d, 1w, 2026-01-31 or 2026-01-31T08:30:00Z, not "${value}".`,
      );
    },
  };
}
