import { type FetchedDocument, SourceError } from '../fetch/index.js';
import type { PageSearch } from './page-search.js';
import {
  FEED_ACCEPT,
  freshForMs,
  hasMissed,
  stateAfter,
  stateAfterNotModified,
  validators,
} from './reading-state.js';
import { isRenderedNow } from './rendering.js';
import type { ReadingState, SourceReading, UrlSource } from './source-reader.js';

/**
 * Fetches an address again: cheap if nothing changed, and at the new address after a redirect. Most
 * fetches find nothing new, so the parsers (two megabytes) are loaded by the first one that does.
 */
export async function readUrlAgain(
  search: PageSearch,
  source: UrlSource,
  state: ReadingState,
): Promise<SourceReading> {
  if (isRenderedNow(source, state)) {
    const { readRenderedAgain } = await import('./read-page.js');
    return readRenderedAgain(search, source, state);
  }
  // Checked before the page is fetched, because robots.txt may have changed.
  if (state.origin === 'page') await search.robots.check(state.pollUrl);
  let answer: FetchedDocument;
  try {
    answer = await fetchAgain(search, state);
  } catch (error) {
    const gone = error instanceof SourceError && [404, 410].includes(error.httpStatus ?? 0);
    if (!gone || state.origin !== 'feed') throw error;
    const { readMoved } = await import('./read-changed.js');
    const moved = await readMoved(search, source, state);
    if (moved === null) throw error;
    return moved;
  }
  const same = unchanged(search, answer, state);
  if (same !== null) return same;
  const { readChanged } = await import('./read-changed.js');
  return readChanged(search, source, answer, state);
}

/** Requests a feed or page with the validators of the last answer. */
export function fetchAgain({ fetcher }: PageSearch, state: ReadingState): Promise<FetchedDocument> {
  const headers = hasMissed(state) ? {} : validators(state);
  return fetcher.fetch(state.pollUrl, { accept: FEED_ACCEPT, headers });
}

/** The reading of an answer that declares or shows that nothing changed; otherwise null. */
export function unchanged(
  { clock }: PageSearch,
  answer: FetchedDocument,
  state: ReadingState,
): SourceReading | null {
  const fresh = freshForMs(answer.headers, clock.now());
  if (answer.notModified) {
    return { kind: 'unchanged', state: stateAfterNotModified(answer, state), freshForMs: fresh };
  }
  const { bodyHash: known } = state;
  if (known === null || answer.body.hash !== known || hasMissed(state)) return null;
  return { kind: 'unchanged', state: stateAfter(answer, state), freshForMs: fresh };
}
