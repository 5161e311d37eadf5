import { announcing } from './announcing.js';
import { openPageSearch, type SourceReaderOptions } from './page-search.js';
import { readUrlAgain } from './read-again.js';
import type { SourceReader } from './source-reader.js';

export type { SourceReaderOptions } from './page-search.js';

/** The one door from an address to entries. */
export function createSourceReader(options: SourceReaderOptions = {}): SourceReader {
  const opened = openPageSearch(options);
  return {
    async read(source, state, beforeParsing) {
      const search = beforeParsing === undefined ? opened : announcing(opened, beforeParsing);
      if (source.mode !== 'url') {
        const { readNewsSource } = await import('./read-news-source.js');
        return readNewsSource(search, source, state);
      }
      if (state !== undefined) return readUrlAgain(search, source, state);
      const { readUrlSource } = await import('./read-url-source.js');
      return readUrlSource(search, source);
    },
    close: () => opened.close(),
  };
}
