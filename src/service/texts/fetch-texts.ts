import { abortable } from '../../base/abort.js';
import { isActionAddress } from '../../base/action-address.js';
import type { SourceAccess } from '../../contract/index.js';
import { ServiceError } from '../core/errors.js';
import type { Logger } from '../core/logger.js';
import type { Deps } from '../feeds/deps.js';
import { SourceError } from '../fetch/index.js';
import type { TextState } from '../items/text-state.js';
import type { ItemText, TextItem } from './stored-texts.js';
import { isWall } from './wall-text.js';

/** Maximum number of pages that are fetched before their texts are stored. */
export const MAX_PAGES = 10;

/** Time for which pages are fetched before their texts are stored, in milliseconds. */
const TEXTS_MS = 20_000;

/** Time for one page, without the wait for its host, in milliseconds. */
const PAGE_MS = 15_000;

/** Maximum number of concurrent pages, within the limits of each host. */
const CONCURRENCY = 3;

/** A page to fetch for the text of an item; a text that is no longer than the feed's own is not used. */
interface WantedText extends Pick<TextItem, 'key' | 'url' | 'ownLength' | 'ownStart'> {
  /** True if the page was tried before; it is not tried a third time. */
  isRetry: boolean;
}

/** The feed that pages are fetched for. */
interface TextSource {
  /** Address of the source; only its origin receives the headers of `access`. */
  sourceUrl: string;
  access: SourceAccess | null;
  /** Aborts pages in progress. */
  signal?: AbortSignal | undefined;
}

/** Dependencies of fetching texts. */
export interface FetchDeps extends Pick<Deps, 'reader'> {
  logger: Logger;
  /** Set if the operator limits the number of requests. */
  budget?: { count(): void } | undefined;
}

/** The result of fetching a page. */
export interface TextResult {
  state: TextState;
  /** False if the page still waits for its turn. */
  isTried: boolean;
  /** Absent if the page has no text. */
  text?: ItemText;
}

/** The result of fetching texts, for the history of the feed. */
export interface TextReport {
  fetched: number;
  failed: number;
  /** Number of items whose pages are still to be fetched. */
  waiting: number;
  /** The first failure; null without one. */
  error: { code: string; message: string } | null;
}

export interface FetchedTexts {
  results: Map<string, TextResult>;
  report: Omit<TextReport, 'waiting'>;
  failures: TextFailure[];
}

/** A page without a text, and the reason. */
interface TextFailure {
  url: string;
  code: string;
  message: string;
}

/**
 * Fetches the texts of items, within limits of pages and time. Items without a turn keep waiting.
 * Failures are results. Each page counts as a request of the feed.
 */
export async function fetchTexts(
  { reader, logger, budget }: FetchDeps,
  { sourceUrl, access, signal: stopped }: TextSource,
  wanted: readonly WantedText[],
): Promise<FetchedTexts> {
  const results = new Map<string, TextResult>(wanted.map(({ key }) => [key, WAITING]));
  const failures: TextFailure[] = [];
  let fetched = 0;
  const timeout = AbortSignal.timeout(TEXTS_MS);
  const signal = stopped === undefined ? timeout : AbortSignal.any([timeout, stopped]);
  const queue = wanted.slice(0, MAX_PAGES).values();
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  const { code, message } = failures[0] ?? {};
  const error = code === undefined || message === undefined ? null : { code, message };
  return { results, failures, report: { fetched, failed: failures.length, error } };

  async function work(): Promise<void> {
    for (const item of queue) {
      if (signal.aborted) return;
      results.set(item.key, await fetchOne(item));
    }
  }

  async function fetchOne(item: WantedText): Promise<TextResult> {
    try {
      if (isActionAddress(item.url)) throw action(item);
      budget?.count();
      const page = { sourceUrl, access, signal, timeoutMs: PAGE_MS };
      const text = await abortable(reader.readArticle(item.url, page), signal);
      if (text.descriptionText.length <= item.ownLength) throw tooShort(item);
      if (isWall(text.descriptionText, item.ownStart)) throw wall(item);
      fetched += 1;
      return { state: 'full', isTried: true, text };
    } catch (error) {
      if (signal.aborted) return WAITING;
      failures.push(failureOf(error, item));
      const isOver = item.isRetry || !isTemporary(error);
      return { state: isOver ? 'failed' : 'retry', isTried: true };
    }
  }

  function failureOf(error: unknown, { url }: WantedText): TextFailure {
    if (error instanceof ServiceError) return { url, code: error.code, message: error.message };
    logger.error({ url, err: error }, 'reading the text of an item failed unexpectedly');
    const message = 'A page could not be read because of an internal error of feedctl.';
    return { url, code: 'INTERNAL', message };
  }
}

const WAITING: TextResult = { state: 'waiting', isTried: false };

function wall({ url }: WantedText): SourceError {
  const message = `The page ${url} shows a short text that is not the article, as a login or a paywall does, so the text of the feed was kept.`;
  return new SourceError('SOURCE_INVALID', message);
}

/**
 * The error for the address of an action: a site that deletes by GET would delete each message as
 * it arrives.
 */
function action({ url }: WantedText): SourceError {
  const message = `The address ${url} names an action, such as to delete or to vote, so it was not fetched. The text of the feed was kept.`;
  return new SourceError('SOURCE_INVALID', message);
}

function tooShort({ url }: WantedText): SourceError {
  const message = `The page ${url} shows no more text than the feed, so the text of the feed was kept.`;
  return new SourceError('SOURCE_INVALID', message);
}

/**
 * True if a second attempt may succeed: after timeouts, lost connections, and errors of the server.
 */
function isTemporary(error: unknown): boolean {
  if (!(error instanceof SourceError) || error.code !== 'SOURCE_UNREACHABLE') return false;
  const { httpStatus } = error;
  return httpStatus === null || httpStatus >= 500 || httpStatus === 429;
}
