import type { QuietHours } from '../../contract/quiet-hours.js';
import type { FetchReason } from '../../contract/shown.js';
import { SERVICE_SETTINGS } from '../../resources/operator.js';
import { DAY, HOUR, WEEK } from '../core/durations.js';
import type { ScheduleHints } from '../core/source-document.js';
import { type Random, spread } from './backoff.js';
import { DEFAULT_FETCH_COST, patience } from './patience.js';
import { afterQuietHours } from './quiet-hours.js';
import type { Rhythm } from './rhythm.js';

/** Default minimum time between two fetches of a feed. */
export const DEFAULT_FLOOR = SERVICE_SETTINGS.refreshFloorMs.default;

/** Default maximum time between two fetches; the operator, the owner or the publisher can change it. */
export const DEFAULT_CEILING = SERVICE_SETTINGS.refreshCeilingMs.default;

/** Below this budget, in requests per feed and day, silent sources are fetched less often. */
const TIGHT_BUDGET = 30;

const CEILING_OF_TIGHT_BUDGET = 6 * HOUR;

/** The maximum interval if the operator set none. An hour alone costs 24 requests a day. */
export function ceilingFor(requestsPerDay: number): number {
  return requestsPerDay < TIGHT_BUDGET ? CEILING_OF_TIGHT_BUDGET : DEFAULT_CEILING;
}

/** The longest maximum interval that an operator may set. */
export const MAX_CEILING = WEEK;

/**
 * The longest accepted request of a publisher. Static hosts send a max-age of a year, and some
 * feeds say `sy:updatePeriod yearly`, which taken literally would stop fetching.
 */
export const MAX_HINT_LENGTH = WEEK;

/**
 * Number of dates that are kept with a feed: the newest ones, for lists and for starting its
 * rhythm.
 */
export const SAMPLE = 20;

/**
 * Jitter of waits that follow the rhythm. They differ from feed to feed and from fetch to fetch
 * anyway; at the maximum interval, where they do not, it moves feeds apart by some minutes within a
 * day. A tenth would cost two more requests a day.
 */
const RHYTHM_SPREAD = 0.01;

/** Limits of the operator. Times in milliseconds. */
export interface WaitLimits {
  /** Minimum time between two fetches; default 5 minutes. */
  floorMs?: number | undefined;
  /**
   * Maximum time between two fetches; default 1 hour. It may be longer for a source that pushes its
   * changes.
   */
  ceilingMs?: number | undefined;
  /** The total waiting time that one request must save; see `patience`. */
  fetchCost?: number | undefined;
}

/** Facts from a successful reading that decide the next fetch. Durations in milliseconds. */
export interface IntervalInput extends WaitLimits {
  now: number;
  rhythm: Rhythm;
  hints: ScheduleHints;
  /** Freshness from max-age or Expires. */
  freshForMs: number | null;
  /** Retry-After on a successful response. */
  retryAfterMs: number | null;
  /** The owner's setting; 0: paused; null or absent: automatic. */
  interval?: number | null;
  /** The owner's quiet hours; null or absent: none. */
  quiet?: QuietHours | null;
  random: Random;
}

/** The next fetch of a feed, with the reason for its time. */
export interface NextFetch {
  /** Milliseconds since the epoch. */
  at: number;
  reason: FetchReason;
}

/**
 * When to fetch again after a successful reading: as soon as the items expected meanwhile are worth a
 * request, from the floor to the ceiling; never sooner than the document or its headers ask for (a
 * week at most); outside skipHours, skipDays and quiet hours.
 */
export function nextFetch(input: IntervalInput): NextFetch {
  const { now, interval, quiet = null, random } = input;
  if (interval === 0) return { at: now + MAX_HINT_LENGTH, reason: 'paused' };
  const { wait, reason } = interval == null ? ownWait(input) : ownersWait(interval, input);
  const due = { at: now + wait, reason };
  const open = interval == null ? outsideSkippedTimes(due, input.hints, random) : due;
  return outsideQuietHours(open, quiet, random);
}

interface Wait {
  wait: number;
  reason: FetchReason;
}

function ownWait(input: IntervalInput): Wait {
  const { now, rhythm, random, fetchCost = DEFAULT_FETCH_COST } = input;
  const { floorMs: floor = DEFAULT_FLOOR } = input;
  const ceiling = Math.max(floor, input.ceilingMs ?? DEFAULT_CEILING);
  const requested = requestedWait(input);
  const chosen = patience(rhythm, { now, fetchCost, atMost: ceiling });
  // A requested wait is a minimum, so its jitter only adds.
  if (requested > Math.max(chosen, floor)) {
    const bounds = { atLeast: requested, atMost: requested * 1.1 };
    return { wait: spread(requested, bounds, random), reason: 'publisher' };
  }
  const atLeast = Math.max(floor, requested);
  const wait = spread(chosen, { atLeast, atMost: ceiling }, random, RHYTHM_SPREAD);
  return { wait, reason: chosen <= floor ? 'floor' : chosen >= ceiling ? 'ceiling' : 'rhythm' };
}

/**
 * The wait that the owner decided on. It overrules what the document and its headers ask for, but not
 * Retry-After and the operator's floor.
 */
function ownersWait(interval: number, { floorMs, retryAfterMs, random }: IntervalInput): Wait {
  const floor = floorMs ?? DEFAULT_FLOOR;
  const atLeast = Math.max(floor, retryAfterMs ?? 0);
  const wait = spread(interval, { atLeast, atMost: Math.max(MAX_HINT_LENGTH, atLeast) }, random);
  if (interval >= atLeast) return { wait, reason: 'interval' };
  return { wait, reason: atLeast > floor ? 'publisher' : 'floor' };
}

/** The longest delay that the publisher requests; 0 if there is none. */
function requestedWait({ hints, freshForMs, retryAfterMs }: IntervalInput): number {
  const longest = Math.max(hints.minIntervalMs ?? 0, freshForMs ?? 0, retryAfterMs ?? 0);
  return Math.min(longest, MAX_HINT_LENGTH);
}

/** The newest of the dates, newest first. */
export function newestDates(itemDates: readonly (number | null)[]): number[] {
  return itemDates
    .filter((date) => date !== null)
    .sort((a, b) => b - a)
    .slice(0, SAMPLE);
}

/** The time, moved to the end of quiet hours that contain it. */
export function outsideQuietHours(
  due: NextFetch,
  quiet: QuietHours | null,
  random: Random,
): NextFetch {
  if (quiet === null) return due;
  const at = afterQuietHours(due.at, quiet, random);
  return at === due.at ? due : { at, reason: 'quiet_hours' };
}

function outsideSkippedTimes(due: NextFetch, skipped: SkippedTimes, random: Random): NextFetch {
  const at = skipAhead(due.at, skipped, random);
  return at === due.at ? due : { at, reason: 'skip_hours' };
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
