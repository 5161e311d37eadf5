import { likelyListSchema } from '../../contract/index.js';
import {
  type Explanation,
  type Refusal,
  readSite,
  type SiteRequest,
} from '../../generator/index.js';
import { type AnalysisInput, analysePage, type PageAnalysis } from '../../generator/service.js';
import { ServiceError } from '../core/errors.js';
import type { SourceDocument } from '../core/source-document.js';
import { isCostly } from '../core/worker/costly-page.js';
import { runInWorker } from '../core/worker/pool.js';
import type { WorkerJob } from '../core/worker/worker-job.js';
import { toDocument } from './page-document.js';
import { FOLLOW_CHANGES, PageFailure } from './page-failure.js';

interface GenerateRequest extends Omit<SiteRequest, 'analyse'> {
  /**
   * Parses in this thread, whatever the size of the page; for measurements and one-shot commands.
   * Selectors always run in a worker, because their cost does not depend on the size.
   */
  inline?: boolean;
}

export interface GeneratedFeed {
  document: SourceDocument;
  /** JSON to store with the feed and to pass to the next reading. */
  rule: unknown;
  explanation: Explanation;
}

/**
 * Turns a web page without a feed into items.
 * @throws ServiceError NO_ITEMS_FOUND, SOURCE_BLOCKED or NEEDS_JAVASCRIPT with what was found
 * instead of a list; INVALID_FIELD for an invalid selector; SOURCE_TOO_LARGE
 */
export async function generateFeed({
  inline = false,
  ...request
}: GenerateRequest): Promise<GeneratedFeed> {
  const { html, selectors } = request;
  const inWorker = selectors !== null || (isCostly(html) && !inline);
  const analyse = inWorker ? analyseInWorker : analysePage;
  const reading = await readSite({ ...request, analyse });
  if ('refused' in reading) throw generatorFailure(reading, request);
  const { items, metadata, icon, old, rule, explanation } = reading;
  const document = toDocument(items, metadata, { icon, isOld: (item) => old.has(item) });
  return { document, rule, explanation };
}

function generatorFailure(refusal: Refusal, request: GenerateRequest): ServiceError {
  const { refused, message, isForeign, likely, explanation } = refusal;
  if (refused === 'INVALID_FIELD' || refused === 'SOURCE_TOO_LARGE')
    return new ServiceError(refused, message);
  const { url, html, selectors, rule, repair = false } = request;
  const page = { url, html };
  const isFirst = selectors === null && rule === null && !repair;
  const isReadable = refused === 'NO_ITEMS_FOUND' && isForeign !== true;
  return isFirst && isReadable
    ? new PageFailure(refused, message, explanation, {
        page,
        next: FOLLOW_CHANGES,
        list: likelyListSchema.safeParse(likely).data,
      })
    : new PageFailure(refused, message, explanation, { page });
}

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
 * Analyses a page in a worker thread with a heap limit and a deadline. @throws ServiceError
 * SOURCE_INVALID if the page takes too long or too much memory
 */
export function analyseInWorker(input: AnalysisInput): Promise<PageAnalysis> {
  return runInWorker(ANALYSIS, input);
}
