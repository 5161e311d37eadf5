import { type OptionSpec, text, UsageError } from '../../kit/index.js';

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

/** The flag that says a pace again, for a command to go on with; nothing for no pace. */
export function rateFlag(intervalMs: number | undefined): readonly string[] {
  if (intervalMs === undefined) return [];
  return ['--rate', intervalMs === 0 ? 'none' : asTyped(intervalMs)];
}

/** In the unit in which the number is shortest: 8571.43 ms are 7/m. */
function asTyped(intervalMs: number): string {
  const forms = Object.entries(PER).map(([unit, ms]) => {
    const count = Number((ms / intervalMs).toFixed(3));
    return { text: `${count}/${unit}`, error: Math.abs(count * intervalMs - ms) / ms };
  });
  const least = Math.min(...forms.map(({ error }) => error));
  const exact = forms.filter(({ error }) => error <= least + 1e-9);
  return exact.reduce((a, b) => (b.text.length < a.text.length ? b : a)).text;
}
