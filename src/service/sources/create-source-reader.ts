import type { SourceAccess } from '../../contract/index.js';
import { withBudget } from '../core/async/turn.js';
import {
  openPageSearch,
  type PageSearch,
  type SourceReaderOptions,
  searchWith,
  withAccess,
} from './page-search.js';
import { readUrlAgain } from './read-again.js';
import type { Source, SourceReader } from './source-reader.js';

export type { SourceReaderOptions } from './page-search.js';

/**
 * Maximum time for all jobs of one reading, in milliseconds of a core: surveying and analysing a
 * page, and comparing its changes. 4 MB take one second on a slow core.
 */
const READING_MS = 10_000;

/** The only entry point from an address to entries. */
export function createSourceReader(options: SourceReaderOptions = {}): SourceReader {
  const opened = openPageSearch(options);
  /** One search for all pages of a feed: behind a proxy, each reads its own robots.txt. */
  const searches = new WeakMap<SourceAccess, PageSearch>();
  return {
    read: (...wanted) => withBudget(READING_MS, () => read(...wanted)),
    async readArticle(address, { sourceUrl, access, ...limits }) {
      const { readArticle } = await import('./article/read-article.js');
      return readArticle(searchOf(sourceUrl, access), address, limits);
    },
    async readSheets(addresses, { sourceUrl, access }) {
      const { readSheets } = await import('./document/read-sheets.js');
      return readSheets(searchOf(sourceUrl, access).fetcher, addresses);
    },
    async readOlder(source, document) {
      const { readOlder } = await import('./older/read-older.js');
      return readOlder(searchFor(source), source, document);
    },
    close: () => opened.close(),
  };

  async function read(...[source, state, beforeParsing]: Parameters<SourceReader['read']>) {
    let search = searchFor(source);
    if (beforeParsing !== undefined) {
      // Called once before the first parse, after the document was fetched or rendered.
      let called: Promise<void> | undefined;
      const received = () => {
        called ??= beforeParsing();
        return called;
      };
      search = searchWith(search, { received });
    }
    if ('keyword' in source) {
      const { readNewsSource } = await import('./read-news-source.js');
      return readNewsSource(search, source, state);
    }
    if (state !== undefined) return readUrlAgain(search, source, state);
    const { readUrlSource } = await import('./read-url-source.js');
    return readUrlSource(search, source);
  }

  function searchFor(source: Source): PageSearch {
    if ('keyword' in source) return opened;
    const search = searchOf(source.sourceUrl, source.access ?? null);
    return source.render === 'never' ? { ...search, renderer: null } : search;
  }

  function searchOf(sourceUrl: string, access: SourceAccess | null): PageSearch {
    if (access === null) return opened;
    const search = searches.get(access) ?? withAccess(opened, sourceUrl, access);
    searches.set(access, search);
    return search;
  }
}
