import { ServiceError } from '../core/errors.js';
import { SourceError } from '../fetch/index.js';
import type { ItemText, TextState } from '../items/item-texts.js';
import type { RefreshDeps } from './refresh-result.js';

/** Most pages of items that one refresh of a feed fetches; the others wait for the next one. */
export const MAX_PAGES = 10;

/** How long one refresh fetches pages, in milliseconds: the items are stored and sent after it. */
const TEXTS_MS = 20_000;

/** How long one page may take, with the wait for its host, in milliseconds. */
const PAGE_MS = 15_000;

/** Pages fetched at a time; the limits of each host apply besides. */
const CONCURRENCY = 3;

/** A page to fetch for the text of an item. */
export interface WantedText {
  key: string;
  url: string;
  title: string;
  /** Characters of the feed's own text: a shorter extraction is not used. */
  ownLength: number;
  /** The page was tried before; it is not tried a third time. */
  isRetry: boolean;
}

/** The result of fetching a page. */
export interface TextResult {
  state: TextState;
  /** False while the page waits for its turn. */
  isTried: boolean;
  /** Absent when the page gave no text. */
  text?: ItemText;
}

/** What fetching texts brought, for the history of the feed. */
export interface TextReport {
  fetched: number;
  failed: number;
  /** Items whose page is fetched at a later refresh. */
  waiting: number;
  /** The first failure; null without one. */
  error: { code: string; message: string } | null;
}

export interface FetchedTexts {
  results: Map<string, TextResult>;
  report: TextReport;
  failures: TextFailure[];
}

/** A page without a text, and why. */
export interface TextFailure {
  url: string;
  code: string;
  message: string;
}

/**
 * Fetches the texts of items, within limits of pages and time. Items without a turn keep waiting.
 * Failures are results; they never fail the refresh.
 */
export async function fetchTexts(
  { reader, logger }: Pick<RefreshDeps, 'reader' | 'logger'>,
  wanted: readonly WantedText[],
): Promise<FetchedTexts> {
  const results = new Map<string, TextResult>(wanted.map(({ key }) => [key, WAITING]));
  const failures: TextFailure[] = [];
  let fetched = 0;
  const deadline = AbortSignal.timeout(TEXTS_MS);
  const queue = wanted.slice(0, MAX_PAGES).values();
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  const waiting = [...results.values()].filter(({ state }) => state === 'waiting').length;
  const { code, message } = failures[0] ?? {};
  const error = code === undefined || message === undefined ? null : { code, message };
  return { results, failures, report: { fetched, failed: failures.length, waiting, error } };

  async function work(): Promise<void> {
    for (const item of queue) {
      if (deadline.aborted) return;
      results.set(item.key, await fetchOne(item));
    }
  }

  async function fetchOne(item: WantedText): Promise<TextResult> {
    try {
      const signal = AbortSignal.any([deadline, AbortSignal.timeout(PAGE_MS)]);
      const text = await unlessAborted(reader.readArticle(item.url, signal), signal);
      if (text.descriptionText.length <= item.ownLength) throw tooShort(item);
      fetched += 1;
      return { state: 'full', isTried: true, text };
    } catch (error) {
      if (deadline.aborted) return WAITING;
      failures.push(failureOf(error, item));
      const isOver = item.isRetry || !isTemporary(error);
      return { state: isOver ? 'failed' : 'waiting', isTried: true };
    }
  }

  function failureOf(error: unknown, { url }: WantedText): TextFailure {
    if (error instanceof ServiceError) return { url, code: error.code, message: error.message };
    if (isTimeout(error)) {
      const message = `The page ${url} did not arrive within ${PAGE_MS / 1000} seconds.`;
      return { url, code: 'SOURCE_UNREACHABLE', message };
    }
    logger.error({ url, err: error }, 'reading the text of an item failed unexpectedly');
    const message = 'A page could not be read because of an internal error of feedctl.';
    return { url, code: 'INTERNAL', message };
  }
}

const WAITING: TextResult = { state: 'waiting', isTried: false };

function tooShort({ url }: WantedText): SourceError {
  const message = `The page ${url} shows no more text than the feed, so the text of the feed was kept.`;
  return new SourceError('SOURCE_INVALID', message);
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}

/** Whether a second attempt may succeed: timeouts, lost connections, and errors of the server. */
function isTemporary(error: unknown): boolean {
  if (isTimeout(error)) return true;
  if (!(error instanceof SourceError) || error.code !== 'SOURCE_UNREACHABLE') return false;
  const { httpStatus } = error;
  return httpStatus === null || httpStatus >= 500 || httpStatus === 429;
}

/** Ends waiting for work that does not react to the signal, such as reading robots.txt. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
