import { openBody } from '../open-body.js';
import type { PageSearch } from '../page-search.js';
import { readFeed } from '../parse/parse-feed.js';
import { readPage } from '../read-page.js';
import { FEED_ACCEPT } from '../reading-state.js';
import type { UrlSource } from '../source-reader.js';
import type { OlderDocument } from './next-document.js';
import { nextDocument } from './next-document.js';

/**
 * Reads one document of a source: a feed, or a page by the rule of the feed. @throws SourceError if
 * it cannot be fetched, or is neither
 */
export async function readOlder(
  search: PageSearch,
  source: UrlSource,
  { address, rule }: { address: string; rule: unknown },
): Promise<OlderDocument> {
  if (rule !== null) await search.robots.check(address);
  const answer = await search.fetcher.fetch(address, { accept: FEED_ACCEPT });
  const body = await openBody(answer);
  const { hash } = answer.body;
  const next = nextDocument(answer, body);
  if (body.kind !== 'html') {
    const context = { url: answer.url, now: search.clock.now() };
    return { entries: (await readFeed({ ...body, ...context })).entries, next, hash };
  }
  // No browser is used, so the rule of a page that needs one finds nothing.
  const plain = { ...search, renderer: null };
  const reading = await readPage(
    plain,
    source,
    { answer, html: body.text, icon: async () => null },
    rule,
  );
  const entries = reading.kind === 'document' ? reading.document.entries : [];
  return { entries, next, hash };
}
