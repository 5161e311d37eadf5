import { type OptionSpec, text, UsageError } from '../../frame.js';

const PER: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 };

const spec = text('N/s', 'writes at most, such as 2/s or 30/m; "none" for no limit');

/** `--rate 30/m`: the shortest time between two writes, in milliseconds. */
export const rateOption: OptionSpec<number | undefined> = {
  ...spec,
  parse(given, flag) {
    const typed = spec.parse(given, flag);
    if (typed === undefined) return undefined;
    if (typed === 'none') return 0;
    const match = /^(\d{1,6}(?:\.\d{1,3})?)(?:\/(s|m|h))?$/.exec(typed);
    const count = Number(match?.[1]);
    if (count > 0) return (PER[match?.[2] ?? 's'] ?? 1000) / count;
    throw new UsageError(
      `${flag} takes a number of writes such as 2/s, 30/m or none, not "${typed}".`,
    );
  },
};
