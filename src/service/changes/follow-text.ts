import { DAY } from '../core/durations.js';
import { ServiceError } from '../core/errors.js';
import type { FollowedText, SourceDocument, SourceEntry } from '../core/source-document.js';
import { changeEntry, takenBackEntry, watchedEntry } from './change-entry.js';
import { Memory } from './memory.js';
import { type PageReading, readText } from './read-text.js';
import { inBothAnswers } from './two-answers.js';

/** What the last fetch stored, and what came after it. */
export interface FollowedBefore extends FollowedText {
  /** Fetches of the feed so far. */
  fetches: number;
  /** Since when they fail, milliseconds; null when the last one did not. */
  failingSince: number | null;
}

/** One answer of a page whose text is followed; plain data, so that a worker thread can read it. */
export interface FollowedPage {
  /** Final address of the page. */
  url: string;
  html: string;
  /** Time of the fetch, milliseconds. */
  now: number;
  /** CSS selector of the text; null for the readable part of the page. */
  selector: string | null;
  /** Null the first time. */
  before: FollowedBefore | null;
  /** What the first answer said, when this is the second one. */
  first: PageReading | null;
}

/** The document, or the first answer, which a second one must confirm. */
export type FollowStep = { document: SourceDocument } | { first: PageReading };

/**
 * Reads an answer of a page and compares it with what was known.
 * @throws ServiceError as `followPage` does
 */
export function followText(page: FollowedPage): FollowStep {
  const { url, now, before, first } = page;
  const reading = readText({ ...page, before: before?.lines ?? null });
  if ('code' in reading) throw new ServiceError(reading.code, reading.message);
  const memory = new Memory(before, { now, fetches: before?.fetches ?? 0 });
  if (before === null) {
    const entries = [watchedEntry(reading.lines, { url, now })];
    return documentOf(reading, entries, memory.after(reading.lines));
  }
  if (first === null) {
    checkLoss(page, before, reading);
    if (reading.hunks.some((hunk) => !memory.knows(hunk))) return { first: reading };
    return told(page, reading, memory);
  }
  const { lasting, passing, lines } = inBothAnswers(first.lines, first.hunks, reading.hunks);
  memory.notePassing(passing);
  return told(page, first, memory, { hunks: lasting, lines });
}

/** The document of a page that is told to have changed, or not. */
function told(
  { url, now, selector }: FollowedPage,
  reading: PageReading,
  memory: Memory,
  { hunks, lines }: Pick<PageReading, 'hunks' | 'lines'> = reading,
): FollowStep {
  const news = hunks.filter((hunk) => !memory.knows(hunk));
  // What was selected is followed for its numbers: a price.
  if (selector === null) memory.noteNumbers(news);
  const back = memory.takeBack(hunks);
  memory.noteAgain(reading.hunks);
  const entries = back.map((change) => takenBackEntry(change, { url, now }));
  if (news.length > 0) {
    const entry = changeEntry(news, { url, now });
    memory.noteChange(entry, news);
    entries.unshift(entry);
  }
  return documentOf(reading, entries, memory.after(lines));
}

function documentOf(
  { metadata: { title, description, language, siteUrl } }: PageReading,
  entries: SourceEntry[],
  followed: FollowedText,
): FollowStep {
  const document: SourceDocument = {
    title: `Changes: ${title}`,
    ...{ description, language, siteUrl, icon: '', entries },
    schedule: { minIntervalMs: null, skipHours: [], skipDays: [] },
    followed,
  };
  return { document };
}

/** A page that lost nearly all of its text shows an error or a wall, unless it stays so for days. */
const LOST_SHARE = 0.8;
const LEFT_SHARE = 0.4;
const MIN_LENGTH = 200;
const BELIEVED_AFTER = 3 * DAY;

/** @throws ServiceError SOURCE_INVALID */
function checkLoss(
  { url, now }: FollowedPage,
  { lines: before, failingSince }: FollowedBefore,
  { lines, hunks }: PageReading,
): void {
  const lost = lengthOf(hunks.flatMap(({ removed }) => removed));
  const all = lengthOf(before);
  if (all < MIN_LENGTH || lost < all * LOST_SHARE || lengthOf(lines) > all * LEFT_SHARE) return;
  if (failingSince !== null && now - failingSince >= BELIEVED_AFTER) return;
  throw new ServiceError(
    'SOURCE_INVALID',
    `${url} has lost nearly all of its text: ${lengthOf(lines)} characters are left of ${all}. Perhaps it shows an error or a wall. What it had is kept; if it stays like this for three days, that is reported as a change.`,
  );
}

function lengthOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length, 0);
}
