import { ServiceError } from '../core/errors.js';
import { isCostly } from '../core/worker/costly-page.js';
import { runInWorker } from '../core/worker/pool.js';
import type { WorkerJob } from '../core/worker/worker-job.js';
import type { Followed, FollowedPage, FollowStep } from './follow-text.js';

/** A fetched page with the stored state of its text. */
interface FollowRequest extends Omit<FollowedPage, 'first'> {
  /** Fetches the page once more. */
  again: () => Promise<Pick<FollowedPage, 'url' | 'html' | 'kind'>>;
}

/**
 * The feed of the changes of a page: one entry when its text differs, the text itself at the first
 * fetch. A page that differs is fetched a second time: what is not the same in both answers, such as a
 * number of the session, is no change.
 * @throws ServiceError SOURCE_BLOCKED, NEEDS_JAVASCRIPT, NO_ITEMS_FOUND or SOURCE_INVALID for a page
 *   that shows something else than its text; INVALID_FIELD for a selector that does not parse
 */
export async function followPage({ again, ...page }: FollowRequest): Promise<Followed> {
  let step = await follow({ ...page, first: null });
  if ('first' in step) step = await follow({ ...page, ...(await again()), first: step.first });
  if ('first' in step) throw new Error('a second answer asks for another one');
  return step;
}

/** The job that reads, compares and describes, under one deadline. */
const FOLLOWING: WorkerJob<FollowedPage, FollowStep> = {
  name: 'changes',
  // The same deadline as for the analysis of a page.
  deadlineMs: 15_000,
  here: async (page) => (await import('./follow-text.js')).followText(page),
  refusal: ({ url }, reason) =>
    new ServiceError(
      'SOURCE_INVALID',
      `The text of ${url} could not be read within the limits of a page (${reason}).`,
    ),
};

/** Maximum size of texts that are compared in this thread, in lines and characters. */
const MAX_LINES_HERE = 300;
const MAX_TEXT_HERE = 32_768;

async function follow(page: FollowedPage): Promise<FollowStep> {
  const lines = page.before?.lines ?? [];
  const isLong =
    lines.length > MAX_LINES_HERE ||
    lines.reduce((sum, { length }) => sum + length, 0) > MAX_TEXT_HERE ||
    isCostly(page.html);
  return page.selector !== null || isLong ? runInWorker(FOLLOWING, page) : FOLLOWING.here(page);
}
