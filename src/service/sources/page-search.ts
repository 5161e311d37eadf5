import type { SourceAccess } from '../../contract/index.js';
import { type Clock, systemClock } from '../core/time.js';
import {
  createFetcher,
  type Fetcher,
  type FetcherOptions,
  type RequestAccess,
  requestAccess,
} from '../fetch/index.js';
import { createRenderer, type Renderer } from '../render/renderer.js';
import { createRobotsRules, ignoredRobots, type RobotsRules } from './robots/robots-rules.js';

/** What addresses are read with. */
export interface PageSearch {
  fetcher: Pick<Fetcher, 'fetch'>;
  clock: Clock;
  robots: RobotsRules;
  /** Null without `browser`. */
  renderer: Pick<Renderer, 'render'> | null;
}

export interface SourceReaderOptions extends FetcherOptions {
  /** A fetcher to share, which is then not closed with the reader; else one of its own is made. */
  fetcher?: Fetcher;
  /** `browser`: path of a Chromium, for pages that are empty without JavaScript. */
  browser?: string;
  /** `browserNoSandbox` */
  browserNoSandbox?: boolean;
  /** `ignoreRobots`: pages are read whatever robots.txt asks. */
  ignoreRobots?: boolean;
}

/** Puts everything together that addresses are read with; it is closed together, too. */
export function openPageSearch(
  options: SourceReaderOptions,
): PageSearch & { close(): Promise<void> } {
  const { browser, browserNoSandbox: noSandbox = false, ...others } = options;
  const fetcher = options.fetcher ?? createFetcher(options);
  const clock = options.clock ?? systemClock;
  const robots = options.ignoreRobots ? ignoredRobots : createRobotsRules({ fetcher, clock });
  const { limits: _, ...shared } = others;
  const renderer =
    browser === undefined ? null : createRenderer({ ...shared, browserPath: browser, noSandbox });
  return {
    fetcher,
    clock,
    robots,
    renderer,
    async close() {
      await renderer?.close();
      if (options.fetcher === undefined) await fetcher.close();
    },
  };
}

/** What requests carry besides their own, and what is awaited when a document has come. */
interface More {
  access?: RequestAccess | undefined;
  isBurst?: true;
  received?: () => Promise<void>;
}

/** The same search with something more in every request. */
export function searchWith(
  search: PageSearch,
  { received = async () => {}, ...more }: More,
): PageSearch {
  const { fetcher, renderer } = search;
  return {
    ...search,
    fetcher: {
      async fetch(address, request) {
        const answer = await fetcher.fetch(address, { ...request, ...more });
        if (!answer.notModified) await received();
        return answer;
      },
    },
    renderer: renderer && {
      async render(url, options) {
        const page = await renderer.render(url, { ...options, ...more });
        await received();
        return page;
      },
    },
  };
}

/**
 * The same search with the headers, credentials and proxy of a source in every request. Its origin
 * alone receives the headers; see `RequestAccess`.
 *
 * The rules of a site are shared between feeds, so they are read without credentials. A site behind
 * a proxy of the feed may be reachable through that only: then they are read for this feed alone.
 */
export function withAccess(search: PageSearch, sourceUrl: string, given: SourceAccess): PageSearch {
  const access = requestAccess(sourceUrl, given);
  const own = searchWith(search, { access });
  if (access.proxy === null || search.robots === ignoredRobots) return own;
  const bare = searchWith(search, { access: { ...access, headers: {} } });
  return { ...own, robots: createRobotsRules(bare) };
}
