import { runQueued } from '../core/async/event-loop-queue.js';
import { ServiceError } from '../core/errors.js';
import type { SourceDocument } from '../core/source-document.js';
import { type FetchedDocument, SourceError } from '../fetch/index.js';
import { findAnyFeed, findFeed, findPlatformFeed } from './discover/find-feed.js';
import { isNearlyEmpty, mayRefresh, surveyWhenAsked } from './discover/inspect-page.js';
import { firstPage } from './discover/page-address.js';
import { platformPage } from './discover/platforms.js';
import type { ComparedItem, FoundFeed } from './discover/which-feed.js';
import { feedAtNewAddress } from './new-address.js';
import { isRecords, isText, openAny, openBody, openFollowed } from './open-body.js';
import { PageFailure } from './page-failure.js';
import { type PageSearch, searchWith } from './page-search.js';
import { readFeed } from './parse/parse-feed.js';
import { responsePushLinks } from './parse/push-links.js';
import { readAlwaysRendered, readPage } from './read-page.js';
import { FEED_ACCEPT, freshForMs, stateAfter } from './reading-state.js';
import { SCRIPT_SEPARATOR } from './records/path.js';
import type { RecordsOfAnswer } from './records/read-source.js';
import { isAlwaysRendered } from './rendering.js';
import type { DocumentReading, SourceReading, UrlSource } from './source-reader.js';

/**
 * Reads an address for the first time: the body itself, the feed of the page, else the page as a
 * feed. `source.from` decides otherwise.
 */
export async function readUrlSource(search: PageSearch, source: UrlSource): Promise<SourceReading> {
  if (isAlwaysRendered(source)) return readAlwaysRendered(search, source);
  let answer: FetchedDocument;
  try {
    answer = await search.fetcher.fetch(firstAddress(source), { accept: FEED_ACCEPT });
  } catch (error) {
    // Reddit and others refuse the page to readers, but serve the feed.
    const found =
      error instanceof SourceError &&
      source.from !== 'html' &&
      (await findPlatformFeed(search, source.sourceUrl, error.url));
    if (!found) throw error;
    return feedReading(search, found.answer, found.document);
  }
  return readAnswer(search, source, answer, null);
}

/** The address of a source, or of the page of its platform that lists its items. */
function firstAddress({ sourceUrl, selectors, mode, from }: UrlSource): string {
  const isLiteral = selectors !== null || mode === 'changes' || from === 'html';
  return (isLiteral ? null : platformPage(sourceUrl)) ?? sourceUrl;
}

/** Reads an answer of any kind. @param rule the generator's rule of an earlier reading, or null */
export function readAnswer(
  search: PageSearch,
  source: UrlSource,
  answer: FetchedDocument,
  rule: unknown,
  { mayFollow = true }: { mayFollow?: boolean } = {},
): Promise<SourceReading> {
  return runQueued(() => openAnswer(search, source, answer, rule, mayFollow));
}

