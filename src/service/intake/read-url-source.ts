import type { SourceDocument } from '../source-document.js';
import { inTurn } from '../worker/turn.js';
import { FEED_ACCEPT } from './discover/accept.js';
import { type FeedSearch, findFeed, findPlatformFeed } from './discover/find-feed.js';
import { isNearlyEmpty, surveyPage } from './discover/survey-page.js';
import { type FetchedDocument, SourceError } from './fetch/index.js';
import { freshForMs } from './freshness.js';
import { openBody } from './open-body.js';
import { readFeed } from './parse/parse-in-worker.js';
import { type PageSearch, readPage } from './read-page.js';
import { stateAfter } from './reading-state.js';
import type { SourceReading, UrlSource } from './source-reader.js';

/** What an address is to be read as, whatever else it could be. */
export type Wanted = 'feed' | 'page';

/** A first look at an address: the body itself, a feed of the page, else the page as a feed. */
export async function readUrlSource(
  search: PageSearch,
  source: UrlSource,
  wanted?: Wanted,
): Promise<SourceReading> {
  let answer: FetchedDocument;
  try {
    answer = await search.fetcher.fetch(source.sourceUrl, { accept: FEED_ACCEPT });
  } catch (error) {
    // Reddit and others turn readers away from the page and still serve the feed.
    const found =
      error instanceof SourceError &&
      wanted !== 'page' &&
      (await findPlatformFeed(search, source.sourceUrl));
    if (!found) throw error;
    return feedReading(search, found.answer, found.document);
  }
  return readAnswer(search, source, answer, null, { wanted });
}

/**
 * Reads an answer, whatever it turned out to be.
 * @param rule the generator's winning rule of an earlier reading, or null
 */
export function readAnswer(
  search: PageSearch,
  source: UrlSource,
  answer: FetchedDocument,
  rule: unknown,
  how: { wanted?: Wanted | undefined; mayFollow?: boolean } = {},
): Promise<SourceReading> {
  return inTurn(() => openAnswer(search, source, answer, rule, how));
}

async function openAnswer(
  search: PageSearch,
  source: UrlSource,
  answer: FetchedDocument,
  rule: unknown,
  { wanted, mayFollow = true }: { wanted?: Wanted | undefined; mayFollow?: boolean },
): Promise<SourceReading> {
  const body = openBody(answer);
  if (body.kind !== 'html') {
    if (wanted === 'page') throw notWanted(answer, 'is a feed itself, not a page');
    const context = { url: answer.url, now: search.clock.now() };
    return feedReading(search, answer, await readFeed({ ...body, ...context }));
  }
  const survey = surveyPage(body.text, answer.url);
  const { refreshUrl } = survey;
  if (refreshUrl !== null && refreshUrl !== answer.url && mayFollow && isNearlyEmpty(survey)) {
    const next = await search.fetcher.fetch(refreshUrl, { accept: FEED_ACCEPT });
    return readAnswer(search, source, next, rule, { wanted, mayFollow: false });
  }
  // Selectors and an earlier rule mean that the page itself is wanted.
  if (source.selectors === null && rule === null && wanted !== 'page') {
    const found = await findFeed(search, { answer, html: body.text, survey });
    if (found !== null) {
      const icon = found.document.icon || survey.icon || '';
      return feedReading(search, found.answer, { ...found.document, icon });
    }
  }
  if (wanted === 'feed') throw notWanted(answer, 'is a page that leads to no feed');
  return readPage(search, source, { answer, html: body.text, icon: survey.icon }, rule);
}

export function feedReading(
  { clock }: Pick<FeedSearch, 'clock'>,
  answer: FetchedDocument,
  document: SourceDocument,
): SourceReading {
  return {
    kind: 'document',
    document,
    state: stateAfter(answer, { origin: 'feed', rule: null }),
    freshForMs: freshForMs(answer.headers, clock.now()),
  };
}

function notWanted({ url, status }: FetchedDocument, what: string): SourceError {
  return new SourceError('SOURCE_INVALID', `${url} ${what}.`, { httpStatus: status });
}
