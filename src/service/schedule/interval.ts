import type { ScheduleHints } from '../core/source-document.js';
import { type Random, spread } from './backoff.js';
import { DAY, HOUR, MINUTE, WEEK } from './durations.js';

/** Default minimum time between two fetches of a feed. */
export const DEFAULT_FLOOR = 5 * MINUTE;

/** Longest automatic interval. */
export const CEILING = DAY;

/** Interval of a feed with fewer than two dates. */
const UNDATED_INTERVAL = 30 * MINUTE;

/**
 * The longest accepted request of a publisher. Static hosts send a max-age of a year, and some
 * feeds say `sy:updatePeriod yearly`, which taken literally would stop fetching.
 */
export const MAX_HINT_LENGTH = WEEK;

/** Number of items whose dates determine the publishing rhythm. */
const SAMPLE = 20;

/** The longer a source is silent, the fewer fetches: an interval is at least 1 % of the silence. */
const SILENCE_SHARE = 0.01;

/** Facts of a successful fetch for the next interval. Durations in milliseconds. */
export interface IntervalInput {
  now: number;
  /** `datePublished` of the stored items, in any order; null without a date. */
  itemDates: readonly (number | null)[];
  hints: ScheduleHints;
  /** From max-age or Expires. */
  freshForMs: number | null;
  /** From Retry-After on a successful response. */
  retryAfterMs: number | null;
  /** The setting of the owner; 0: paused; null or omitted: automatic. */
  interval?: number | null;
  /** Minimum set by the operator; default 5 minutes. */
  floorMs?: number;
  random: Random;
}

/**
 * Time of the next fetch after a success, in milliseconds since the epoch: the median gap between
 * items, from the minimum to 24 hours, never sooner than the document or its headers request (a
 * week at most), outside skipHours and skipDays, ±10 %.
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
 * The interval set by the owner. It overrides the requests of the document and its headers, but not
 * Retry-After and the minimum of the operator. A paused feed is never due; see `notPaused`.
 */
function decidedWait(interval: number, { floorMs, retryAfterMs, random }: IntervalInput): number {
  if (interval === 0) return MAX_HINT_LENGTH;
  const atLeast = Math.max(floorMs ?? DEFAULT_FLOOR, retryAfterMs ?? 0);
  return spread(interval, { atLeast, atMost: Math.max(MAX_HINT_LENGTH, atLeast) }, random);
}

/** The longest delay that the publisher requests; 0 without any. */
function requestedWait({ hints, freshForMs, retryAfterMs }: IntervalInput): number {
  const longest = Math.max(hints.minIntervalMs ?? 0, freshForMs ?? 0, retryAfterMs ?? 0);
  return Math.min(longest, MAX_HINT_LENGTH);
}

/**
 * The usual time between two items of this source. An old burst says nothing about today (twenty
 * posts imported in one minute would mean an interval of five minutes permanently), so the silence
 * since the newest item counts as well.
 */
export function publishingGap(itemDates: readonly (number | null)[], now: number): number {
  const newestFirst = newestDates(itemDates);
  const newest = newestFirst[0];
  if (newest === undefined) return UNDATED_INTERVAL;
  const gaps = newestFirst.slice(1).map((date, index) => (newestFirst[index] ?? date) - date);
  return Math.max(median(gaps) ?? UNDATED_INTERVAL, (now - newest) * SILENCE_SHARE);
}

/** The dates that count, newest first: enough to compute the interval again. */
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

/** The part of the first allowed hour over which waiting feeds are spread. */
const SPREAD_WITHIN_HOUR = 0.1;

type SkippedTimes = Pick<ScheduleHints, 'skipHours' | 'skipDays'>;

/**
 * The first allowed time from `due` on, outside skipHours and skipDays (both UTC). A document that
 * excludes the whole week is wrong and is ignored.
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
