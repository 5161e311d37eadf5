import { openPageSearch, type SourceReaderOptions } from './page-search.js';
import { readUrlAgain } from './read-again.js';
import { readNewsSource } from './read-news-source.js';
import { readUrlSource } from './read-url-source.js';
import type { SourceReader } from './source-reader.js';

export type { SourceReaderOptions } from './page-search.js';

/** The one door from an address to entries. */
export function createSourceReader(options: SourceReaderOptions = {}): SourceReader {
  const search = openPageSearch(options);
  return {
    async read(source, state) {
      if (source.mode !== 'url') return readNewsSource(search, source, state);
      return state === undefined
        ? readUrlSource(search, source)
        : readUrlAgain(search, source, state);
    },
    close: () => search.close(),
  };
}
