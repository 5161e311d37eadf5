import type { ScheduleHints } from '../core/source-document.js';
import { type Random, spread } from './backoff.js';
import { DAY, HOUR, MINUTE, WEEK } from './durations.js';

/** Shortest time between two looks at a feed, unless the operator sets another. */
export const DEFAULT_FLOOR = 5 * MINUTE;

/** Longest time between two looks that we choose by ourselves. */
export const CEILING = DAY;

/** For a feed that shows no dates, or only one. */
const UNDATED_INTERVAL = 30 * MINUTE;

/**
 * The longest wait that anybody can ask of us. Static hosts put a max-age of a year on everything
 * and some feeds say `sy:updatePeriod yearly`: taken literally, that is never looking again.
 */
export const MAX_HINT_LENGTH = WEEK;

/** Items whose dates tell how often the source publishes. */
const SAMPLE = 20;

/** The longer a source is silent, the less often: a look costs at most 1 % of the silence. */
const SILENCE_SHARE = 0.01;

/** What a successful reading taught about when to read again. Durations in milliseconds. */
export interface IntervalInput {
  now: number;
  /** `datePublished` of the stored items, in any order; null where the source shows none. */
  itemDates: readonly (number | null)[];
  hints: ScheduleHints;
  /** From max-age or Expires. */
  freshForMs: number | null;
  /** From Retry-After on an answer that was otherwise fine. */
  retryAfterMs: number | null;
  /** What the owner of the feed decided; 0: paused; null or left out: nothing. */
  interval?: number | null;
  /** The operator's floor; default 5 minutes. */
  floorMs?: number;
  random: Random;
}

/**
 * When to look again after a successful reading, in milliseconds since the epoch: the median gap
 * between the items, from the floor to 24 hours, never sooner than the document or its headers ask
 * for (a week at most), outside skipHours and skipDays, ±10 %.
 */
export function nextRefreshAt(input: IntervalInput): number {
  if (input.interval != null) return input.now + decidedWait(input.interval, input);
  const atLeast = Math.max(input.floorMs ?? DEFAULT_FLOOR, requestedWait(input));
  const bounds = { atLeast, atMost: Math.max(CEILING, atLeast * 1.1) };
  const chosen = Math.min(CEILING, publishingGap(input.itemDates, input.now));
  const due = input.now + spread(chosen, bounds, input.random);
  return skipAhead(due, input.hints, input.random);
}

/**
 * The wait that the owner decided on. It stands above what the document and its headers ask for, not
 * above Retry-After and the operator's floor. A paused feed is not due at all; see `notPaused`.
 */
function decidedWait(interval: number, { floorMs, retryAfterMs, random }: IntervalInput): number {
  if (interval === 0) return MAX_HINT_LENGTH;
  const atLeast = Math.max(floorMs ?? DEFAULT_FLOOR, retryAfterMs ?? 0);
  return spread(interval, { atLeast, atMost: Math.max(MAX_HINT_LENGTH, atLeast) }, random);
}

/** The longest of the waits that the publisher asks for; 0 when there is none. */
function requestedWait({ hints, freshForMs, retryAfterMs }: IntervalInput): number {
  const longest = Math.max(hints.minIntervalMs ?? 0, freshForMs ?? 0, retryAfterMs ?? 0);
  return Math.min(longest, MAX_HINT_LENGTH);
}

/**
 * The time between two items that is usual for this source. A burst long ago says nothing about
 * today - twenty posts imported in one minute would mean every five minutes for ever -, so the
 * silence since the newest item counts as well.
 */
export function publishingGap(itemDates: readonly (number | null)[], now: number): number {
  const newestFirst = newestDates(itemDates);
  const newest = newestFirst[0];
  if (newest === undefined) return UNDATED_INTERVAL;
  const gaps = newestFirst.slice(1).map((date, index) => (newestFirst[index] ?? date) - date);
  return Math.max(median(gaps) ?? UNDATED_INTERVAL, (now - newest) * SILENCE_SHARE);
}

/** The dates that count, newest first: all that is needed to judge the interval another time. */
export function newestDates(itemDates: readonly (number | null)[]): number[] {
  return itemDates
    .filter((date) => date !== null)
    .sort((a, b) => b - a)
    .slice(0, SAMPLE);
}

function median(values: number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2;
}

/** Part of the first allowed hour over which feeds are spread that would all start on its stroke. */
const SPREAD_WITHIN_HOUR = 0.1;

type SkippedTimes = Pick<ScheduleHints, 'skipHours' | 'skipDays'>;

/**
 * The first time from `due` on that the document's skipHours and skipDays (both UTC) leave open.
 * A document that closes the whole week has made a mistake, and is not obeyed.
 */
function skipAhead(due: number, skipped: SkippedTimes, random: Random): number {
  if (isOpen(due, skipped)) return due;
  const nextHour = Math.floor(due / HOUR) * HOUR + HOUR;
  for (let hour = nextHour; hour < nextHour + WEEK; hour += HOUR) {
    if (isOpen(hour, skipped)) return Math.round(hour + HOUR * SPREAD_WITHIN_HOUR * random());
  }
  return due;
}

function isOpen(time: number, { skipHours, skipDays }: SkippedTimes): boolean {
  const hour = Math.floor((time % DAY) / HOUR);
  return !skipHours.includes(hour) && !skipDays.includes(new Date(time).getUTCDay());
}