async function openAnswer(
  search: PageSearch,
  source: UrlSource,
  answer: FetchedDocument,
  rule: unknown,
  mayFollow: boolean,
): Promise<SourceReading> {
  const body = await (source.mode === 'changes' ? openFollowed(answer) : openAny(answer));
  if (isRecords(body)) return openRecords(search, source, answer, body, rule);
  if (body.kind === 'html' && namesScript(source)) {
    const { text } = body;
    return openRecords(search, source, answer, { format: 'script', text }, rule);
  }
  if (isText(body) && body.kind !== 'html') {
    const page = { answer, html: body.text, kind: body.kind, icon: async () => null };
    return readPage(search, source, page, rule);
  }
  if (!isText(body)) {
    if (source.from === 'html') throw notWanted(answer, 'is a feed itself, not a page');
    const context = { url: answer.url, now: search.clock.now() };
    const document = await readFeed({ ...body, ...context });
    const moved = await feedAtNewAddress(search, { answer, document }, async () => document);
    return feedReading(search, moved?.answer ?? answer, moved?.document ?? document);
  }
  const surveyed = surveyWhenAsked(body.text, answer.url);
  const refreshUrl = mayFollow && mayRefresh(body.text) ? (await surveyed()).refreshUrl : null;
  if (refreshUrl !== null && refreshUrl !== answer.url && isNearlyEmpty(await surveyed())) {
    const next = await search.fetcher.fetch(refreshUrl, { accept: FEED_ACCEPT });
    return readAnswer(search, source, next, rule, { mayFollow: false });
  }
  const page = { answer, html: body.text, icon: async () => (await surveyed()).icon };
  // With selectors or a stored rule, the page itself is read.
  if (source.selectors !== null || rule !== null || source.from === 'html') {
    return readPage(search, source, page, rule);
  }
  const survey = await surveyed();
  // These requests are sent at once, as a browser does: a person who waits for a new feed does not
  // wait a second for each.
  const near = searchWith(search, { isBurst: true });
  if (source.from === 'feed') {
    const feed = await findAnyFeed(near, { answer, html: body.text, survey });
    if (feed !== null) return readingOf(search, feed, survey.icon);
    throw notWanted(answer, 'is a page that leads to no feed');
  }
  let reading: Promise<SourceReading> | undefined;
  const readOwn = () => {
    reading ??= readPage(near, source, page, null);
    return reading;
  };
  const first = firstPage(answer.url);
  const { feed, note, feeds } = await findFeed(near, { answer, html: body.text, survey }, () =>
    comparedItems(first === null ? readOwn() : readList(near, source, first)),
  );
  if (feed !== null) return { ...readingOf(search, feed, survey.icon), note };
  try {
    const own = await readOwn();
    return own.kind === 'document' ? { ...own, note } : own;
  } catch (error) {
    throw error instanceof ServiceError ? withSiteFeed(error, feeds) : error;
  }
}

async function openRecords(
  search: PageSearch,
  source: UrlSource,
  answer: FetchedDocument,
  records: RecordsOfAnswer,
  rule: unknown,
): Promise<SourceReading> {
  if (source.from === 'feed') throw notWanted(answer, 'is no feed');
  const { readRecordsSource } = await import('./records/read-source.js');
  return readRecordsSource(search, source, answer, records, rule);
}

/** True if the selectors of a page refer to data in one of its scripts. */
function namesScript({ selectors }: UrlSource): boolean {
  return selectors?.items?.includes(SCRIPT_SEPARATOR) === true;
}

/** Reads the list that a page of older items continues. */
async function readList(search: PageSearch, source: UrlSource, address: string) {
  const answer = await search.fetcher.fetch(address, { accept: FEED_ACCEPT });
  const body = await openBody(answer);
  if (body.kind !== 'html') throw notWanted(answer, 'is not a page');
  const page = { answer, html: body.text, icon: async () => null };
  return readPage(search, source, page, null);
}

/** The list of a page; null if it cannot be read, or has none. */
async function comparedItems(
  reading: Promise<SourceReading>,
): Promise<readonly ComparedItem[] | null> {
  try {
    const read = await reading;
    return read.kind === 'document' ? read.document.entries : null;
  } catch (error) {
    if (error instanceof ServiceError) return null;
    throw error;
  }
}

function readingOf(search: PageSearch, { answer, document }: FoundFeed, icon: string | null) {
  return feedReading(search, answer, { ...document, icon: document.icon || icon || '' });
}

/** The failure with the feed of the site, which was not accepted for the page. */
function withSiteFeed(error: ServiceError, feeds: readonly FoundFeed[]): ServiceError {
  const site = feeds.find(({ document }) => document.entries.length > 0);
  if (site === undefined) return error;
  const message =
    `${error.message} The site has a feed at ${site.answer.requestedUrl}, which is not of this page; ` +
    'use that address to follow it.';
  return error instanceof PageFailure
    ? new PageFailure(error.code, message, error.explanation, error)
    : new ServiceError(error.code, message, { cause: error });
}

export function feedReading(
  { clock }: Pick<PageSearch, 'clock'>,
  answer: FetchedDocument,
  document: SourceDocument,
): DocumentReading {
  return {
    kind: 'document',
    document: { ...document, push: responsePushLinks(answer, document) },
    state: stateAfter(answer, { origin: 'feed', rule: null }),
    freshForMs: freshForMs(answer.headers, clock.now()),
  };
}

function notWanted({ url, status }: FetchedDocument, what: string): SourceError {
  return new SourceError('SOURCE_INVALID', `${url} ${what}.`, { httpStatus: status });
}
