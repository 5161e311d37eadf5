import type { SourceDocument, SourceEntry } from '../core/source-document.js';
import { type FetchedDocument, SourceError } from '../fetch/index.js';
import { openBody } from './open-body.js';
import type { PageSearch } from './page-search.js';
import { readFeed } from './parse/parse-feed.js';
import { FEED_ACCEPT } from './reading-state.js';

/** A feed with the answer from which it was read. */
interface ReadFeed {
  answer: FetchedDocument;
  document: SourceDocument;
}

/**
 * The feed at the address to which a feed says that it moved (`itunes:new-feed-url`), as after a
 * permanent redirect. Null if it names none, or if that feed has other items: the address stays in
 * many feeds long after the new host is gone. @param whole reads all entries of the document; the
 * caller may have read only the new ones
 */
export async function feedAtNewAddress(
  search: PageSearch,
  { answer, document }: ReadFeed,
  whole: () => Promise<SourceDocument>,
): Promise<ReadFeed | null> {
  const { newAddress } = document;
  const own = [answer.url, answer.requestedUrl, answer.permanentUrl];
  if (newAddress === undefined || own.includes(newAddress)) return null;
  try {
    const next = await search.fetcher.fetch(newAddress, { accept: FEED_ACCEPT });
    const body = await openBody(next);
    if (body.kind === 'html') return null;
    const moved = await readFeed({ ...body, url: next.url, now: search.clock.now() });
    const isBack = moved.newAddress !== undefined && own.includes(moved.newAddress);
    return isBack || !haveSameItems((await whole()).entries, moved.entries)
      ? null
      : { answer: next, document: moved };
  } catch (error) {
    if (error instanceof SourceError) return null;
    throw error;
  }
}

/** True if the longer list has most items of the shorter one. */
function haveSameItems(some: readonly SourceEntry[], others: readonly SourceEntry[]): boolean {
  const [few, many] = some.length < others.length ? [some, others] : [others, some];
  const known = new Set(many.flatMap(feedAddresses));
  const same = few.filter((entry) => feedAddresses(entry).some((name) => known.has(name)));
  return same.length > 0 && 2 * same.length >= few.length;
}

function feedAddresses({ guid, url, title }: SourceEntry): string[] {
  return [guid ?? '', url, title].filter((name) => name !== '');
}
