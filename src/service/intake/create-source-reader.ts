import { systemClock } from '../clock.js';
import { createRenderer, type Renderer } from '../render/index.js';
import { createFetcher, type Fetcher, type FetcherOptions } from './fetch/index.js';
import { readUrlAgain } from './read-again.js';
import { readNewsSource } from './read-news-source.js';
import { readUrlSource } from './read-url-source.js';
import { createRobotsRules, ignoredRobots } from './robots/robots-rules.js';
import type { SourceReader } from './source-reader.js';

export interface SourceReaderOptions extends FetcherOptions {
  /** A fetcher to share, which is then not closed with the reader; else one of its own is made. */
  fetcher?: Fetcher;
  /** FEEDCTL_BROWSER: path of a Chromium, for pages that are empty without JavaScript. */
  browser?: string;
  /** FEEDCTL_BROWSER_NO_SANDBOX */
  browserNoSandbox?: boolean;
  /** FEEDCTL_IGNORE_ROBOTS: pages are read whatever robots.txt asks. */
  ignoreRobots?: boolean;
}

/** The one door from an address to entries. */
export function createSourceReader(options: SourceReaderOptions = {}): SourceReader {
  const fetcher = options.fetcher ?? createFetcher(options);
  const clock = options.clock ?? systemClock;
  const robots = options.ignoreRobots ? ignoredRobots : createRobotsRules({ fetcher, clock });
  const renderer = rendererOf(options);
  const search = { fetcher, clock, robots, renderer };
  return {
    async read(source, state) {
      if (source.mode !== 'url') return readNewsSource(search, source, state);
      return state === undefined
        ? readUrlSource(search, source)
        : readUrlAgain(search, source, state);
    },
    async close() {
      await renderer?.close();
      if (options.fetcher === undefined) await fetcher.close();
    },
  };
}

function rendererOf({
  browser,
  browserNoSandbox,
  ...others
}: SourceReaderOptions): Renderer | null {
  if (browser === undefined) return null;
  const { limits: _, ...shared } = others;
  return createRenderer({ ...shared, browserPath: browser, noSandbox: browserNoSandbox === true });
}
