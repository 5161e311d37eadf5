import { parseJson } from '../../base/json.js';
import { DAY, HOUR, MINUTE } from '../core/durations.js';

/**
 * Lifetimes of the traces of an item, in milliseconds. `RECENT` shows that a source is posting now,
 * `LASTING` how much it posts on average.
 */
export const RECENT = [10 * MINUTE, HOUR, 8 * HOUR] as const;
export const LASTING = [4 * DAY, 40 * DAY] as const;

/** Lifetime of the hours and days that a source prefers. */
const HABIT = 120 * DAY;

/** Weight of a changed item, relative to a new one. */
const CHANGE_WEIGHT = 0.5;

/**
 * When a source publishes, learned from its items: sums of item counts that fade with time. It has
 * one size however many items there were, and needs no update while nothing happens.
 */
export interface Rhythm {
  /** Time of the sums, in milliseconds. */
  at: number;
  /** Time since when the source is known. */
  since: number;
  /** One sum for each of `RECENT`. */
  recent: number[];
  /** One sum for each of `LASTING`. */
  lasting: number[];
  /** Items by hour of the day, UTC. */
  hours: number[];
  /** Items by day of the week, UTC, from Sunday. */
  days: number[];
}

/** The result of one fetch. Times in milliseconds. */
interface Observation {
  /** Times at which the new items appeared; see `timesOfAppearance`. */
  times: readonly number[];
  /** Number of known items that the source changed. */
  changed?: number;
  now: number;
}

/**
 * The rhythm of a source that is read for the first time.
 * @param dates those of its items, in any order; null where there is none. Dates in the future count
 * for nothing, equal ones count once: 20 items imported in one minute are one event.
 */
export function startRhythm(dates: readonly (number | null)[], now: number): Rhythm {
  const past = [...new Set(dates)]
    .filter((date) => date !== null)
    .filter((date) => date <= now)
    .sort((a, b) => a - b);
  const since = past[0] ?? now;
  const empty: Rhythm = {
    at: now,
    since,
    recent: RECENT.map(() => 0),
    lasting: LASTING.map(() => 0),
    hours: new Array(24).fill(0),
    days: new Array(7).fill(0),
  };
  return learn(empty, { times: past, now });
}

/** The rhythm after a fetch. The clock may have gone back since the previous one. */
export function learn(rhythm: Rhythm, { times, changed = 0, now }: Observation): Rhythm {
  const silence = Math.max(0, now - rhythm.at);
  const habit = fading(silence, HABIT);
  const hours = rhythm.hours.map((count) => count * habit);
  const days = rhythm.days.map((count) => count * habit);
  for (const time of times) {
    const weight = fading(now - time, HABIT);
    const day = new Date(time).getUTCDay();
    days[day] = (days[day] ?? 0) + weight;
    countHour(hours, time, weight);
  }
  const changeWeight = times.length === 0 && changed > 0 ? CHANGE_WEIGHT : 0;
  return {
    at: now,
    since: Math.min(rhythm.since, now),
    recent: RECENT.map(
      (life, index) => sumAfter(rhythm.recent[index], life, { silence, times, now }) + changeWeight,
    ),
    lasting: LASTING.map((life, index) =>
      sumAfter(rhythm.lasting[index], life, { silence, times, now }),
    ),
    hours,
    days,
  };
}

/**
 * Counts an item for the two hours whose middles are nearest, so that 8:59 is not far from 9:00.
 */
function countHour(hours: number[], time: number, weight: number): void {
  // A date without a time of day, which many sites give, says nothing about the hour.
  if (time % DAY === 0) return;
  const place = (time % DAY) / HOUR + 23.5;
  const [first, second] = [Math.floor(place) % 24, Math.ceil(place) % 24];
  const share = place - Math.floor(place);
  hours[first] = (hours[first] ?? 0) + weight * (1 - share);
  hours[second] = (hours[second] ?? 0) + weight * share;
}

function sumAfter(
  before: number | undefined,
  life: number,
  { silence, times, now }: { silence: number; times: readonly number[]; now: number },
): number {
  return times.reduce(
    (sum, time) => sum + fading(now - time, life),
    (before ?? 0) * fading(silence, life),
  );
}

/** The factor by which a sum fades in some time. */
export function fading(ms: number, life: number): number {
  return Math.exp(-Math.max(0, ms) / life);
}

/**
 * When new items appeared at the source, ascending. A date counts if it lies between the two fetches
 * that did not and did show the item. Other dates are wrong, in the future or of another event, such
 * as writing the item; then the middle between the fetches is the best guess, as it is for an item
 * without a date. Items of one such guess count once.
 */
export function timesOfAppearance(
  dates: readonly (number | null)[],
  { since, now }: { since: number; now: number },
): number[] {
  const middle = since < now ? (since + now) / 2 : now;
  const times = dates.map((date) => (date !== null && date > since && date <= now ? date : middle));
  return [...new Set(times)].sort((a, b) => a - b);
}

const DIGITS = 3;

/** A rhythm as stored text, of about 250 characters. */
export function formatRhythm({ at, since, recent, lasting, hours, days }: Rhythm): string {
  const counts = [recent, lasting, hours, days].map((sums) => sums.map(rounded));
  return JSON.stringify([Math.round(at), Math.round(since), ...counts]);
}

function rounded(count: number): number {
  return count < 0.001 ? 0 : Number(count.toPrecision(DIGITS));
}

/** Reads what `formatRhythm` wrote; null for null and for anything else. */
export function parseRhythm(text: string | null): Rhythm | null {
  if (text === null) return null;
  const parts: unknown = parseJson(text);
  if (!Array.isArray(parts)) return null;
  const [at, since, ...sums]: unknown[] = parts;
  const [recent, lasting, hours, days] = sums;
  const isRhythm =
    isCount(at) &&
    isCount(since) &&
    isCounts(recent, RECENT.length) &&
    isCounts(lasting, LASTING.length) &&
    isCounts(hours, 24) &&
    isCounts(days, 7);
  return isRhythm ? { at, since, recent, lasting, hours, days } : null;
}

function isCounts(value: unknown, length: number): value is number[] {
  return Array.isArray(value) && value.length === length && value.every(isCount);
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
