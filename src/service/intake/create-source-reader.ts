import { openPageSearch, type SourceReaderOptions } from './page-search.js';
import { readUrlAgain } from './read-again.js';
import type { SourceReader } from './source-reader.js';

export type { SourceReaderOptions } from './page-search.js';

/** The one door from an address to entries. */
export function createSourceReader(options: SourceReaderOptions = {}): SourceReader {
  const search = openPageSearch(options);
  return {
    async read(source, state) {
      if (source.mode !== 'url') {
        const { readNewsSource } = await import('./read-news-source.js');
        return readNewsSource(search, source, state);
      }
      if (state !== undefined) return readUrlAgain(search, source, state);
      const { readUrlSource } = await import('./read-url-source.js');
      return readUrlSource(search, source);
    },
    close: () => search.close(),
  };
}
