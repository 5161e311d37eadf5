import { DAY } from '../core/durations.js';
import { ServiceError } from '../core/errors.js';
import type { FollowedText, SourceDocument, SourceEntry } from '../core/source-document.js';
import { changeEntry, takenBackEntry, watchedEntry } from './change-entry.js';
import { type Hunk, linesIn, withoutLines } from './compare-lines.js';
import type { Line } from './lines.js';
import { Memory } from './memory.js';
import { type PageReading, readText } from './read-text.js';
import type { TextKind } from './text-page.js';
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
  /** What `html` is. */
  kind: TextKind;
  /** Time of the fetch, milliseconds. */
  now: number;
  /** CSS selector of the text; null for the readable part of the page. */
  selector: string | null;
  /** Null the first time. */
  before: FollowedBefore | null;
  /** What the first answer said, when this is the second one. */
  first: PageReading | null;
}

/** A document, with what a person should know of it. */
export interface Followed {
  document: SourceDocument;
  note: string | null;
}

/** The document, or the first answer, which a second one must confirm. */
export type FollowStep = Followed | { first: PageReading };

/**
 * Reads an answer of a page and compares it with what was known.
 * @throws ServiceError as `followPage` does
 */
export function followText(page: FollowedPage): FollowStep {
  const { url, now, before, first } = page;
  const reading = readText(page);
  if ('code' in reading) throw new ServiceError(reading.code, reading.message);
  const memory = new Memory(before, { now, fetches: before?.fetches ?? 0 });
  if (before === null) {
    const entries = [watchedEntry(reading, { url, now })];
    return documentOf(reading, entries, memory.after(reading.lines));
  }
  const isNews = newsOf(page, (first ?? reading).hunks, memory).length > 0;
  if (isNews && isReplaced(page, before, first ?? reading)) memory.isReplaced = true;
  if (first === null) return isNews ? { first: reading } : told(page, reading, memory);
  const { lasting, passing, lines } = inBothAnswers(first.lines, first.hunks, reading.hunks);
  memory.notePassing(passing);
  return told(page, first, memory, { hunks: lasting, lines });
}

/** What was selected is followed for each of its changes: a price, a stock. */
function newsOf({ selector }: FollowedPage, hunks: readonly Hunk[], memory: Memory): Hunk[] {
  return hunks.filter((hunk) => selector !== null || !memory.knows(hunk));
}

/** The document of a page that changed, or not. */
function told(
  page: FollowedPage,
  reading: PageReading,
  memory: Memory,
  { hunks, lines }: Pick<PageReading, 'hunks' | 'lines'> = reading,
): FollowStep {
  const news = newsOf(page, hunks, memory);
  if (page.selector !== null) {
    const entries = news.length > 0 ? [changeEntry(news, page)] : [];
    return documentOf(reading, entries, memory.after(lines));
  }
  memory.noteNumbers(news);
  const back = memory.takeBack(hunks);
  const undone = back.flatMap((change) => linesIn(change.hunks));
  memory.noteAgain(reading.hunks);
  memory.noteUntold(withoutLines(hunks, new Set([...linesIn(news), ...undone])));
  const entries = back.map((change) => takenBackEntry(change, page));
  const others = [...withoutLines(news, new Set(undone)), memory.takeQuiet()];
  if (linesIn(others).length > 0) {
    const entry = changeEntry(others, page);
    memory.noteChange(entry.title, others);
    entries.unshift(entry);
  }
  return documentOf(reading, entries, memory.after(lines));
}

function documentOf(
  { metadata: { title, description, language, siteUrl }, isCut }: PageReading,
  entries: SourceEntry[],
  followed: FollowedText,
): FollowStep {
  const document: SourceDocument = {
    title: `Changes: ${title}`,
    ...{ description, language, siteUrl, icon: '', entries },
    schedule: { minIntervalMs: null, skipHours: [], skipDays: [] },
    followed,
  };
  return { document, note: isCut ? CUT : null };
}

const CUT = 'The text is longer than 256 KB: what is beyond that is not followed.';

/** A page that lost nearly all of its text shows an error or a wall, unless it stays so for days. */
const LOST_SHARE = 0.8;
const LEFT_SHARE = 0.4;
const MIN_LENGTH = 200;
const BELIEVED_AFTER = 3 * DAY;
/** One that shows another text of that length is in maintenance, or lets its readers wait. */
const REPLACED_AFTER = DAY;
const MIN_LINES = 3;
/** Share of the words that two texts on one matter have in common, by the one with fewer. */
const SAME_WORDS = 0.3;

/**
 * Whether a page shows nothing of its text any more, and has done so for some time.
 * @throws ServiceError SOURCE_INVALID when it has not yet
 */
function isReplaced(
  { url, now, selector }: FollowedPage,
  before: FollowedBefore,
  { lines, hunks }: PageReading,
): boolean {
  const lost = lengthOf(hunks.flatMap(({ removed }) => removed.map(({ text }) => text)));
  const all = lengthOf(before.lines);
  const left = lengthOf(lines.map(({ text }) => text));
  if (lost < all * LOST_SHARE) return false;
  const lasts = before.failingSince === null ? 0 : now - before.failingSince;
  if (all >= MIN_LENGTH && left <= all * LEFT_SHARE) {
    if (lasts >= BELIEVED_AFTER) return true;
    throw new ServiceError(
      'SOURCE_INVALID',
      `${url} has lost nearly all of its text: ${left} characters are left of ${all}. Perhaps it shows an error or a wall. What it had is kept; if it stays like this for three days, that is reported as a change.`,
    );
  }
  // What was selected is often replaced as a whole, and some pages say something else each day.
  if (selector !== null || before.isReplaced || before.lines.length < MIN_LINES) return false;
  if (!haveOtherWords(before.lines, lines)) return false;
  if (lasts >= REPLACED_AFTER) return true;
  throw new ServiceError(
    'SOURCE_INVALID',
    `${url} shows an entirely different text. Perhaps it is in maintenance, or shows a page to wait on. What it had is kept; if it stays like this for a day, that is reported as a change.`,
  );
}

function haveOtherWords(before: readonly string[], lines: readonly Line[]): boolean {
  const words = (texts: readonly string[]) =>
    new Set(texts.flatMap((text) => text.toLowerCase().match(/\p{L}{3,}/gu) ?? []));
  const [old, now] = [words(before), words(lines.map(({ text }) => text))];
  const fewer = Math.min(old.size, now.size);
  const same = [...now].filter((word) => old.has(word)).length;
  return fewer > 0 && same < fewer * SAME_WORDS;
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0);
}
