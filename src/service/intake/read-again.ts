import { FEED_ACCEPT } from './discover/accept.js';
import { type FeedSearch, findFeed } from './discover/find-feed.js';
import { surveyPage } from './discover/survey-page.js';
import { type FetchedDocument, SourceError } from './fetch/index.js';
import { freshForMs } from './freshness.js';
import { openBody } from './open-body.js';
import { parseFeed } from './parse/parse-feed.js';
import { isRendered, type PageSearch, readRenderedAgain } from './read-page.js';
import { feedReading, readAnswer } from './read-url-source.js';
import { bodyHash, stateAfter, validators } from './reading-state.js';
import type { ReadingState, SourceReading, UrlSource } from './source-reader.js';

/** A later look at an address: cheap when nothing changed, and at the new place when it moved. */
export async function readUrlAgain(
  search: PageSearch,
  source: UrlSource,
  state: ReadingState,
): Promise<SourceReading> {
  if (isRendered(state)) return readRenderedAgain(search, source, state);
  // Before the page is asked for: its site may have changed its mind.
  if (state.origin === 'page') await search.robots.check(state.pollUrl);
  let answer: FetchedDocument;
  try {
    answer = await fetchAgain(search, state);
  } catch (error) {
    const gone = error instanceof SourceError && [404, 410].includes(error.httpStatus ?? 0);
    const moved = gone && state.origin === 'feed' && (await movedFeed(search, source, state));
    if (!moved) throw error;
    return moved;
  }
  const same = unchanged(search, answer, state);
  if (same !== null) return same;
  if (state.origin === 'page') return readAnswer(search, source, answer, state.rule);
  return readFeedAgain(search, source, answer, state);
}

/** Asks for a feed or page with the validators of the last answer. */
export function fetchAgain({ fetcher }: FeedSearch, state: ReadingState): Promise<FetchedDocument> {
  return fetcher.fetch(state.pollUrl, { accept: FEED_ACCEPT, headers: validators(state) });
}

/** The reading of an answer that says, or shows, that nothing changed; else null. */
export function unchanged(
  { clock }: FeedSearch,
  answer: FetchedDocument,
  state: ReadingState,
): SourceReading | null {
  const fresh = freshForMs(answer.headers, clock.now());
  if (answer.notModified) {
    const pollUrl = answer.permanentUrl ?? state.pollUrl;
    return { kind: 'unchanged', state: { ...state, pollUrl }, freshForMs: fresh };
  }
  if (state.bodyHash === null || bodyHash(answer.body) !== state.bodyHash) return null;
  return { kind: 'unchanged', state: stateAfter(answer, state), freshForMs: fresh };
}

/** A feed stays a feed: one that turned into a page is looked for, never made out of the page. */
async function readFeedAgain(
  search: FeedSearch,
  source: UrlSource,
  answer: FetchedDocument,
  state: ReadingState,
): Promise<SourceReading> {
  const reading = (await feedOf(search, answer)) ?? (await movedFeed(search, source, state));
  if (reading !== null) return reading;
  throw new SourceError(
    'SOURCE_INVALID',
    `The feed at ${state.pollUrl} now answers a web page, and no feed was found on it. ` +
      'The site may have moved its feed or given it up.',
    { httpStatus: answer.status },
  );
}

/** Looks once more at the address that the feed was found from. */
async function movedFeed(
  search: FeedSearch,
  source: UrlSource,
  state: ReadingState,
): Promise<SourceReading | null> {
  if (source.sourceUrl === state.pollUrl) return null;
  try {
    const answer = await search.fetcher.fetch(source.sourceUrl, { accept: FEED_ACCEPT });
    return await feedOf(search, answer);
  } catch (error) {
    if (error instanceof SourceError) return null;
    throw error;
  }
}

/** The feed that an answer is, or that it leads to. */
async function feedOf(search: FeedSearch, answer: FetchedDocument): Promise<SourceReading | null> {
  const body = openBody(answer);
  if (body.kind !== 'html') {
    const context = { url: answer.url, now: search.clock.now() };
    return feedReading(search, answer, parseFeed(body.text, body.kind, context));
  }
  const survey = surveyPage(body.text, answer.url);
  const found = await findFeed(search, { answer, html: body.text, survey });
  return found === null ? null : feedReading(search, found.answer, found.document);
}
