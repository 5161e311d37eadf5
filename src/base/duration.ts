const UNITS_MS = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
} as const;

type TimeUnit = keyof typeof UNITS_MS;

interface DurationForm {
  /** Units that are accepted. */
  units?: readonly TimeUnit[];
  /** The unit of a number without one; absent: a unit is required. */
  bare?: TimeUnit;
  /** True if `1.5h` is accepted. */
  fractions?: boolean;
}

/** Milliseconds of a text such as `15m` or `30d`; null for anything else. */
export function parseMilliseconds(
  text: string,
  { units = ['s', 'm', 'h', 'd', 'w'], bare, fractions = false }: DurationForm = {},
): number | null {
  const [, count, unit = bare] = /^(\d{1,9}(?:\.\d{1,3})?)\s?(ms|[smhdw])?$/.exec(text) ?? [];
  if (count === undefined || unit === undefined || (!fractions && count.includes('.'))) return null;
  const known = units.find((each) => each === unit);
  return known === undefined ? null : Math.round(Number(count) * UNITS_MS[known]);
}

const PRINTED = ['d', 'h', 'm', 's'] as const;

/** The shortest text for a number of milliseconds, such as `90m`; below a second as `250ms`. */
export function formatMilliseconds(milliseconds: number): string {
  const unit = PRINTED.find((each) => milliseconds % UNITS_MS[each] === 0) ?? 'ms';
  return `${milliseconds / UNITS_MS[unit]}${unit}`;
}
