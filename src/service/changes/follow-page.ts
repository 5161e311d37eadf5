import { DAY } from '../core/durations.js';
import { ServiceError } from '../core/errors.js';
import type { FollowedText, SourceDocument, SourceEntry } from '../core/source-document.js';
import type { Failure } from '../generate/failure/diagnose.js';
import { isCostly } from '../generate/generate.js';
import { runInWorker } from '../worker/pool.js';
import type { WorkerJob } from '../worker/worker-job.js';
import { changeEntry, takenBackEntry, watchedEntry } from './change-entry.js';
import { Memory } from './memory.js';
import type { FollowedPage, PageReading } from './read-text.js';
import { inBothAnswers } from './two-answers.js';

/** What the last fetch stored, and what came after it. */
export interface FollowedBefore extends FollowedText {
  /** Fetches of the feed so far. */
  fetches: number;
  /** Since when they fail, milliseconds; null when the last one did not. */
  failingSince: number | null;
}

/** A page that was fetched, and what is known of its text. */
interface FollowRequest {
  /** Final address of the page. */
  url: string;
  html: string;
  /** Time of the fetch, milliseconds. */
  now: number;
  selector: string | null;
  /** Null the first time. */
  before: FollowedBefore | null;
  /** Fetches the page once more. */
  again: () => Promise<{ url: string; html: string }>;
}

/**
 * The feed of the changes of a page: one entry when its text differs, the text itself at the first
 * fetch. A page that differs is fetched a second time: what is not the same in both answers, such as a
 * number of the session, is no change.
 * @throws ServiceError SOURCE_BLOCKED, NEEDS_JAVASCRIPT, NO_ITEMS_FOUND or SOURCE_INVALID for a page
 *   that shows something else than its text; INVALID_FIELD for a selector that does not parse
 */
export async function followPage(request: FollowRequest): Promise<SourceDocument> {
  const { url, html, now, selector, before } = request;
  const reading = await read({ url, html, selector, before: before?.lines ?? null });
  const memory = new Memory(before, { now, fetches: before?.fetches ?? 0 });
  if (before === null) {
    return documentOf(reading, [watchedEntry(reading.lines, { url, now })], memory, reading.lines);
  }
  checkLoss(request, before, reading);
  let { hunks, lines } = reading;
  if (hunks.some((hunk) => !memory.knows(hunk))) {
    const second = await read({ ...(await request.again()), selector, before: before.lines });
    const both = inBothAnswers(lines, hunks, second.hunks);
    memory.notePassing(both.passing);
    hunks = both.lasting;
    lines = both.lines;
  }
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
  return documentOf(reading, entries, memory, lines);
}

function documentOf(
  { metadata: { title, description, language, siteUrl } }: PageReading,
  entries: SourceEntry[],
  memory: Memory,
  lines: string[],
): SourceDocument {
  return {
    title: `Changes: ${title}`,
    ...{ description, language, siteUrl, icon: '', entries },
    schedule: { minIntervalMs: null, skipHours: [], skipDays: [] },
    followed: memory.after(lines),
  };
}

/** A page that lost nearly all of its text shows an error or a wall, unless it stays so for days. */
const LOST_SHARE = 0.8;
const LEFT_SHARE = 0.4;
const MIN_LENGTH = 200;
const BELIEVED_AFTER = 3 * DAY;

/** @throws ServiceError SOURCE_INVALID */
function checkLoss(
  { url, now }: FollowRequest,
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

const READING: WorkerJob<FollowedPage, PageReading | Failure> = {
  name: 'changes',
  // As long as the analysis of a page.
  deadlineMs: 15_000,
  here: async (page) => (await import('./read-text.js')).readText(page),
  refusal: ({ url }, reason) =>
    new ServiceError(
      'SOURCE_INVALID',
      `The text of ${url} could not be read within the limits of a page (${reason}).`,
    ),
};

/** Longer texts are compared in a worker, in lines. */
const MAX_LINES_HERE = 300;

async function read(page: FollowedPage): Promise<PageReading> {
  const { html, selector, before } = page;
  const isLong = isCostly(html) || (before?.length ?? 0) > MAX_LINES_HERE;
  const result =
    selector !== null || isLong ? await runInWorker(READING, page) : await READING.here(page);
  if (!('code' in result)) return result;
  throw new ServiceError(result.code, result.message);
}
