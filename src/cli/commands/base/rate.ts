import { converted, UsageError } from '../../kit/index.js';

const PER: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 };

/** `--rate 30/m`: the minimum time between two writes, in milliseconds. */
export const rateOption = converted(
  'N/s',
  'maximum write rate, such as 2/s or 30/m; "none" for no limit',
  (typed, flag) => {
    if (typed === 'none') return 0;
    const match = /^(\d{1,6}(?:\.\d{1,3})?)(?:\/(s|m|h))?$/.exec(typed);
    const count = Number(match?.[1]);
    if (count > 0) return (PER[match?.[2] ?? 's'] ?? 1000) / count;
    throw new UsageError(`${flag} takes a rate such as 2/s, 30/m or none, not "${typed}".`);
  },
);

/** The `--rate` flag for a follow-up command; empty without a rate. */
export function rateFlag(intervalMs: number | undefined): readonly string[] {
  if (intervalMs === undefined) return [];
  return ['--rate', intervalMs === 0 ? 'none' : asTyped(intervalMs)];
}

/** The rate in the unit that gives the shortest number: 8571.43 ms are 7/m. */
function asTyped(intervalMs: number): string {
  const forms = Object.entries(PER).map(([unit, ms]) => {
    const count = Number((ms / intervalMs).toFixed(3));
    return { text: `${count}/${unit}`, error: Math.abs(count * intervalMs - ms) / ms };
  });
  const least = Math.min(...forms.map(({ error }) => error));
  const exact = forms.filter(({ error }) => error <= least + 1e-9);
  return exact.reduce((a, b) => (b.text.length < a.text.length ? b : a)).text;
}
