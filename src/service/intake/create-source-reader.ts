import { systemClock } from '../clock.js';
import { createFetcher, type Fetcher, type FetcherOptions } from './fetch/index.js';
import { readUrlAgain } from './read-again.js';
import { readNewsSource } from './read-news-source.js';
import { readUrlSource } from './read-url-source.js';
import type { SourceReader } from './source-reader.js';

export interface SourceReaderOptions extends FetcherOptions {
  /** A fetcher to share, which is then not closed with the reader; else one of its own is made. */
  fetcher?: Fetcher;
}

/** The one door from an address to entries. */
export function createSourceReader(options: SourceReaderOptions = {}): SourceReader {
  const fetcher = options.fetcher ?? createFetcher(options);
  const search = { fetcher, clock: options.clock ?? systemClock };
  return {
    async read(source, state) {
      if (source.mode !== 'url') return readNewsSource(search, source, state);
      return state === undefined
        ? readUrlSource(search, source)
        : readUrlAgain(search, source, state);
    },
    async close() {
      if (options.fetcher === undefined) await fetcher.close();
    },
  };
}
