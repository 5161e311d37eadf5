import { SERVICE_SETTINGS } from '../../resources/operator.js';
import { runQueued } from '../core/async/event-loop-queue.js';
import type { SourceDocument } from '../core/source-document.js';
import { type FetchedDocument, SourceError } from '../fetch/index.js';
import { NEWS_SEARCHES } from './news/searches.js';
import { openBody } from './open-body.js';
import type { PageSearch } from './page-search.js';
import { readFeed } from './parse/parse-feed.js';
import { fetchAgain, unchanged } from './read-again.js';
import { feedReading } from './read-url-source.js';
import { FEED_ACCEPT } from './reading-state.js';
import type { NewsSource, ReadingState, SourceReading } from './source-reader.js';

/** Reads a news search. The news service answers with a feed or fails; there is no discovery. */
export async function readNewsSource(
  search: PageSearch,
  source: NewsSource,
  state: ReadingState | undefined,
): Promise<SourceReading> {
  const answer =
    state === undefined
      ? await search.fetcher.fetch(source.sourceUrl, { accept: FEED_ACCEPT })
      : await fetchAgain(search, state);
  const same = state === undefined ? null : unchanged(search, answer, state);
  if (same !== null) return same;
  return runQueued(() => openFeed(search, source, answer));
}

async function openFeed(
  search: PageSearch,
  source: NewsSource,
  answer: FetchedDocument,
): Promise<SourceReading> {
  const body = await openBody(answer);
  if (body.kind === 'html') {
    throw new SourceError(
      'SOURCE_INVALID',
      `The news search at ${new URL(answer.url).host} answered a web page instead of a feed. ` +
        `Try again later, or let the operator set another one with ${SERVICE_SETTINGS.newsUrl.name}.`,
      { httpStatus: answer.status },
    );
  }
  const context = { url: answer.url, now: search.clock.now() };
  const document = await readFeed({ ...body, ...context });
  return feedReading(search, answer, onTopic(document, source));
}

function onTopic(document: SourceDocument, source: NewsSource): SourceDocument {
  const { isMatch } = NEWS_SEARCHES[source.mode];
  const entries = document.entries.filter(({ title }) => isMatch(source.keyword, title));
  return { ...document, entries };
}
