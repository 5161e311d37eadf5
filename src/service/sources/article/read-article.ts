import { ServiceError } from '../../core/errors.js';
import { runInWorker } from '../../core/worker/pool.js';
import type { WorkerJob } from '../../core/worker/worker-job.js';
import { SourceError } from '../../fetch/index.js';
import { isNearlyEmpty, mayRefresh, surveyWhenAsked } from '../discover/inspect-page.js';
import { openBody } from '../open-body.js';
import type { PageSearch } from '../page-search.js';
import type { Article, ArticlePage } from './article.js';

/** Maximum size of a page, in bytes: the same as of pages that become feeds. */
const MAX_PAGE_BYTES = 4_000_000;

const EXTRACTION: WorkerJob<ArticlePage, Article | null> = {
  name: 'article',
  // 1 MB takes up to 4 seconds on a slow core.
  deadlineMs: 15_000,
  // Without a built worker it runs here. The import is dynamic because the parsers are large.
  here: async (page) => (await import('./extract-article.js')).extractArticle(page),
  refusal: ({ url }, reason) =>
    new SourceError(
      'SOURCE_TOO_LARGE',
      `The text of ${url} could not be extracted within the limits of a page (${reason}).`,
    ),
};

/**
 * Fetches a page, if its robots.txt allows it, and extracts its article in the worker.
 * @throws SourceError if the page cannot be fetched, if robots may not read it, if it is not HTML
 * or too large, or has no article; the reason of `signal` if that was aborted
 */
export async function readArticle(
  { fetcher, robots }: Pick<PageSearch, 'fetcher' | 'robots'>,
  address: string,
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
): Promise<Article> {
  const first = await fetchPage(address);
  const next = mayRefresh(first.html) ? await refreshOf(first) : null;
  const page = next === null ? first : await fetchPage(next);
  const article = await extract(page);
  if (article !== null) return article;
  throw new SourceError('SOURCE_INVALID', `No article text was found at ${page.url}.`);

  async function fetchPage(from: string): Promise<ArticlePage> {
    await robots.check(from);
    signal.throwIfAborted();
    const answer = await fetcher.fetch(from, {
      accept: 'text/html, application/xhtml+xml',
      decodedBytes: MAX_PAGE_BYTES,
      timeoutMs,
      signal,
    });
    const { url } = answer;
    if (url !== from) await robots.check(url);
    const body = await openBody(answer);
    if (body.kind === 'html') return { html: body.text, url };
    throw new SourceError('SOURCE_INVALID', `${url} is a feed, not a page with a text.`);
  }
}

/** The target of a page that only redirects at once (meta refresh); otherwise null. */
async function refreshOf({ html, url }: ArticlePage): Promise<string | null> {
  const survey = await surveyWhenAsked(html, url)();
  const { refreshUrl } = survey;
  return refreshUrl !== null && refreshUrl !== url && isNearlyEmpty(survey) ? refreshUrl : null;
}

async function extract(page: ArticlePage): Promise<Article | null> {
  try {
    return await runInWorker(EXTRACTION, page);
  } catch (error) {
    if (!(error instanceof ServiceError) || error instanceof SourceError) throw error;
    throw new SourceError(error.code, error.message, { cause: error });
  }
}
