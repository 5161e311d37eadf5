import { ServiceError } from '../core/errors.js';
import { runInWorker } from '../worker/pool.js';
import type { WorkerJob } from '../worker/worker-job.js';
import { type AnalysisInput, analysePage, type PageAnalysis } from './analyse.js';

/** Pages over this many characters are read in a worker thread, so that the event loop never stalls. */
export const WORKER_FROM = 256 * 1024;

const ANALYSIS: WorkerJob<AnalysisInput, PageAnalysis> = {
  name: 'page',
  // 4 MB take one second on a slow core.
  deadlineMs: 15_000,
  here: analysePage,
  refusal: ({ url, selectors }, reason) =>
    new ServiceError(
      'SOURCE_INVALID',
      `The page at ${url} could not be read within the limits of a page (${reason}).` +
        (selectors === null ? '' : ' Simpler selectors may help.'),
    ),
};

/**
 * Analyses a page in a worker thread with a heap limit and a deadline.
 * @throws ServiceError SOURCE_INVALID when the page took too long or too much memory.
 */
export function analyseInWorker(input: AnalysisInput): Promise<PageAnalysis> {
  return runInWorker(ANALYSIS, input);
}
