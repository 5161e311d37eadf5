import { runQueued } from '../core/async/event-loop-queue.js';
import { type FetchedDocument, SourceError } from '../fetch/index.js';
import { findAnyFeed } from './discover/find-feed.js';
import {
  isNearlyEmpty,
  type PageSurvey,
  refreshAddress,
  surveyWhenAsked,
} from './discover/inspect-page.js';
import { resolveUrl } from './document/references.js';
import { feedAtNewAddress } from './new-address.js';
import { openBody } from './open-body.js';
import type { PageSearch } from './page-search.js';
import { readFeed } from './parse/parse-feed.js';
import { feedReading, readAnswer } from './read-url-source.js';
import { FEED_ACCEPT, generatorRule } from './reading-state.js';
import type { ReadingState, SourceReading, UrlSource } from './source-reader.js';

/** The reading of an answer that differs from the last one. */
export async function readChanged(
  search: PageSearch,
  source: UrlSource,
  answer: FetchedDocument,
  state: ReadingState,
): Promise<SourceReading> {
  if (state.origin === 'page') return readAnswer(search, source, answer, generatorRule(state));
  return readFeedAgain(search, source, answer, state);
}

/**
 * Reads a feed again. If it became a page, its feed is searched; the page itself is never read as a
 * list.
 */
async function readFeedAgain(
  search: PageSearch,
  source: UrlSource,
  answer: FetchedDocument,
  state: ReadingState,
): Promise<SourceReading> {
  const reading =
    (await feedOf(search, answer, source.previous)) ?? (await readMoved(search, source, state));
  if (reading !== null) return reading;
  throw new SourceError(
    'SOURCE_INVALID',
    `The feed at ${state.pollUrl} now answers a web page, and no feed was found on it. ` +
      'The site may have moved its feed or given it up.',
    { httpStatus: answer.status },
  );
}

/** Fetches the address from which the feed was found. */
export async function readMoved(
  search: PageSearch,
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

/** The feed in an answer, or the one to which it leads. */
function feedOf(
  search: PageSearch,
  answer: FetchedDocument,
  previous?: UrlSource['previous'],
): Promise<SourceReading | null> {
  return runQueued(() => openFeed(search, answer, previous));
}

async function openFeed(
  search: PageSearch,
  answer: FetchedDocument,
  previous?: UrlSource['previous'],
  mayFollow = true,
): Promise<SourceReading | null> {
  const redirect = mayFollow ? xmlRedirect(answer) : null;
  if (redirect !== null) return readFollowed(search, redirect);
  const body = await openBody(answer);
  if (body.kind !== 'html') {
    const feed = { ...body, url: answer.url, now: search.clock.now() };
    const document = await readFeed({ ...feed, previous: (await previous?.()) ?? null });
    const moved = await feedAtNewAddress(search, { answer, document }, () => readFeed(feed));
    if (moved !== null) return feedReading(search, moved.answer, moved.document);
    const reading = feedReading(search, answer, document);
    return document.places === undefined
      ? reading
      : { ...reading, readWhole: () => readFeed(feed) };
  }
  const survey = await surveyWhenAsked(body.text, answer.url)();
  const refresh = mayFollow ? refreshOf(answer, survey) : null;
  const followed = refresh === null ? null : await readFollowed(search, refresh);
  if (followed !== null) return followed;
  const found = await findAnyFeed(search, { answer, html: body.text, survey });
  return found === null ? null : feedReading(search, found.answer, found.document);
}

/**
 * The feed at an address to which an answer redirects; null if there is none. Further redirects of
 * this kind are not followed.
 */
async function readFollowed(search: PageSearch, address: string): Promise<SourceReading | null> {
  try {
    const answer = await search.fetcher.fetch(address, { accept: FEED_ACCEPT });
    return await openFeed(search, answer, undefined, false);
  } catch (error) {
    if (error instanceof SourceError) return null;
    throw error;
  }
}

/** Bytes that are searched for an XML redirect. */
const REDIRECT_BYTES = 8192;
const REDIRECT =
  /^[^<]{0,10}(?:<\?xml[^>]*>\s*)?<redirect[\s>].*?<newLocation[^>]{0,100}>\s*([^\s<]+)\s*<\/newLocation/is;

/** The target of an XML redirect (RSS Advisory Board). */
function xmlRedirect(answer: FetchedDocument): string | null {
  const start = answer.body.bytes.toString('latin1', 0, REDIRECT_BYTES);
  return otherThan(answer, REDIRECT.exec(start)?.[1]?.replaceAll('&amp;', '&'));
}

/** The target of a `Refresh` header or of an empty page. */
function refreshOf(answer: FetchedDocument, survey: PageSurvey): string | null {
  const { refresh } = answer.headers;
  const written = refresh === undefined ? undefined : refreshAddress(refresh);
  return otherThan(answer, written ?? (isNearlyEmpty(survey) ? survey.refreshUrl : null));
}

function otherThan({ url, requestedUrl }: FetchedDocument, written?: string | null): string | null {
  const address = resolveUrl(written ?? undefined, url);
  return address === url || address === requestedUrl ? null : address;
}
