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

/** The tools with which addresses are read. */
export interface PageSearch {
  fetcher: Pick<Fetcher, 'fetch'>;
  clock: Clock;
  robots: RobotsRules;
  /** Null if no `browser` is configured. */
  renderer: Pick<Renderer, 'render'> | null;
}

export interface SourceReaderOptions extends FetcherOptions {
  /** A shared fetcher, which is not closed with the reader; by default a new one. */
  fetcher?: Fetcher;
  /** Path of a Chromium, for pages that are empty without JavaScript. */
  browser?: string;
  /** Starts the browser without its sandbox. */
  browserNoSandbox?: boolean;
  /** Reads pages even if their robots.txt disallows it. */
  ignoreRobots?: boolean;
}

/** Creates the tools with which addresses are read; they are closed together. */
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

/** Additions to every request, and a callback for every received document. */
interface More {
  access?: RequestAccess | undefined;
  isBurst?: true;
  received?: () => Promise<void>;
}

/** The same search with additions to every request. */
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
