import { DAY, HOUR, MINUTE } from '../core/durations.js';
import { fading, LASTING, RECENT, type Rhythm } from './rhythm.js';

/*
 * An item that appears at time x and is fetched at time T has waited for T - x. With r(x) items a
 * millisecond, a wait of T costs the integral of r(x)(T - x) from 0 to T in waiting, and one request.
 * The waiting of all feeds together is smallest, for a given number of requests, where each feed is
 * fetched when its expected waiting has reached the same amount: the cost of a request.
 */

/**
 * What a request is worth, in milliseconds of waiting: feedctl spends one request to save items 10
 * seconds. Chosen on posting histories of commits, releases and company sites: 35 requests a day.
 */
export const DEFAULT_FETCH_COST = 0.17 * MINUTE;

/** Weight of each sum of a rhythm for the rate. Chosen on the same histories. */
const RECENT_WEIGHTS = [0.15, 0.15, 0.1] as const;
const LASTING_WEIGHTS = [0.25, 0.25] as const;

/** Assumption for an unknown source: this many items in this time. */
const ASSUMED_ITEMS = 1;
const ASSUMED_TIME = 0.5 * DAY;

/** Number of items, spread evenly, that are added to the known ones. */
const ASSUMED_BY_HOUR = 10;
const ASSUMED_BY_DAY = 6;

const STEP = 5 * MINUTE;

/** Factors by which each of `RECENT` fades in a step, and in half of one. */
const AFTER_STEP = RECENT.map((life) => fading(STEP, life));
const AFTER_HALF_STEP = RECENT.map((life) => fading(STEP / 2, life));

/**
 * How long to wait until the items expected meanwhile will have waited for `fetchCost` together.
 * All in milliseconds.
 * @returns at most `atMost`
 */
export function patience(
  rhythm: Rhythm,
  { now, fetchCost, atMost }: { now: number; fetchCost: number; atMost: number },
): number {
  const usual = usualRate(rhythm, now);
  const burst = burstRates(rhythm, now);
  const habitAt = habits(rhythm);
  let items = 0;
  let waiting = 0;
  for (let start = 0; start < atMost; start += STEP) {
    const step = Math.min(STEP, atMost - start);
    const habit = habitAt(now + start + step / 2);
    // Habits matter less while a source is posting: a burst does not stop at the full hour.
    const rate = usual * habit + sumOf(burst) * Math.sqrt(habit);
    const appear = rate * step;
    const added = items * step + (appear * step) / 2;
    if (waiting + added >= fetchCost) return start + step * ((fetchCost - waiting) / added);
    waiting += added;
    items += appear;
    fade(burst);
  }
  return atMost;
}

/** Items per millisecond, on an average day without a burst. */
function usualRate({ lasting, at, since }: Rhythm, now: number): number {
  let rate = 0;
  LASTING.forEach((life, index) => {
    const items = (lasting[index] ?? 0) * fading(now - at, life) + ASSUMED_ITEMS;
    const time = life * (1 - fading(now - since, life)) + ASSUMED_TIME;
    rate += ((LASTING_WEIGHTS[index] ?? 0) * items) / time;
  });
  return rate;
}

/**
 * The additional rate from recent items in the middle of the first step, by their place in
 * `RECENT`.
 */
function burstRates({ recent, at }: Rhythm, now: number): number[] {
  return RECENT.map((life, index) => {
    const items = (recent[index] ?? 0) * fading(now - at, life) * (AFTER_HALF_STEP[index] ?? 0);
    return ((RECENT_WEIGHTS[index] ?? 0) * items) / life;
  });
}

function fade(burst: number[]): void {
  for (let index = 0; index < burst.length; index += 1) {
    burst[index] = (burst[index] ?? 0) * (AFTER_STEP[index] ?? 0);
  }
}

/**
 * The factor by which the source posts more or less than usual at a time. It is near 1 while few
 * items are known; neighbouring hours count as similar.
 */
function habits({ hours, days }: Rhythm): (time: number) => number {
  const byHours = sumOf(hours) + ASSUMED_BY_HOUR;
  const byDays = sumOf(days) + ASSUMED_BY_DAY;
  return (time) => {
    const hour = Math.floor(time / HOUR);
    const at = (offset: number) => hours[(hour + offset + 24) % 24] ?? 0;
    const inHour = (at(-1) + at(0) + at(1)) / 3 + ASSUMED_BY_HOUR / 24;
    // The epoch began on a Thursday.
    const onDay = (days[(Math.floor(hour / 24) + 4) % 7] ?? 0) + ASSUMED_BY_DAY / 7;
    return ((inHour * 24) / byHours) * ((onDay * 7) / byDays);
  };
}

function sumOf(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
