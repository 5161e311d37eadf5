import { formatMilliseconds, parseMilliseconds } from '../base/duration.js';

/** Limits of the interval of a feed, in milliseconds. */
export const MIN_INTERVAL_MS = 60_000;
export const MAX_INTERVAL_MS = 604_800_000;

/** The format of an interval; completes `"interval" must be …`. */
export const INTERVAL_RULE = '"auto", "paused", or a duration from 1m to 7d such as 15m or 6h';

/** The schedule of a feed: the rhythm of its source, never, or an interval in milliseconds. */
export type Interval = 'auto' | 'paused' | number;

/** In a change: restores the interval that a paused feed had before. */
export const RESUME = 'resume';

/** Parses `auto`, `paused` or a duration such as `15m`; null for anything else. */
export function parseInterval(text: string): Interval | null {
  if (text === 'auto' || text === 'paused') return text;
  const ms = parseMilliseconds(text);
  return ms !== null && ms >= MIN_INTERVAL_MS && ms <= MAX_INTERVAL_MS ? ms : null;
}

/** The shortest text that `parseInterval` accepts for this value; below a second as `250ms`. */
export function formatInterval(interval: Interval): string {
  if (typeof interval === 'string') return interval;
  return formatMilliseconds(interval);
}

const [MIN_DURATION_MS, MAX_DURATION_MS] = [3_600_000, 10_000 * 86_400_000];

/** The format of a duration that may be absent; completes `"max_age" must be …`. */
export const DURATION_RULE = '"none", or a duration from 1h to 10000d such as 12h or 30d';

/** Parses `none` or a duration such as `30d` into milliseconds; null for anything else. */
export function parseDuration(text: string): number | 'none' | null {
  if (text === 'none') return text;
  const ms = parseMilliseconds(text);
  return ms !== null && ms >= MIN_DURATION_MS && ms <= MAX_DURATION_MS ? ms : null;
}

/** The format of the lifetime of a key; completes `"expires_in" must be …`. */
export const KEY_LIFE_RULE = 'a duration from 1h to 10000d such as 12h or 90d';

/** Parses the lifetime of a key into milliseconds; null for anything else. */
export function parseKeyLife(text: string): number | null {
  const life = parseDuration(text);
  return life === 'none' ? null : life;
}

/** The shortest text that `parseDuration` accepts for this value. */
export function formatDuration(duration: number | 'none'): string {
  return duration === 'none' ? duration : formatInterval(duration);
}
