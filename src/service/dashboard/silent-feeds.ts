import * as z from 'zod';

const DAY_MS = 24 * 60 * 60_000;

/** A silence is unusual after this multiple of the usual gap, and at least this long. */
const FACTOR = 3;
const MIN_SILENCE_MS = DAY_MS;
/** A rhythm needs this many dates. */
const MIN_DATES = 4;

const datesSchema = z.array(z.number());

/** A feed, how long it has been silent, and its usual gap between items, in milliseconds. */
export interface SilentFeed<Feed> {
  feed: Feed;
  silentMs: number;
  usualMs: number;
}

/**
 * Those that published nothing for unusually long, the longest silence first.
 * @param feeds feeds with the JSON of the newest dates of their items
 */
export function silentAmong<Feed>(
  feeds: readonly { feed: Feed; itemDates: string | null }[],
  now: number,
): SilentFeed<Feed>[] {
  return feeds
    .flatMap(({ feed, itemDates }) => {
      const dates = datesOf(itemDates).filter((date) => date <= now);
      const newest = Math.max(...dates);
      const usualMs = usualGap(dates);
      const silentMs = now - newest;
      const isSilent = usualMs !== null && silentMs > Math.max(MIN_SILENCE_MS, FACTOR * usualMs);
      return isSilent ? [{ feed, silentMs, usualMs }] : [];
    })
    .toSorted((a, b) => b.silentMs - a.silentMs);
}

function datesOf(json: string | null): number[] {
  if (json === null) return [];
  const parsed = datesSchema.safeParse(JSON.parse(json));
  return parsed.success ? parsed.data : [];
}

/** The average time between two items; null with too few dates to tell. */
function usualGap(dates: readonly number[]): number | null {
  if (dates.length < MIN_DATES) return null;
  const span = Math.max(...dates) - Math.min(...dates);
  return span === 0 ? null : span / (dates.length - 1);
}
