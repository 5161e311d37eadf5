import type { SourceAccess } from '../../contract/index.js';
import { callBeforeParsing } from './before-parsing.js';
import { openPageSearch, type SourceReaderOptions } from './page-search.js';
import { readUrlAgain } from './read-again.js';
import type { PageSearch } from './reading-options.js';
import { withRendering } from './rendering.js';
import type { Source, SourceReader } from './source-reader.js';

export type { SourceReaderOptions } from './page-search.js';

/** The one door from an address to entries. */
export function createSourceReader(options: SourceReaderOptions = {}): SourceReader {
  const opened = openPageSearch(options);
  const searches = new WeakMap<SourceAccess, PageSearch>();
  return {
    async read(source, state, beforeParsing) {
      const allowed = await allowedSearch(source);
      const search =
        beforeParsing === undefined ? allowed : callBeforeParsing(allowed, beforeParsing);
      if ('keyword' in source) {
        const { readNewsSource } = await import('./read-news-source.js');
        return readNewsSource(search, source, state);
      }
      if (state !== undefined) return readUrlAgain(search, source, state);
      const { readUrlSource } = await import('./read-url-source.js');
      return readUrlSource(search, source);
    },
    async readArticle(address, { sourceUrl, access, ...limits }) {
      const { readArticle } = await import('./article/read-article.js');
      const search = access === null ? opened : await searchOf(sourceUrl, access);
      return readArticle(search, address, limits);
    },
    async readOlder(source, document) {
      const { readOlder } = await import('./older/read-older.js');
      return readOlder(await allowedSearch(source), source, document);
    },
    close: () => opened.close(),
  };

  async function allowedSearch(source: Source): Promise<PageSearch> {
    if ('keyword' in source) return opened;
    if (source.access == null) return withRendering(opened, source);
    return withRendering(await searchOf(source.sourceUrl, source.access), source);
  }

  /** One search for all pages of a feed: behind a proxy it reads robots.txt for itself. */
  async function searchOf(sourceUrl: string, access: SourceAccess): Promise<PageSearch> {
    const known = searches.get(access);
    if (known !== undefined) return known;
    const { withAccess } = await import('./with-access.js');
    const search = withAccess(opened, sourceUrl, access);
    searches.set(access, search);
    return search;
  }
}
