import { findDate } from '../src/dates/index.js';

/** What a phrase means: a distance back from the time of reading, or a date (UTC, month 1-12). */
export interface PhraseLabel {
  ago?: Partial<Record<DistanceUnit, number>>;
  date?: number[];
}

type DistanceUnit = 'years' | 'months' | 'weeks' | 'days' | 'hours' | 'minutes' | 'seconds';
export type Outcome = 'right' | 'wrong hour' | 'wrong day' | 'not read';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Reads a phrase as a page with a marked date and no stated language would have it. */
export function scorePhrase(phrase: string, label: PhraseLabel, now: number): Outcome {
  const found = findDate(phrase, { now, dayFirst: true });
  if (found === null) return 'not read';
  const expected = timeOf(label, now);
  const distance = Math.abs(found.time - expected);
  const days = Math.abs(Math.floor(found.time / DAY_MS) - Math.floor(expected / DAY_MS));
  if (distance <= MINUTE_MS || (!found.hasTime && days === 0)) return 'right';
  // A named day or a distance in days says nothing of the hour, and a month has no fixed length.
  const coarse = label.ago !== undefined && !isExact(label.ago);
  if (coarse && days <= (label.ago?.months || label.ago?.years ? 3 : 0)) return 'right';
  return days === 0 ? 'wrong hour' : 'wrong day';
}

function isExact({ hours, minutes, seconds }: NonNullable<PhraseLabel['ago']>): boolean {
  return (hours ?? minutes ?? seconds) !== undefined;
}

function timeOf({ ago, date }: PhraseLabel, now: number): number {
  if (date !== undefined) {
    const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = date;
    return Date.UTC(year, month - 1, day, hour, minute, second);
  }
  const counted = new Date(now);
  counted.setUTCFullYear(counted.getUTCFullYear() - (ago?.years ?? 0));
  counted.setUTCMonth(counted.getUTCMonth() - (ago?.months ?? 0));
  const days = (ago?.weeks ?? 0) * 7 + (ago?.days ?? 0);
  const minutes = (ago?.hours ?? 0) * 60 + (ago?.minutes ?? 0);
  return counted.getTime() - days * DAY_MS - minutes * MINUTE_MS - (ago?.seconds ?? 0) * 1000;
}
