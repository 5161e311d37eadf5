import { announcing } from './announcing.js';
import { openPageSearch, type SourceReaderOptions } from './page-search.js';
import { readUrlAgain } from './read-again.js';
import type { PageSearch } from './read-page.js';
import type { Source, SourceReader } from './source-reader.js';

export type { SourceReaderOptions } from './page-search.js';

/** The one door from an address to entries. */
export function createSourceReader(options: SourceReaderOptions = {}): SourceReader {
  const opened = openPageSearch(options);
  return {
    async read(source, state, beforeParsing) {
      const allowed = await allowedSearch(source);
      const search = beforeParsing === undefined ? allowed : announcing(allowed, beforeParsing);
      if (source.mode !== 'url') {
        const { readNewsSource } = await import('./read-news-source.js');
        return readNewsSource(search, source, state);
      }
      if (state !== undefined) return readUrlAgain(search, source, state);
      const { readUrlSource } = await import('./read-url-source.js');
      return readUrlSource(search, source);
    },
    async readArticle(address, signal) {
      const { readArticle } = await import('./article/read-article.js');
      return readArticle(opened, address, signal);
    },
    close: () => opened.close(),
  };

  async function allowedSearch(source: Source): Promise<PageSearch> {
    if (source.mode !== 'url' || source.access == null) return opened;
    const { withAccess } = await import('./with-access.js');
    return withAccess(opened, source.sourceUrl, source.access);
  }
}
