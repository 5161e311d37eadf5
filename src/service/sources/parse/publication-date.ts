import { LONGEST_AHEAD } from '../../../dates/longest-ahead.js';
import { DAY, HOUR } from '../../core/durations.js';
import { readDate, type WrittenDate } from './read-date.js';

/** A date this close to the epoch is an empty field: zones reach 14 hours from UTC. */
const EPOCH_PLACEHOLDER_MS = 14 * HOUR;

/**
 * Makes a reader of publication dates for one document.
 *
 * A date without a zone is meant in the zone that most dates of the document name, else in UTC. A
 * date that is missing or unreadable is null: a made-up date would make everything new every day
 * (rss-bridge#3680). One that is more than a day ahead is that of an event, or of a slow clock here.
 * @param samples every date in the document, as written
 * @param now milliseconds since the epoch
 * @param language that of the document, a BCP 47 tag
 */
export function publicationDates(
  samples: readonly string[],
  now: number,
  language: string | null = null,
): PublicationDates {
  const read = new Map(samples.map((sample) => [sample, readDate(sample, language)]));
  const offset = dominantOffset(samples.map((sample) => read.get(sample) ?? null));
  const written = (candidate: string) => read.get(candidate) ?? readDate(candidate, language);
  return {
    dateOf(candidates) {
      for (const candidate of candidates) {
        const date = written(candidate);
        const epoch = date === null ? null : toEpoch(date, offset);
        if (epoch !== null && isPlausible(epoch, now)) return epoch;
      }
      return null;
    },
    dateAhead(candidates) {
      for (const candidate of candidates) {
        const date = written(candidate);
        const epoch = date === null ? null : toEpoch(date, offset);
        if (epoch !== null && epoch > now + DAY && epoch < now + LONGEST_AHEAD) return epoch;
      }
      return null;
    },
    isSure(candidates) {
      const first = candidates.map(written).find((date) => date !== null);
      if (first === undefined) return true;
      const isInZone = !first.hasTime || first.offsetMinutes !== null;
      return isInZone && isPlausible(toEpoch(first, 0), now);
    },
  };
}

/** Reads the dates of one document. */
interface PublicationDates {
  /**
   * The first candidate that is a plausible date, in milliseconds since the epoch; otherwise null.
   */
  dateOf(candidates: readonly string[]): number | null;
  /** The first candidate more than a day ahead; null if there is none. */
  dateAhead(candidates: readonly string[]): number | null;
  /** True if these candidates give the same date in another document, and at a later time. */
  isSure(candidates: readonly string[]): boolean;
}

/** The most frequent offset of the dates in minutes, the first of equals; 0 if no date has one. */
export function dominantOffset(dates: ReadonlyArray<WrittenDate | null>): number {
  const counts = new Map<number, number>();
  for (const date of dates) {
    if (typeof date?.offsetMinutes !== 'number') continue;
    counts.set(date.offsetMinutes, (counts.get(date.offsetMinutes) ?? 0) + 1);
  }
  let dominant = 0;
  let most = 0;
  for (const [offset, count] of counts) {
    if (count > most) [dominant, most] = [offset, count];
  }
  return dominant;
}

/** A date without a time is 00:00 UTC, whatever the zone of the document. */
function toEpoch(date: WrittenDate, offset: number): number {
  return date.hasTime ? date.local - (date.offsetMinutes ?? offset) * 60_000 : date.local;
}

function isPlausible(epoch: number, now: number): boolean {
  return epoch <= now + DAY && Math.abs(epoch) > EPOCH_PLACEHOLDER_MS;
}
